// Hues apart enough to be told from their neighbours, without those of the best ask
const hues = 17;
const [taken, wide] = [195, 60];

/** A number that is always the same for a name. */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The colour of a marketplace, the same on every page and visit, legible in both looks. */
export function colourOf(marketplace: string): string {
  const number = numberOf(marketplace);
  const hue = Math.round((((number >>> 6) % hues) * (360 - wide)) / hues);
  const [vivid, light] = [Math.floor(number / hues) % 2, Math.floor(number / 40) % 3];
  return `hsl(${hue < taken ? hue : hue + wide} ${60 + vivid * 20}% ${46 + light * 6}%)`;
}
