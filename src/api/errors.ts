import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { NoDatabase } from '../schema/index.ts';

/** All error codes and their HTTP status. */
export const statusOf = {
  INVALID_PARAMS: 400,
  BAD_REQUEST: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NO_LONGER_KEPT: 410,
  BODY_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UPGRADE_REQUIRED: 426,
  TOO_MANY_CONNECTIONS: 429,
  TOO_MANY_REPLAYS: 429,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  NO_DATABASE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** An error whose message is sent to the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const invalid = (message: string): ApiError => new ApiError('INVALID_PARAMS', message);

export const notFound = (message: string): ApiError => new ApiError('NOT_FOUND', message);

const retrySeconds = '10';

export const unavailable = (message: string): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, { 'retry-after': retrySeconds });

/** Refuses requests until the saved state is loaded. */
export function requireReady(isReady: boolean): void {
  if (!isReady) throw unavailable('the service is still loading its saved state; try again in a few seconds');
}

export const errorBody = (error: ApiError): string => JSON.stringify({ error: error.message, code: error.code });

const quoteLimit = 80;

/** A value in quotes for a message, cut to 80 characters. */
export const quoted = (text: string): string =>
  text.length > quoteLimit ? `"${[...text].slice(0, quoteLimit).join('')}…"` : `"${text}"`;

// Error codes of a database that cannot be reached
const connectionFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Converts an exception to the error to respond with; details of unexpected ones go only to the log. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof NoDatabase) return new ApiError('NO_DATABASE', thrown.message);
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (typeof code === 'string' && connectionFailures.has(code)) {
    return unavailable('the store cannot be reached right now; try again in a few seconds');
  }
  return new ApiError('INTERNAL_ERROR', 'something went wrong inside the service; its log says what');
}

/** The first mistake of a value that does not have a shape: its member, or `name`, and what is wrong with it. */
export function mistakeIn(shape: TSchema, value: unknown, name = ''): string {
  const [first] = Errors(shape, value);
  const field = `${name}${first?.instancePath ?? ''}`.replaceAll('/', '.').replace(/^\./, '');
  const found = first?.keyword === 'boolean' ? 'is not known; leave it out' : first?.message;
  return `${field === '' ? 'the body' : quoted(field)} ${found ?? 'is invalid'}`;
}
