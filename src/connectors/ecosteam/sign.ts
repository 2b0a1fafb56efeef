import type { WireRequest } from '../../contract/connector.ts';
import { merchantOf } from '../../contract/sign.ts';

export const keys = 'ECOSTEAM_KEYS';

/** A value in the signed text: bare, but lists and objects as JSON, and true as "True", as .NET and Python write it. */
function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** "name=value" joined with "&", sorted by name regardless of case, without null values. */
const signedText = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({ sortKey: name.toLowerCase(), text: `${name}=${written(value)}` }))
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
    .map(({ text }) => text)
    .join('&');

/** Adds the merchant, the time and a signature over all fields to the body; `secret` is "PartnerId:privateKey". */
export function signed(request: WireRequest, secret: string, now: number): WireRequest {
  const merchant = merchantOf(secret, keys);
  const fields = { ...(request.body ?? {}), PartnerId: merchant.name, Timestamp: String(Math.floor(now / 1000)) };
  return { ...request, body: { ...fields, Sign: merchant.sign(signedText(fields)) } };
}
