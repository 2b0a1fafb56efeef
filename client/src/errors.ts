import type { Position } from './resume-point.ts';
import { retryAfterOf } from './wait.ts';

type Facts = {
  readonly status?: number;
  readonly code?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
};

/** What the service refused, or why it could not be asked. */
export class TapeError extends Error {
  override readonly name: string = 'TapeError';
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Code of the service, such as NOT_FOUND; null when the answer held none. */
  readonly code: string | null;
  /** How long the service asks to wait before the next attempt; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { status, code, retryAfterMs, cause }: Facts = {}) {
    super(message, { cause });
    this.status = status ?? null;
    this.code = code ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}

/** The service no longer keeps what was missed: some messages will never come. */
export class GapError extends TapeError {
  override readonly name = 'GapError';
  /** The last place up to which everything was told. */
  readonly after: Position;
  /** Where the stream goes on; of another epoch when the service has begun a new numbering, null when it does not say. */
  readonly next: Position | null;

  constructor(after: Position, next: Position | null = null) {
    super(`messages after ${after.epoch}:${after.sequence} are no longer kept; read the present state anew`);
    this.after = after;
    this.next = next;
  }
}

/** How a connection of the stream failed. */
export type ConnectionFailure =
  /** It could not be made. */
  | 'unreachable'
  /** It broke off without a word. */
  | 'broken'
  /** The service closed it; `closeCode` says how. */
  | 'closed'
  /** Nothing came for so long that it counts as dead. */
  | 'silent'
  /** Its reader was so slow that it was given up, to be taken up again. */
  | 'behind';

/** Why there is no connection of the stream, where the service refused nothing. */
export class ConnectionError extends TapeError {
  override readonly name = 'ConnectionError';
  readonly failure: ConnectionFailure;
  /** Close code of the WebSocket (RFC 6455), such as 1008; null where there is none. */
  readonly closeCode: number | null;
  /** What the service said as it closed the WebSocket, '' when nothing. */
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

/** What a refusal says. */
export async function refusalOf(response: Response): Promise<TapeError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return refusalIn({ status, retryAfter: headers.get('retry-after'), text });
}

/** What an answer says that is a refusal; without the service's own words, its beginning is the cause. */
export function refusalIn(answer: {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}): TapeError {
  const { status, retryAfter, text } = answer;
  const body = parsed(text);
  const isTold = typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
  const said = isTold ? String(body.error) : `the service answered ${status}`;
  const advice = status === 414 || status === 431 ? fewerItems : '';
  return new TapeError(said + advice, {
    status,
    code: isTold ? String(body.code) : null,
    retryAfterMs: retryAfterOf(retryAfter),
    ...(!isTold && text.trim() !== '' && { cause: text.trim().slice(0, 200) }),
  });
}

/** What to do about a request that is too long. */
export const fewerItems = '; name fewer items at once, in several calls';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies answer with pages
    return null;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; is the service running there?',
  ConnectionRefused: 'the connection was refused; is the service running there?',
  ENOTFOUND: 'there is no host of this name',
  ECONNRESET: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
};

/** What is known of why a request failed: runtimes say it in causes of causes, browsers not at all. */
function reasonOf(thrown: unknown): string {
  let said = '';
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const reason = reasons[String((cause as { readonly code?: unknown }).code)];
    if (reason !== undefined) return reason;
    said = cause.message || said;
  }
  return said || 'the request failed';
}

export const unreached = (address: string, cause: unknown): TapeError =>
  new TapeError(unreachedText(address, cause), { cause });

/** The same for a stream. */
export const unconnected = (address: string, cause: unknown): ConnectionError =>
  new ConnectionError('unreachable', unreachedText(address, cause), { cause });

const unreachedText = (address: string, cause: unknown): string =>
  `${new URL(address).origin} cannot be reached: ${reasonOf(cause)}`;

/** Whether another attempt may better it. */
export const mayPass = ({ status }: TapeError): boolean =>
  status === null || [408, 429, 500, 502, 503, 504].includes(status);
