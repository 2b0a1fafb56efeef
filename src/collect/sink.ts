import type {
  ConfirmScope,
  ItemSweepScope,
  MarketRecord,
  SourceRun,
  Stamp,
  SweepScope,
  SweptKind,
} from '../schema/index.ts';

/** Where the runtime puts what it read. */
export type Sink = {
  /** Takes records of one reading; resolves when more can be taken. */
  readonly take: (records: readonly MarketRecord[], stamp: Stamp) => Promise<void>;
  /** A complete reading ended: what it did not mention is gone. */
  readonly sweep: (scope: SweepScope) => Promise<void>;
  /** A complete answer about one item; beyond the last price of a cut one it says nothing. */
  readonly sweepItem: (scope: ItemSweepScope) => Promise<void>;
  /** The last complete reading of the source still holds at `at`. */
  readonly confirm: (scope: ConfirmScope & { readonly source: string }) => void | Promise<void>;
  readonly ran: (run: SourceRun) => void;
};

const sweptKinds: readonly SweptKind[] = ['offer', 'buyOrder', 'quote'];

/** The kinds of a source whose absence can mean something. */
export const sweptOf = (kinds: readonly string[]): SweptKind[] => sweptKinds.filter((kind) => kinds.includes(kind));
