import type { Position } from './resume-point.ts';
import { retryAfterOf } from './wait.ts';

type Facts = {
  readonly status?: number;
  readonly code?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
};

/** A refusal by the service, or the reason why it could not be reached. */
export class TapeError extends Error {
  override readonly name: string = 'TapeError';
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** Error code of the service, such as NOT_FOUND; null if the answer had none. */
  readonly code: string | null;
  /** How long the service asks to wait before the next attempt; null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { status, code, retryAfterMs, cause }: Facts = {}) {
    super(message, { cause });
    this.status = status ?? null;
    this.code = code ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}

/** The service no longer keeps the missed messages: they will never arrive. */
export class GapError extends TapeError {
  override readonly name = 'GapError';
  /** The position up to which all messages were delivered. */
  readonly after: Position;
  /** Where the stream continues; in a different epoch if the service has begun a new one, null if it does not say. */
  readonly next: Position | null;

  constructor(after: Position, next: Position | null = null) {
    super(`messages after ${after.epoch}:${after.sequence} are no longer kept; read the current state again`);
    this.after = after;
    this.next = next;
  }
}

/** How a connection of the stream failed. */
export type ConnectionFailure =
  /** It could not be established. */
  | 'unreachable'
  /** It was lost without a close message. */
  | 'broken'
  /** The service closed it; `closeCode` says how. */
  | 'closed'
  /** Nothing was received for so long that it counts as dead. */
  | 'silent'
  /** Its reader was so slow that the client dropped it, to resume later. */
  | 'behind';

/** Why there is no stream connection, in cases other than a refusal by the service. */
export class ConnectionError extends TapeError {
  override readonly name = 'ConnectionError';
  readonly failure: ConnectionFailure;
  /** Close code of the WebSocket (RFC 6455), such as 1008; null if there is none. */
  readonly closeCode: number | null;
  /** The reason that the service gave when it closed the WebSocket, '' if none. */
  readonly closeReason: string;

  constructor(
    failure: ConnectionFailure,
    message: string,
    { code = null, reason = '', cause }: { code?: number | null; reason?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.failure = failure;
    this.closeCode = code;
    this.closeReason = reason;
  }
}

/** The error in a refusal. */
export async function refusalOf(response: Response): Promise<TapeError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return refusalIn({ status, retryAfter: headers.get('retry-after'), location: headers.get('location'), text });
}

/** The error in a refusal. If the body is not one of the service's errors, its first 200 characters become the cause. */
export function refusalIn(answer: {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly text: string;
}): TapeError {
  const { status, retryAfter, location, text } = answer;
  const body = parsed(text);
  const isErrorBody = isErrorIn(body);
  const described = isErrorBody ? body.error : `the service answered ${status}`;
  const advice = status === 414 || status === 431 ? fewerItems : movedTo(status, location);
  return new TapeError(described + advice, {
    status,
    code: isErrorBody ? body.code : null,
    retryAfterMs: retryAfterOf(retryAfter),
    ...(!isErrorBody && text.trim() !== '' && { cause: text.trim().slice(0, 200) }),
  });
}

/** Advice for a request that is too long. */
export const fewerItems = '; name fewer items per call';

// Gateways answer with objects of their own
const isErrorIn = (body: unknown): body is { readonly error: string; readonly code: string } =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  'code' in body &&
  typeof body.error === 'string' &&
  typeof body.code === 'string';

/** Where a redirect leads that was not followed, without its query, which can contain a key. */
function movedTo(status: number, location: string | null): string {
  if (status < 300 || status >= 400 || location === null || !URL.canParse(location)) return '';
  const { origin, pathname } = new URL(location);
  return `, a redirect to ${origin}${pathname}; if the service is there, give its address as url`;
}

/** What an answer is that is not the expected one, such as the page of a proxy. */
export const foundIn = ({ status, headers }: Response, text: string): string =>
  `status ${status}, ${headers.get('content-type') ?? 'no content type'}, ${text.trim() === '' ? 'empty' : JSON.stringify(text.trim().slice(0, 80))}`;

/** The same for an answer that was not read yet, of which only the beginning is read. */
export async function foundAtStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const start = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => undefined);
  return foundIn(response, new TextDecoder().decode(start?.value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies answer with HTML pages
    return null;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; is the service running there?',
  ConnectionRefused: 'the connection was refused; is the service running there?',
  ENOTFOUND: 'there is no host of that name',
  ECONNRESET: 'the connection was closed unexpectedly',
  UND_ERR_SOCKET: 'the connection was closed unexpectedly',
};

/** Why a request failed: runtimes say it in nested causes, browsers not at all. */
export function reasonOf(thrown: unknown): string {
  let described = '';
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const reason = reasons[String((cause as { readonly code?: unknown }).code)];
    if (reason !== undefined) return reason;
    described = cause.message || described;
  }
  return described || 'the request failed';
}

export const unreached = (address: string, cause: unknown): TapeError =>
  new TapeError(unreachedText(address, cause), { cause });

/** The same for a stream or a list. */
export const unconnected = (address: string, cause: unknown): ConnectionError =>
  new ConnectionError('unreachable', unreachedText(address, cause), { cause });

const unreachedText = (address: string, cause: unknown): string =>
  `${new URL(address).origin} cannot be reached: ${reasonOf(cause)}`;

/** Whether the failure is temporary, so that another attempt can succeed. */
const mayPass = ({ status, code }: TapeError): boolean =>
  status === null || ([408, 429, 500, 502, 503, 504].includes(status) && code !== 'NO_DATABASE');

// A limit for each minute asks for a minute at most, one for each day for hours
const maxPauseMs = 60_000;

/** Whether to repeat a request, for which a caller waits: not if the service asks for more than a minute. */
export const mayRepeat = (refusal: TapeError): boolean => mayPass(refusal) && (refusal.retryAfterMs ?? 0) <= maxPauseMs;

/** Whether to try again to open a stream, which also waits for a proxy with further statuses, or a network that first wants a login. */
export const mayOpenLater = (refusal: TapeError): boolean =>
  mayPass(refusal) || (refusal.status !== null && (refusal.status < 400 || refusal.status >= 500));
