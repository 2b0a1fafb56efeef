import type { Game } from './game.ts';
import type { Money } from './money/money.ts';
import type { Age } from './normal-record.ts';
import type { Variant } from './traits/variant.ts';

/**
 * Kinds of records that a sweep removes; sales and past prices are never swept. Quotes are those of whole items and of
 * variants, or one of the two where a marketplace lists them apart.
 */
export type SweptKind = 'offer' | 'buyOrder' | QuoteKind;
export type QuoteKind = 'quote' | 'itemQuote' | 'variantQuote';

export const isQuoteKind = (kind: SweptKind): kind is QuoteKind => kind !== 'offer' && kind !== 'buyOrder';

/**
 * The records that a finished complete reading covers. What its source saw last, before `seenBefore`, is gone; what another
 * one saw last is gone if that was also before the reading was made at the earliest. Both instants default to `seenBefore`.
 */
export type SweepScope = Partial<Age> & {
  /** Absent where the records of all sources are treated alike. */
  readonly source?: string;
  readonly marketplaceId: number;
  readonly game: Game;
  readonly kinds: readonly SweptKind[];
  /** Epoch milliseconds; records last seen before this are gone. */
  readonly seenBefore: number;
  /** No record of this reading is dated later. A record that is was seen earlier, under a clock that ran ahead. */
  readonly datedUntil?: number;
  readonly at: number;
};

/** The records that one complete answer about one item covers. */
export type ItemSweepScope = Omit<SweepScope, 'datedUntil'> & {
  readonly name: string;
  /** The answer was cut at its page size, so it says nothing beyond its last price. */
  readonly isCut: boolean;
  /** How many records the answer had; whatever else was seen since came from other sources, at any price. */
  readonly records?: number;
};

/** The records that a complete reading, or a complete answer about one item, confirms when it is the same as last time. */
export type ConfirmScope = Omit<SweepScope, 'seenBefore' | 'datedUntil' | 'earliest'> & {
  /** The item that the answer is about. */
  readonly name?: string;
  /** When the answer arrived that is still the same: it says nothing of entries that have changed since. */
  readonly changedUntil?: number;
};

/**
 * What a complete reading, or a complete answer about one item, has confirmed: all entries of these kinds that stand after
 * it. Other nodes and later starts learn from it what no change tells them. Epoch milliseconds.
 */
export type Confirmation = {
  readonly marketplaceId: number;
  readonly game: Game;
  /** null: all items of the game. */
  readonly name: string | null;
  readonly kinds: readonly SweptKind[];
  readonly source: string;
  /** The source has seen each of them then, or later, but for those that another source has seen since `earliest`. */
  readonly seenAt: number;
  readonly earliest: number;
  /** Set where the answer was cut at its page size. */
  readonly isCut?: boolean;
  /** Set where nothing is known of entries at a worse price than this. */
  readonly reach?: Money;
  /** Set where nothing is known of entries that changed later than this. */
  readonly changedUntil?: number;
  /** Set where a feed has told only these again, without a change; `kinds` is empty then. */
  readonly only?: Confirmations;
  /** When the reading ended. */
  readonly at: number;
};

/** Offers and buy orders by id, and quotes by name and variant. */
export type Confirmations = {
  readonly offers: readonly string[];
  readonly orders: readonly string[];
  readonly quotes: readonly (readonly [name: string, phase: Variant | null])[];
};

/** Result of one run of a source. */
export type SourceRun = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly outcome: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly rows: number;
  readonly rejected: number;
  /** How many records of a complete list had a price; null where this is not counted. */
  readonly priced: number | null;
  readonly detail: string | null;
};

/** Identifies a source of a marketplace for one game within a process. */
export const sourceKeyOf = (of: Pick<SourceRun, 'marketplaceId' | 'source' | 'game'>): string =>
  `${of.marketplaceId} ${of.source} ${of.game}`;

/** What a gap began with. */
export const gapReasons = ['cut', 'silent', 'failed', 'shrunk', 'notRunning'] as const;
export type GapReason = (typeof gapReasons)[number];

/**
 * A period in which a source did not deliver data as it should have. What appeared and disappeared within it may never be
 * known; what exists at its end is. Epoch milliseconds.
 *
 * `from` is the last moment up to which the data is certainly complete, `to` the first from which it is complete again.
 * For a feed, these are the last message on the lost connection and the first message on a new one that has joined. For a
 * polled source, they are the start of the last good reading and the start of the attempt that produced the next one.
 * That counts as a gap only when a reading in between failed or shrank, or the service did not run or the machine slept,
 * and when the good reading began at least one interval of the source after it was due.
 */
export type SourceGap = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
};

/** Bounds of the age histogram in milliseconds, each a fifth above the one before: from a second to three months. */
export const ageBounds: readonly number[] = Array.from({ length: 88 }, (_, at) => 1_000 * 1.2 ** at);

/** Record of a source over one day (UTC), updated while the day goes on. Epoch milliseconds. */
export type SourceDay = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  /** Start of the day. */
  readonly day: number;
  /** Start of the record; later than `day` on the day the source was first read. */
  readonly since: number;
  readonly notedTo: number;
  /** The data was last known to be complete up to this instant. */
  readonly completeTo: number;
  /** When the data counts as late unless it is read again. */
  readonly lateAt: number;
  /** What has gone wrong since `completeTo`; null when nothing has. */
  readonly reason: GapReason | null;
  /** Milliseconds of the day in which the data was not late. */
  readonly knownMs: number;
  /** Histogram of the data's age: alternating indexes into `ageBounds` and milliseconds spent at that age. */
  readonly ages: readonly number[];
};

/** End of a complete reading, with the sequences of the first and last change it caused; null when it caused none. */
export type SourceBatch = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly first: number | null;
  readonly last: number | null;
  /** When the reading began, epoch milliseconds, which tells it from others; missing in records of earlier releases. */
  readonly startedAt?: number;
};
