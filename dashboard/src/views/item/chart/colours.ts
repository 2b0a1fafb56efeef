/** Hues apart enough to be told from their neighbours. */
const hues = 18;

/** A number that is always the same for a name. */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The colour of a marketplace, the same on every page and visit, legible in both looks. */
export function colourOf(marketplace: string): string {
  const number = numberOf(marketplace);
  return `hsl(${((number % hues) * 360) / hues} ${60 + (Math.floor(number / hues) % 2) * 20}% ${46 + (Math.floor(number / 40) % 3) * 6}%)`;
}
