/** A non-empty string, or null. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const int32Limit = 2 ** 31 - 1;

/** A non-negative whole number, given as a number or as digits, or null. */
export function whole(value: unknown, limit = int32Limit): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= limit
    ? number + 0 // -0 becomes 0
    : null;
}

/** The float of an item, 0 to 1, given as a number or as decimal text, or null. */
export function itemFloat(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?(?:e-\d+)?$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number + 0 : null;
}

/** An https link to open in a browser, or null. */
export const pageLink = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value : null;

/** A link that shows an item in its game, or null. */
export const inspectLink = (value: unknown): string | null =>
  typeof value === 'string' && /^(?:steam|https):\/\/\S+$/.test(value) ? value : null;

/** Encodes a string as one component of a URL. A lone surrogate, for which encodeURIComponent throws, becomes U+FFFD. */
export const urlPart = (part: string): string => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\u{fffd}'));
