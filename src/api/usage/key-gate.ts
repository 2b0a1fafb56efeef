import { counted } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { offeredKey, requireEndpoint, routedPath } from '../require-key.ts';
import type { Call } from '../server/router.ts';
import type { KeyUse } from './key-use.ts';
import type { OwnRequests } from './own-requests.ts';

/** Counts a request, or refuses it when the key has reached its limit. */
function takeRequest(use: KeyUse, key: Key): void {
  const seconds = use.take(key);
  if (seconds === null) return;
  const { requestsPerMinute, requestsPerDay } = key.rights;
  const limits = [
    ...(requestsPerMinute === undefined ? [] : [`${counted(requestsPerMinute, 'request')} per minute`]),
    ...(requestsPerDay === undefined ? [] : [`${counted(requestsPerDay, 'request')} per day`]),
  ];
  const subject = key.sessionId === undefined ? 'this key' : 'this browser';
  const found = `${subject} is limited to ${limits.join(' and ')}; try again in ${seconds} s`;
  throw new ApiError('TOO_MANY_REQUESTS', found, { 'retry-after': String(seconds) });
}

/** Runs before every route: counts requests with a valid key and enforces the key's limits. */
export const createKeyGate =
  ({ keys, use, ownRequests }: { keys: Pick<Keys, 'check'>; use: KeyUse; ownRequests: OwnRequests }) =>
  (call: Call): void => {
    const { request, endpoint } = call;
    const { takesNoKey = false, keyIn = offeredKey } = endpoint ?? {};
    if (takesNoKey) return;
    const checked = keys.check(keyIn(request));
    // Routes that need a key refuse any other
    if (checked.state !== 'ok') return;
    requireEndpoint(checked.key, routedPath(call));
    if (!ownRequests.has(request)) takeRequest(use, checked.key);
  };
