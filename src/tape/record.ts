import type { Change, DatedTopBid, Game, NormalSale, SourceBatch, SourceGap } from '../schema/index.ts';

export type StreamSale = NormalSale & { readonly marketplaceId: number };

/** How a source of a marketplace is, as far as readers of the stream are told. Instants are epoch milliseconds. */
export type StreamSource = {
  readonly marketplaceId: number;
  readonly slug: string;
  readonly source: string;
  readonly game: Game;
  readonly state: string;
  readonly detail: string | null;
  readonly lastReadAt: number | null;
};

/** What can stand on the tape; each takes one number. */
export type Happening =
  | { readonly what: 'change'; readonly change: Change }
  | { readonly what: 'sale'; readonly sale: StreamSale }
  /** For the store alone: readers are told of every buy order. */
  | { readonly what: 'topBid'; readonly topBid: DatedTopBid }
  | { readonly what: 'source'; readonly source: StreamSource }
  | { readonly what: 'gap'; readonly gap: SourceGap }
  | { readonly what: 'batch'; readonly batch: SourceBatch }
  /** Of a kind that a later release has written; it tells nothing. */
  | { readonly what: 'unknown' };

/** A happening with the time in the envelope of its message, epoch milliseconds. */
export type TapeRecord = Happening & { readonly at: number };
