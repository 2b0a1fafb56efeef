import type { statusOf } from '../errors.ts';
import type { Json, JsonObject } from './schema-writer.ts';

const header = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

const headers = {
  ETag: header('Send it as If-None-Match to get 304 if nothing has changed', '"kq3mZ1c0Wv8yT5bR2nXhJf7eLsA"'),
  'Cache-Control': header('Whether and how long the answer may be cached', 'private, max-age=10'),
  'X-Tape-Epoch': header('Epoch of the stream position that the answer reflects', '4f1c09aa3b52-1'),
  'X-Tape-Sequence': header('Sequence of the stream position that the answer reflects', '48211'),
  'X-Tape-Lineage': header(
    'Id of the service, and of the upstream services that it reads marketplaces from',
    '4f1c09aa3b52; skinport=77ab01cc90de',
  ),
  Allow: header('Methods that the path supports', 'GET, HEAD, OPTIONS'),
  'Retry-After': header('Seconds to wait before trying again', '10'),
  'WWW-Authenticate': header('How to send a key', 'ApiKey realm="itemtape", header="X-API-Key"'),
};

type HeaderName = keyof typeof headers;

// Component names are written without hyphens
const wordOf = (name: string): string => name.replaceAll('-', '');

/** Shared response headers by component name. */
export const sharedHeaders: JsonObject = Object.fromEntries(
  Object.entries(headers).map(([name, described]) => [wordOf(name), described]),
);

export const headerRefs = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${wordOf(name)}` }]));

const failure = (
  description: string,
  code: keyof typeof statusOf,
  error: string,
  names: readonly HeaderName[] = ['Cache-Control'],
): Json => ({
  description,
  headers: headerRefs(names),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example: { error, code } },
  },
});

const failures = {
  '400': failure(
    'A parameter is missing or invalid; with the code BAD_REQUEST, the HTTP request is malformed',
    'INVALID_PARAMS',
    'the parameter "game" is missing; give one, such as game=CS2',
  ),
  '401': failure(
    'The key is missing or not known',
    'MISSING_API_KEY',
    'a key is needed; send it in the header X-API-Key or as the query parameter apiKey',
    ['Cache-Control', 'WWW-Authenticate'],
  ),
  '403': failure(
    'The key was revoked or may not do this',
    'ACCESS_DENIED',
    'this key was revoked; ask the operator for a new one',
  ),
  '404': failure(
    'The game, marketplace or item is not known',
    'NOT_FOUND',
    'marketplace "skinprt" is not known; did you mean SkinPort?',
  ),
  '405': failure(
    'The path does not support this method; Allow lists those it does',
    'METHOD_NOT_ALLOWED',
    '/v2/items accepts GET, HEAD, OPTIONS, not POST',
    ['Cache-Control', 'Allow'],
  ),
  '413': failure(
    'The body is too large',
    'BODY_TOO_LARGE',
    'the body is larger than 64 KiB, the maximum for this path',
  ),
  '414': failure('The URL is too long', 'URI_TOO_LONG', 'the address has 9000 characters; at most 8192 are allowed'),
  '429': failure(
    'The key has reached its number of requests; wait the number of seconds in Retry-After',
    'TOO_MANY_REQUESTS',
    'this key is limited to 60 requests per minute; try again in 12 s',
    ['Cache-Control', 'Retry-After'],
  ),
  '431': failure(
    'URL and headers together are too large',
    'HEADERS_TOO_LARGE',
    'the address and headers together are longer than 32 KiB; shorten them',
    [],
  ),
  '500': failure(
    'An error inside the service',
    'INTERNAL_ERROR',
    'something went wrong inside the service; its log says what',
  ),
  '503': failure(
    'Not ready yet, or not for all requested marketplaces; wait the number of seconds in Retry-After. With the code NO_DATABASE, this service keeps nothing of the past',
    'SERVICE_UNAVAILABLE',
    'the service is still loading its saved state; try again in a few seconds',
    ['Cache-Control', 'Retry-After'],
  ),
};

/** Error responses shared by all paths, by component name. */
export const sharedResponses: JsonObject = Object.fromEntries(
  Object.entries(failures).map(([status, response]) => [`Failure${status}`, response]),
);

/** References to the error responses of a path; 413 applies only where a body is read. */
export const failureRefs = (takesBodies: boolean): JsonObject =>
  Object.fromEntries(
    Object.keys(failures)
      .filter((status) => takesBodies || status !== '413')
      .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );
