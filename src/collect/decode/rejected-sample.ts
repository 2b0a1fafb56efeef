import { cutAt } from '../error-text.ts';

/** A row that could not be used, shortened and with secrets removed, and the reason. */
export type RejectedRow = { readonly reason: string; readonly row: string };

const maxLength = 400;
// Bounds on what is looked at, since a payload can have a hundred megabytes
const maxListLength = 20;
const maxTextLength = 4 * maxLength;
const deepest = 6;

const secretKey = /token|secret|passw|session|cookie|auth|api_?key|signature|jwt|e-?mail|phone/i;
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/((?:token|secret|password|session\w*|api_?key|signature)=)[^&\s"']+/gi, '$1[removed]'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[address]'],
];

/** Removes anything that looks like a token or an e-mail address. */
const withoutTokens = (text: string): string =>
  secretTexts.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/** A value reduced to a readable size; the values of fields named like secrets are removed. */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return value.slice(0, maxListLength).map((one) => bounded(one, depth + 1));
  const fields: Record<string, unknown> = {};
  let left = maxListLength * 2;
  for (const [key, member] of Object.entries(value)) {
    if (left === 0) break;
    left -= 1;
    fields[key] = secretKey.test(key) && member !== null ? '[removed]' : bounded(member, depth + 1);
  }
  return fields;
}

/** A row or payload as a short text. It is redacted before it is cut, so that no partial secret remains at the end. */
export function sampleOf(value: unknown, redact: (text: string) => string): string {
  const text = typeof value === 'string' ? value.slice(0, maxTextLength) : JSON.stringify(bounded(value, 0));
  return cutAt(maxLength, withoutTokens(redact(text ?? String(value))));
}
