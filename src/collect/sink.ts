import type { QuotesOf } from '../contract/connector.ts';
import type {
  ConfirmScope,
  Game,
  ItemSweepScope,
  MarketRecord,
  SourceGap,
  SourceRun,
  Stamp,
  SweepScope,
  SweptKind,
} from '../schema/index.ts';
import type { SeeingAgain } from './decode/sift-list.ts';

/** The end of a reading of a whole list, of its pages, or of a feed's initial snapshot. */
export type EndedReading = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  /** Epoch milliseconds. A reading that continues after a failure keeps its first start. */
  readonly startedAt: number;
  /** Whether the reading was completed. */
  readonly isWhole: boolean;
};

/** Receives what the collector reads. */
export type Sink = {
  /**
   * Receives records of one reading. `digests` has, for each record, the digest of its row where the row gave only that
   * record, else 0. Resolves when more can be taken.
   */
  readonly take: (records: readonly MarketRecord[], stamp: Stamp, digests?: readonly number[]) => Promise<void>;
  /** Marks quotes as seen again by the digest they came with; absent where digests cannot be looked up synchronously. */
  readonly seeAgain?: (stamp: Stamp & { readonly game: Game }) => SeeingAgain;
  /** A complete reading ended: what it omitted is gone. */
  readonly sweep: (scope: SweepScope & { readonly source: string }) => Promise<void>;
  /** A complete answer about one item ended: what it omitted is gone, except beyond the last price of a cut answer. */
  readonly sweepItem: (scope: ItemSweepScope & { readonly source: string }) => Promise<void>;
  /** The last complete reading of the source still holds at `at`. */
  readonly confirm: (scope: ConfirmScope & { readonly source: string }) => void | Promise<void>;
  readonly ran: (run: SourceRun) => void;
  /** A gap of a source has ended. */
  readonly gap: (gap: SourceGap) => void;
  /** Called after everything the reading brought was passed to the sink. */
  readonly readingEnded: (reading: EndedReading) => void;
};

const sweptKinds = ['offer', 'buyOrder', 'quote'] as const;

/** The kinds among these whose absence can mean that they are gone. */
export const sweptOf = (kinds: readonly string[], { quotesOf }: QuotesOf = {}): SweptKind[] =>
  sweptKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => {
      if (kind !== 'quote' || quotesOf === undefined) return kind;
      return quotesOf === 'items' ? 'itemQuote' : 'variantQuote';
    });
