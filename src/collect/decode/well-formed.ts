const escapedSurrogate = /\\u[dD][89a-fA-F]/;

const isOdd = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.isWellFormed()
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, one]) => isOdd(key) || isOdd(one));

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mended(key), mended(one)]));
}

/**
 * Replaces half symbols (lone surrogates), which are left where a marketplace cuts a text, by U+FFFD. As the store cannot keep
 * them, an item or offer with one would have another name or id after a restart, and many JSON readers refuse them.
 */
export const wellFormed = <Value>(value: Value): Value => (isOdd(value) ? (mended(value) as Value) : value);

/** Parses a text, with half symbols replaced; they can only come from escapes. */
export function parseWellFormed(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const value = parse(text);
  return escapedSurrogate.test(text) ? wellFormed(value) : value;
}
