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

  constructor(after: Position) {
    super(`messages after ${after.epoch}:${after.sequence} are no longer kept; read the present state anew`);
    this.after = after;
  }
}

/** A place in the sequence of all changes. */
export type Position = { readonly epoch: string; readonly sequence: number };

/** What a refusal says. */
export async function refusalOf(response: Response): Promise<TapeError> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  const isTold = typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
  const said = isTold ? String(body.error) : `the service answered ${status}`;
  const advice = status === 414 || status === 431 ? '; name fewer items at once, in several calls' : '';
  return new TapeError(said + advice, {
    status,
    code: isTold ? String(body.code) : null,
    retryAfterMs: retryAfterOf(headers.get('retry-after')),
  });
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
  new TapeError(`${new URL(address).origin} cannot be reached: ${reasonOf(cause)}`, { cause });

/** Whether another attempt may better it. */
export const mayPass = ({ status }: TapeError): boolean =>
  status === null || [408, 429, 500, 502, 503, 504].includes(status);
