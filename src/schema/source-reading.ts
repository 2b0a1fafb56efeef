import type { Game } from './game.ts';

/** Kinds of which absence can mean something: sales and past prices are never gone. */
export type SweptKind = 'offer' | 'buyOrder' | 'quote';

/** Which records an ended complete reading speaks for. */
export type SweepScope = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly kinds: readonly SweptKind[];
  /** Epoch milliseconds: what was last seen before is gone. */
  readonly seenBefore: number;
  /** Epoch milliseconds of which the reading speaks, where that is not `seenBefore`. */
  readonly asOf?: number;
  readonly at: number;
};

/** What one complete answer about one item speaks for. */
export type ItemSweepScope = SweepScope & {
  readonly name: string;
  /** The answer was cut at its page size: beyond its last price it says nothing. */
  readonly isCut: boolean;
};

/** What a complete reading speaks for when its bytes are the same as last time. */
export type ConfirmScope = Omit<SweepScope, 'seenBefore'>;

/** What a source said of itself after one run. */
export type SourceRun = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly outcome: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly rows: number;
  readonly rejected: number;
  readonly detail: string | null;
};
