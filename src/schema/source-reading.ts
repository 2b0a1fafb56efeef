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
  /** Nothing that the reading told is dated later: what is was last seen before it, by a clock that ran ahead. */
  readonly datedUntil?: number;
  readonly at: number;
};

/** What one complete answer about one item speaks for. */
export type ItemSweepScope = Omit<SweepScope, 'datedUntil'> & {
  readonly name: string;
  /** The answer was cut at its page size: beyond its last price it says nothing. */
  readonly isCut: boolean;
};

/** What a complete reading speaks for when its bytes are the same as last time. */
export type ConfirmScope = Omit<SweepScope, 'seenBefore' | 'datedUntil'>;

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

/** Tells the sources of a process apart: a source of a marketplace for one game. */
export const sourceKeyOf = (of: Pick<SourceRun, 'marketplaceId' | 'source' | 'game'>): string =>
  `${of.marketplaceId} ${of.source} ${of.game}`;

/** Why nobody was told what happened, by what it began with. */
export const gapReasons = ['cut', 'silent', 'failed', 'shrunk', 'notRunning'] as const;
export type GapReason = (typeof gapReasons)[number];

/**
 * A time over which a source did not tell what it should have: what came and went within it may never be known, and
 * what stands at its end does. Epoch milliseconds.
 *
 * `from` is the last moment up to which everything was certainly told, `to` the first at which it was told again. Of a
 * feed these are when something last came on the connection that was lost, and when something first came on another
 * one that had joined. Of what is asked they are when the last good reading began, and when the attempt began that
 * brought the next one; it is a gap where a reading in between failed or shrank, or the service did not run, and the
 * good one began an interval of the source or more after it was due.
 */
export type SourceGap = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
};

/** Ages in milliseconds that are told apart, each a fifth above the one before: a second to three months. */
export const ageBounds: readonly number[] = Array.from({ length: 88 }, (_, at) => 1_000 * 1.2 ** at);

/** How a source was on one day (UTC), as it was noted while the day went on. Epoch milliseconds. */
export type SourceDay = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  /** Its begin. */
  readonly day: number;
  /** From when on it was noted; later than the begin on the day on which it was read for the first time. */
  readonly since: number;
  readonly notedTo: number;
  /** Up to when everything was told, as it stood last. */
  readonly toldTo: number;
  /** From when on that counts as late. */
  readonly lateAt: number;
  /** What went wrong since, null where nothing did. */
  readonly reason: GapReason | null;
  /** How long what was known was not late. */
  readonly knownMs: number;
  /** How long what was known was so old: places of `ageBounds` and milliseconds, in turn. */
  readonly ages: readonly number[];
};

/** The end of a reading of everything, and the sequences of the first and the last that it brought about, if any. */
export type SourceBatch = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly first: number | null;
  readonly last: number | null;
};
