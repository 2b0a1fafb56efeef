import type { WireRequest } from '../../contract/connector.ts';
import { hmacToken } from '../../contract/sign.ts';

export const keys = 'CSGO500_KEYS';

/** Identifies the user by a token signed with the key; `secret` is "user:key". */
export function signed(request: WireRequest, secret: string): WireRequest {
  const [, userId, key] = /^\s*([^\s:]+)\s*:\s*(\S+)\s*$/.exec(secret) ?? [];
  if (userId === undefined || key === undefined)
    throw new Error(`${keys} must be the user id and the key with a colon between them`);
  return { ...request, headers: { ...request.headers, 'x-500-auth': hmacToken({ userId }, key) } };
}
