/** What the service refused, or why it could not be asked. */
export class TapeError extends Error {
  override readonly name: string = 'TapeError';
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Code of the service, such as NOT_FOUND; null when the answer held none. */
  readonly code: string | null;

  constructor(message: string, facts: { status?: number; code?: string | null; cause?: unknown } = {}) {
    super(message, { cause: facts.cause });
    this.status = facts.status ?? null;
    this.code = facts.code ?? null;
  }
}

/** The service no longer keeps what was missed: some messages will never come, and what follows is live. */
export class GapError extends TapeError {
  override readonly name = 'GapError';
  /** The last message that was told before the gap. */
  readonly after: Position;

  constructor(after: Position) {
    super(`messages after ${after.epoch}:${after.sequence} are no longer kept; read the present state anew`);
    this.after = after;
  }
}

/** A place in the sequence of all changes. */
export type Position = { readonly epoch: string; readonly sequence: number };
