import type { FrontHits } from '../api/fronts/for-fronts.ts';

/** What a front worker needs to begin. */
export type Begin = {
  readonly is: 'begin';
  readonly host: string;
  readonly port: number;
  /** Where the process of the book answers. */
  readonly path: string;
  /** Where it sends streams. */
  readonly trunk: string;
  /** What is shown there for tickets. */
  readonly secret: string;
  /** Memory that kept answers may take. */
  readonly bytes: number;
};

/** What the process of the book says to a front worker. */
export type ToFront =
  | Begin
  /** That the keys are still those of which nothing else was said: what is kept may be given. */
  | { readonly is: 'beat' }
  /** The keys are others now: what is kept must be asked for again. */
  | { readonly is: 'forget' }
  | { readonly is: 'stop' };

/** What a front worker says. */
export type FromFront =
  /** It can be told to begin. */
  | { readonly is: 'ready' }
  | { readonly is: 'listening'; readonly port: number }
  | { readonly is: 'refused'; readonly code: string; readonly message: string }
  /** With the connection of a reader who is to be answered there, and what came on it. */
  | { readonly is: 'handed'; readonly sent: Buffer }
  | ({ readonly is: 'report' } & FrontReport);

export type FrontReport = {
  readonly hits: readonly FrontHits[];
  readonly connections: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
};
