import type { FastifyRequest } from 'fastify';
import { counted } from '../../schema/index.ts';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { readQuery, splitTarget } from '../query.ts';
import { keyOf, requireEndpoint } from '../require-key.ts';
import type { KeyUse } from './key-use.ts';

// Requests to /mcp are not counted here: the tools use the REST interface, where they are counted
const withKeys = /^\/(v2|tape|stream|shapes|operator)\//;

/** Counts a request, or refuses it when the key has reached its limit. */
function takeRequest(use: KeyUse, key: Key): void {
  const seconds = use.take(key);
  if (seconds === null) return;
  const { requestsPerMinute, requestsPerDay } = key.rights;
  const most = [
    ...(requestsPerMinute === undefined ? [] : [`${counted(requestsPerMinute, 'request')} per minute`]),
    ...(requestsPerDay === undefined ? [] : [`${counted(requestsPerDay, 'request')} per day`]),
  ];
  const found = `this key is limited to ${most.join(' and ')}; try again in ${seconds} s`;
  throw new ApiError('TOO_MANY_REQUESTS', found, { 'retry-after': String(seconds) });
}

/** Runs before every route: counts requests with a valid key and enforces the key's limits. */
export const createKeyGate =
  (keys: Pick<Keys, 'check'>, use: KeyUse) =>
  ({ raw, routeOptions: { url = '' } }: FastifyRequest): void => {
    // The routed path, since a path can be spelled in many ways, such as /%74ape/rates
    if (!withKeys.test(url)) return;
    const target = raw.url ?? '';
    const checked = keys.check(keyOf(raw, () => readQuery(target).values.get('apiKey')?.[0]?.trim()));
    // Routes that need a key refuse any other
    if (checked.state !== 'ok') return;
    requireEndpoint(checked.key, url.includes('/:') ? splitTarget(target).path : url);
    takeRequest(use, checked.key);
  };
