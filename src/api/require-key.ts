import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';
import type { Key, Keys } from './keys.ts';
import type { Query } from './query.ts';

const howTo = 'send it in the header X-API-Key or as the query parameter apiKey';

/** The key of a request: the header, else the query parameter, which is not looked at before, else a token. */
export function keyOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  inQuery: () => string | undefined = () => undefined,
): string | undefined {
  const inHeader = headers['x-api-key'];
  if (typeof inHeader === 'string' && inHeader !== '') return inHeader;
  return inQuery() || tokenIn(headers.authorization);
}

/** Bots of TF2 can send it in no other way; what is said in another scheme is meant for somebody else. */
const tokenIn = (authorization = ''): string | undefined => /^Token +(\S+)$/i.exec(authorization)?.[1];

/** The key in a fully read query. */
export function keyInQuery(query: Query): string | undefined {
  const given = query.values.get('apiKey') ?? [];
  if (given.length > 1 && new Set(given).size > 1) {
    throw new ApiError('INVALID_API_KEY', `apiKey is given ${given.length} times; give it once`, challenge);
  }
  return given[0]?.trim();
}

// RFC 9110 wants a challenge in every 401
const challenge = { 'www-authenticate': 'ApiKey realm="itemtape", header="X-API-Key"' };

/** Lets a valid key pass and throws what any other is answered. */
export function requireKey(keys: Pick<Keys, 'check'>, text: string | undefined): Key {
  const checked = keys.check(text);
  switch (checked.state) {
    case 'ok':
      return checked.key;
    case 'missing':
      throw new ApiError('MISSING_API_KEY', `a key is needed; ${howTo}`, challenge);
    case 'invalid':
      throw new ApiError('INVALID_API_KEY', `this key is not known; ${howTo}`, challenge);
    case 'disabled':
      throw new ApiError('ACCESS_DENIED', 'this key was revoked; ask the operator for a new one');
    case 'expired':
      throw new ApiError('ACCESS_DENIED', 'this key has expired; ask the operator for a new one');
  }
}

/** Whether a key may ask at an address. */
export const mayAsk = ({ rights: { endpoints } }: Key, path: string): boolean =>
  endpoints === undefined ||
  endpoints.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));

/** Refuses an address that a key may not ask at. */
export function requireEndpoint(key: Key, path: string): void {
  if (mayAsk(key, path)) return;
  const listed = (key.rights.endpoints ?? []).join(', ');
  throw new ApiError('ACCESS_DENIED', `this key may ask at ${listed}, and not here; ask the operator for another`);
}
