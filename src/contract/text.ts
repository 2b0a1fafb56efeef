/** A text that says something, or null. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const int32Limit = 2 ** 31 - 1;

/** A whole number from 0 on, given as number or digits, or null. */
export function whole(value: unknown, limit = int32Limit): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= limit
    ? number + 0 // -0 becomes 0
    : null;
}

/** A float of an item: 0 to 1, given as number or decimal text, or null. */
export function itemFloat(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?(?:e-\d+)?$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number + 0 : null;
}

/** A page to open in a browser, or null for anything that is not https. */
export const pageLink = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value : null;

/** A link that shows an item inside its game, or null. */
export const inspectLink = (value: unknown): string | null =>
  typeof value === 'string' && /^(?:steam|https):\/\/\S+$/.test(value) ? value : null;

/** A text as one part of an address; what is no character becomes U+FFFD, where encodeURIComponent would throw. */
export const urlPart = (part: string): string => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\u{fffd}'));
