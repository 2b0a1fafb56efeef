import type { FrontHits } from './for-fronts.ts';

/** Configuration of a front worker. */
export type Begin = {
  readonly is: 'begin';
  readonly host: string;
  readonly port: number;
  /** Unix socket of the book process for requests. */
  readonly path: string;
  /** Unix socket of the book process for streams. */
  readonly trunk: string;
  /** Sent to the book process to request tickets. */
  readonly secret: string;
  /** Memory limit for cached responses. */
  readonly bytes: number;
};

/** Messages from the book process to a front worker. */
export type ToFront =
  | Begin
  /** The keys are unchanged: cached responses remain valid. */
  | { readonly is: 'beat' }
  /** The keys have changed: drop all cached responses. */
  | { readonly is: 'forget' }
  | { readonly is: 'stop' };

/** Messages from a front worker to the book process. */
export type FromFront =
  /** The worker is loaded and waits for `begin`. */
  | { readonly is: 'ready' }
  | { readonly is: 'listening'; readonly port: number }
  | { readonly is: 'refused'; readonly code: string; readonly message: string }
  /** Sent with the connection of a reader to hand over, and the bytes received on it. */
  | { readonly is: 'handed'; readonly sent: Buffer }
  | ({ readonly is: 'report' } & FrontReport);

export type FrontReport = {
  readonly hits: readonly FrontHits[];
  readonly connections: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
};
