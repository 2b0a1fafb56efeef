import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';
import type { Key, Keys } from './keys.ts';
import { type Query, readQuery, splitTarget } from './query.ts';
import type { Call } from './server/router.ts';
import { sessionIn } from './sessions/session-cookie.ts';

const howTo = 'send it in the header X-API-Key or as the query parameter apiKey';

type Request = Pick<IncomingMessage, 'headers'> & { readonly method?: string | undefined };

/**
 * The key of a request: from the header, else from the query, which is only then parsed, else from `Authorization`; without
 * any of them, the session of the browser.
 */
export const keyOf = (request: Request, inQuery: () => string | undefined = () => undefined): string | undefined =>
  sentKey(request, inQuery) ?? sessionIn(request);

/** The key that a request itself says, whatever session its browser has. */
export function sentKey({ headers }: Request, inQuery: () => string | undefined = () => undefined): string | undefined {
  const inHeader = headers['x-api-key'];
  if (typeof inHeader === 'string' && inHeader !== '') return inHeader;
  return inQuery() || tokenIn(headers.authorization);
}

/** TF2 bots can send a key only as `Token`; other schemes are not meant for this service. */
const tokenIn = (authorization = ''): string | undefined => /^Token +(\S+)$/i.exec(authorization)?.[1];

/** The key that a request offers, before its query is checked. */
export const offeredKey = (request: IncomingMessage): string | undefined =>
  keyOf(request, () =>
    readQuery(request.url ?? '')
      .values.get('apiKey')?.[0]
      ?.trim(),
  );

/** The key with this text if it is valid. */
export function validKey(keys: Pick<Keys, 'check'>, text: string | undefined): Key | null {
  const checked = keys.check(text);
  return checked.state === 'ok' ? checked.key : null;
}

/** The path of the route, since a path can be spelled in many ways, such as /%74ape/rates. */
export const routedPath = ({ request, endpoint }: Pick<Call, 'request' | 'endpoint'>): string =>
  endpoint === null || endpoint.path.includes('/:') ? splitTarget(request.url ?? '').path : endpoint.path;

/** The key in a fully parsed query. */
export function keyInQuery(query: Query): string | undefined {
  const given = query.values.get('apiKey') ?? [];
  if (given.length > 1 && new Set(given).size > 1) {
    throw new ApiError('INVALID_API_KEY', `apiKey is given ${given.length} times; give it once`, challenge);
  }
  return given[0]?.trim();
}

// RFC 9110 requires a challenge in every 401
const challenge = { 'www-authenticate': 'ApiKey realm="itemtape", header="X-API-Key"' };

/** Returns a valid key that may request the path; throws the `ApiError` to respond with for any other. */
export function requireKey(keys: Pick<Keys, 'check'>, text: string | undefined, path: string): Key {
  const checked = keys.check(text);
  switch (checked.state) {
    case 'ok':
      requireEndpoint(checked.key, path);
      return checked.key;
    case 'missing':
      throw new ApiError('MISSING_API_KEY', `a key is needed; ${howTo}`, challenge);
    case 'invalid':
      throw new ApiError('INVALID_API_KEY', `this key is not known; ${howTo}`, challenge);
    case 'disabled':
      throw new ApiError('ACCESS_DENIED', 'this key was revoked; ask the operator for a new one');
    case 'expired':
      throw new ApiError('ACCESS_DENIED', 'this key has expired; ask the operator for a new one');
    case 'ended':
      throw new ApiError('INVALID_API_KEY', 'this session has ended; open the dashboard again', challenge);
  }
}

/**
 * Whose request it is: a valid key that may request the path, whose `id` owns what is stored for it. A session of a browser
 * has the id of its key, or that of the operator; so has the operator token.
 */
export const ownerOf = (keys: Pick<Keys, 'check'>, { request, endpoint }: Pick<Call, 'request' | 'endpoint'>): Key =>
  requireKey(
    keys,
    keyOf(request, () => keyInQuery(readQuery(request.url ?? ''))),
    endpoint?.path ?? '',
  );

/** Whether a key may request a path. */
export const mayAsk = ({ rights: { endpoints } }: Key, path: string): boolean =>
  endpoints === undefined ||
  endpoints.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));

/** Refuses a path that a key may not request. */
export function requireEndpoint(key: Key, path: string): void {
  if (mayAsk(key, path)) return;
  const listed = (key.rights.endpoints ?? []).join(', ');
  throw new ApiError('ACCESS_DENIED', `this key may only request ${listed}; ask the operator for another`);
}
