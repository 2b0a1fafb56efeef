import type { FastifyRequest } from 'fastify';
import { counted } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { readQuery, splitTarget } from '../query.ts';
import { keyOf, requireEndpoint } from '../require-key.ts';
import type { KeyUse } from './key-use.ts';

// What an assistant asks at /mcp comes over the client, and is counted there
const withKeys = /^\/(v2|tape|stream|shapes|operator)\//;

/** Counts a request, or refuses it where the key has asked as often as it may. */
function takeRequest(use: KeyUse, key: Key): void {
  const seconds = use.take(key);
  if (seconds === null) return;
  const { requestsPerMinute, requestsPerDay } = key.rights;
  const most = [
    ...(requestsPerMinute === undefined ? [] : [`${counted(requestsPerMinute, 'time')} in a minute`]),
    ...(requestsPerDay === undefined ? [] : [`${counted(requestsPerDay, 'time')} on a day`]),
  ];
  const found = `this key may ask ${most.join(' and ')}; try again in ${seconds} s`;
  throw new ApiError('TOO_MANY_REQUESTS', found, { 'retry-after': String(seconds) });
}

/** Stands before every route: whoever sends a key that is good has the request counted, and held to its limits. */
export const createKeyGate =
  (keys: Pick<Keys, 'check'>, use: KeyUse) =>
  ({ raw, routeOptions: { url = '' } }: FastifyRequest): void => {
    // As it was routed, since one address can be written in many ways, such as /%74ape/rates
    if (!withKeys.test(url)) return;
    const target = raw.url ?? '';
    const checked = keys.check(keyOf(raw, () => readQuery(target).values.get('apiKey')?.[0]?.trim()));
    // Any other is refused where a key is needed
    if (checked.state !== 'ok') return;
    requireEndpoint(checked.key, url.includes('/:') ? splitTarget(target).path : url);
    takeRequest(use, checked.key);
  };
