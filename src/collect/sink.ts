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
import type { SeeingAgain } from './decode/known-rows.ts';

/** A reading of a whole list, of its pages, or of what a feed tells at its beginning. */
export type EndedReading = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  /** A reading that goes on after a failure keeps its own. Epoch milliseconds. */
  readonly startedAt: number;
  /** Whether it came to a good end. */
  readonly isWhole: boolean;
};

/** Where the runtime puts what it read. */
export type Sink = {
  /** Takes records of one reading, with the digests of the rows that say nothing else, 0 for none; resolves when more can be taken. */
  readonly take: (records: readonly MarketRecord[], stamp: Stamp, digests?: readonly number[]) => Promise<void>;
  /** Takes quotes as seen again that were given with a digest; absent where it cannot be said at once which those are. */
  readonly seeAgain?: (stamp: Stamp & { readonly game: Game }) => SeeingAgain;
  /** A complete reading ended: what it did not mention is gone. */
  readonly sweep: (scope: SweepScope & { readonly source: string }) => Promise<void>;
  /** A complete answer about one item; beyond the last price of a cut one it says nothing. */
  readonly sweepItem: (scope: ItemSweepScope) => Promise<void>;
  /** The last complete reading of the source still holds at `at`. */
  readonly confirm: (scope: ConfirmScope & { readonly source: string }) => void | Promise<void>;
  readonly ran: (run: SourceRun) => void;
  /** A source tells again. */
  readonly gap: (gap: SourceGap) => void;
  /** Whatever it brought has been given before. */
  readonly readingEnded: (reading: EndedReading) => void;
};

const sweptKinds: readonly SweptKind[] = ['offer', 'buyOrder', 'quote'];

/** The kinds of a source whose absence can mean something. */
export const sweptOf = (kinds: readonly string[]): SweptKind[] => sweptKinds.filter((kind) => kinds.includes(kind));
