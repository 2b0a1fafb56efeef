import type { statusOf } from '../errors.ts';
import type { Json, JsonObject } from './schema-writer.ts';

const header = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

const headers = {
  ETag: header('Send it as If-None-Match to be told 304 when nothing changed', '"kq3mZ1c0Wv8yT5bR2nXhJf7eLsA"'),
  'Cache-Control': header('Whether the answer may be kept, and for how long', 'private, max-age=10'),
  'X-Tape-Epoch': header('Epoch of the place of the stream that the answer stands at', '4f1c09aa3b52-1'),
  'X-Tape-Sequence': header('Sequence of that place', '48211'),
  'X-Tape-Lineage': header(
    'Id of the service, and of those that it takes marketplaces from',
    '4f1c09aa3b52; skinport=77ab01cc90de',
  ),
  Allow: header('Methods that the address takes', 'GET, HEAD, OPTIONS'),
  'Retry-After': header('Seconds after which to try again', '10'),
  'WWW-Authenticate': header('How a key is sent', 'ApiKey realm="itemtape", header="X-API-Key"'),
};

type HeaderName = keyof typeof headers;

// Names of components are words alone
const wordOf = (name: string): string => name.replaceAll('-', '');

/** Headers that answers share, by the names that references have. */
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
    'A parameter is missing or wrong; with the code BAD_REQUEST, this is no readable HTTP request',
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
    'Game, marketplace or item are not known',
    'NOT_FOUND',
    'marketplace "skinprt" is not known; did you mean SkinPort?',
  ),
  '405': failure(
    'The address takes other methods, which Allow names',
    'METHOD_NOT_ALLOWED',
    '/v2/items takes GET, HEAD, OPTIONS, not POST',
    ['Cache-Control', 'Allow'],
  ),
  '413': failure(
    'The body is too long',
    'BODY_TOO_LARGE',
    'the body is longer than 64 KiB, the most that is taken here',
  ),
  '414': failure(
    'The address is too long',
    'URI_TOO_LONG',
    'the address has 9000 characters; at most 8192 are allowed',
  ),
  '429': failure(
    'The key has asked as often as it may; try again after the seconds in Retry-After',
    'TOO_MANY_REQUESTS',
    'this key may ask 60 times in a minute; try again in 12 s',
    ['Cache-Control', 'Retry-After'],
  ),
  '431': failure(
    'The address and the headers together are too long',
    'HEADERS_TOO_LARGE',
    'the address and headers together are longer than 32 KiB; shorten them',
    [],
  ),
  '500': failure(
    'Something went wrong inside',
    'INTERNAL_ERROR',
    'something went wrong inside the service; its log says what',
  ),
  '503': failure(
    'Not ready yet, or not for all marketplaces that are asked for; try again after the seconds in Retry-After',
    'SERVICE_UNAVAILABLE',
    'the service is still loading what it kept; try again in a few seconds',
    ['Cache-Control', 'Retry-After'],
  ),
};

/** Failures that every address has, by the names that references have. */
export const sharedResponses: JsonObject = Object.fromEntries(
  Object.entries(failures).map(([status, response]) => [`Failure${status}`, response]),
);

/** Those of one address; where only GET is taken no body is read, which could be too long. */
export const failureRefs = (takesBodies: boolean): JsonObject =>
  Object.fromEntries(
    Object.keys(failures)
      .filter((status) => takesBodies || status !== '413')
      .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );
