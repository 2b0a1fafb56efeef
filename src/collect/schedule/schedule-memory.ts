import type { Outcome } from './outcome.ts';

/** What a marketplace has counted against a budget, and until when it wants no requests. Times are in epoch milliseconds. */
export type BudgetState = {
  /** When requests that can still count were answered. */
  readonly uses: readonly number[];
  /** The end of a hold; 0 without one. */
  readonly heldUntil: number;
  readonly restsUntil: number;
  readonly holdsInARow: number;
};

/** Keeps the state of one budget. */
export type BudgetMemory = {
  /** What an earlier run has left. */
  readonly stored: BudgetState;
  /** A request is about to be sent; resolves once that is kept. */
  readonly sent: () => Promise<void>;
  /** The marketplace has begun to answer a request that was sent. */
  readonly answered: (at: number) => void;
  /** A request was not made after all. */
  readonly unused: () => void;
  readonly held: (state: Omit<BudgetState, 'uses'>) => void;
};

/** What a source waits for after a failure. */
export type SourceState = {
  /** In epoch milliseconds. */
  readonly until: number;
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly failures: number;
  readonly blocks: number;
};

/** Keeps what one source waits for. */
export type SourceMemory = {
  /** What an earlier run has left; null when nothing is left to wait for or to remember. */
  readonly stored: () => SourceState | null;
  readonly note: (state: SourceState | null) => void;
};

/**
 * Keeps across restarts how patient the marketplaces have been with us, since they go on counting while we are away. Keys
 * name the address or the credential by which a marketplace counts, so another one begins with nothing.
 */
export type ScheduleMemory = {
  /** A short text for one that must not be kept in the clear. */
  readonly digest: (text: string) => string;
  readonly budget: (key: string, perSeconds: number) => BudgetMemory;
  readonly source: (key: string) => SourceMemory;
};
