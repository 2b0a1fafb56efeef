import type { WireRequest } from '../../contract/connector.ts';
import { merchantOf } from '../../contract/sign.ts';

export const keys = 'YOUPIN898_KEYS';
export const login = 'YOUPIN898_LOGIN';

const beijing = 8 * 3_600_000;

/** "2026-01-15 20:00:00" in Beijing, which has no daylight saving time. */
const beijingTime = (now: number): string => new Date(now + beijing).toISOString().slice(0, 19).replace('T', ' ');

/** Keys in code-unit order, each followed by its value as JSON, so strings keep their quotes. */
const signedText = (fields: Readonly<Record<string, unknown>>): string =>
  Object.keys(fields)
    .sort()
    .map((name) => name + JSON.stringify(fields[name]))
    .join('');

/** Adds the merchant, the time and a signature over all fields to the body; `secret` is "appKey:privateKey". */
export function signed(request: WireRequest, secret: string, now: number): WireRequest {
  const merchant = merchantOf(secret, keys);
  const fields = { ...(request.body ?? {}), appKey: merchant.name, timestamp: beijingTime(now) };
  return { ...request, body: { ...fields, sign: merchant.sign(signedText(fields)) } };
}

/** Adds the headers that the site sends after a log-in; `secret` is "token:uk". */
export function loggedIn(request: WireRequest, secret: string): WireRequest {
  const [, token, uk] = /^\s*(?:Bearer )?([^\s:]+)\s*:\s*([^\s:]+)\s*$/.exec(secret) ?? [];
  if (token === undefined || uk === undefined)
    throw new Error(`${login} must be the token of a log-in and the value of the header uk with a colon between them`);
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}`, uk } };
}
