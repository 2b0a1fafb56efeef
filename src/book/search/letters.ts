const latinLetters = 26;
const otherBits = 32 - latinLetters;

/** A text in lower case without spaces and punctuation. */
export function lettersOf(text: string): string {
  const lowered = text.toLowerCase();
  let letters = '';
  for (let at = 0; at < lowered.length; at += 1) if (isLetter(lowered.charCodeAt(at))) letters += lowered[at];
  return letters;
}

/** Digits, lower-case Latin letters, and everything else that is not punctuation or a symbol. */
export const isLetter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && code < 0x2000) || code >= 0x2e80;

/** The set of letters in a lower-case text: one bit for each of a to z, all others spread over the remaining six bits. */
export function letterSetOf(text: string): number {
  let set = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const index = code - 0x61;
    set |= 1 << (index >= 0 && index < latinLetters ? index : latinLetters + (code % otherBits));
  }
  return set;
}

export function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
