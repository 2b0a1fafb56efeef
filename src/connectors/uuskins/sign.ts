import type { WireRequest } from '../../contract/connector.ts';
import { merchantOf } from '../../contract/sign.ts';

export const keys = 'UUSKINS_KEYS';

/** Keys in code-unit order, each followed by its value as JSON, so strings keep their quotes. */
const signedText = (fields: Readonly<Record<string, unknown>>): string =>
  Object.keys(fields)
    .sort()
    .map((name) => name + JSON.stringify(fields[name]))
    .join('');

/** Adds the merchant and a signature over all fields to the body, without a time; `secret` is "appKey:privateKey". */
export function signed(request: WireRequest, secret: string): WireRequest {
  const merchant = merchantOf(secret, keys);
  const fields = { ...(request.body ?? {}), appKey: merchant.name };
  return { ...request, body: { ...fields, sign: merchant.sign(signedText(fields)) } };
}
