import type { Game, MarketRecord, Stamp } from '../schema/index.ts';

export type SweptKind = 'offer' | 'buyOrder' | 'quote';

/** What a complete reading speaks for. Instants are epoch milliseconds. */
export type SweepScope = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly kinds: readonly SweptKind[];
  /** What was last seen before is gone. */
  readonly seenBefore: number;
  /** The instant of which the reading speaks, where that is not `seenBefore`. */
  readonly asOf?: number;
  readonly at: number;
};

/** Where the runtime puts what it read. */
export type Sink = {
  /** Takes records of one reading; resolves when more can be taken. */
  readonly take: (records: readonly MarketRecord[], stamp: Stamp) => Promise<void>;
  /** A complete reading ended: what it did not mention is gone. */
  readonly sweep: (scope: SweepScope) => Promise<void>;
  /** A complete answer about one item; beyond the last price of a cut one it says nothing. */
  readonly sweepItem: (scope: SweepScope & { readonly name: string; readonly isCut: boolean }) => Promise<void>;
  /** The last complete reading of the source still holds at `at`. */
  readonly confirm: (scope: Omit<SweepScope, 'seenBefore'> & { readonly source: string }) => void | Promise<void>;
  readonly ran: (run: {
    readonly marketplaceId: number;
    readonly source: string;
    readonly game: Game;
    readonly outcome: string;
    readonly startedAt: number;
    readonly milliseconds: number;
    readonly rows: number;
    readonly rejected: number;
    readonly detail: string | null;
  }) => void;
};

const sweptKinds: readonly SweptKind[] = ['offer', 'buyOrder', 'quote'];

/** The kinds of a source whose absence can mean something: sales and past prices are never gone. */
export const sweptOf = (kinds: readonly string[]): SweptKind[] => sweptKinds.filter((kind) => kinds.includes(kind));
