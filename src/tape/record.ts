import type {
  Change,
  Confirmation,
  DatedTopBid,
  Game,
  ItemStatement,
  NormalSale,
  SourceBatch,
  SourceGap,
} from '../schema/index.ts';

export type StreamSale = NormalSale & { readonly marketplaceId: number };

/** The state of a source as the stream publishes it. Instants are epoch milliseconds. */
export type StreamSource = {
  readonly marketplaceId: number;
  readonly slug: string;
  readonly source: string;
  readonly game: Game;
  readonly state: string;
  readonly detail: string | null;
  readonly lastReadAt: number | null;
};

/** Anything that can be recorded on the tape; each takes one sequence. */
export type Happening =
  | { readonly what: 'change'; readonly change: Change }
  | { readonly what: 'sale'; readonly sale: StreamSale }
  /** For the store only: the stream publishes every buy order instead. */
  | { readonly what: 'topBid'; readonly topBid: DatedTopBid }
  /** For other nodes and later starts only: the stream tells it with the next offer of the item. */
  | { readonly what: 'item'; readonly item: ItemStatement }
  /** For other nodes, later starts and the store only: the stream tells no ages. */
  | { readonly what: 'confirmation'; readonly confirmation: Confirmation }
  | { readonly what: 'source'; readonly source: StreamSource }
  | { readonly what: 'gap'; readonly gap: SourceGap }
  | { readonly what: 'batch'; readonly batch: SourceBatch }
  /** A kind that a later release has written; it is ignored. */
  | { readonly what: 'unknown' };

/** A happening with the `timestamp` of its message, epoch milliseconds. */
export type TapeRecord = Happening & { readonly at: number };
