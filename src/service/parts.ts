import type { Keys } from '../api/keys.ts';
import type { ItemPages } from '../book/best/market-rules.ts';
import type { Book } from '../book/book.ts';
import type { ExchangeRates } from '../normalise/exchange-rates.ts';
import type { KnownFees, KnownTerms } from '../schema/index.ts';
import type { OpenStore } from '../store/open-store.ts';
import type { Writer } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import type { Follower } from '../tape/follower.ts';
import type { Recorder } from '../tape/recorder.ts';
import type { TermsInForce } from './live/live-terms.ts';
import type { OpenTape } from './snapshots/open-tape.ts';
import type { SnapshotKeeper } from './snapshots/snapshot-keeper.ts';
import type { SaleDedup } from './tape/sale-dedup.ts';
import type { TapePublisher } from './tape/tape-publisher.ts';

/** The parts that store and publish, opened before anything is collected or served. */
export type Parts = OpenTape & {
  readonly store: OpenStore;
  readonly keys: Keys;
  readonly writer: Writer;
  readonly fees: KnownFees;
  readonly terms: KnownTerms;
  readonly liveTerms: TermsInForce;
  readonly itemPages: ItemPages;
  readonly book: Book;
  readonly rates: ExchangeRates;
  /** Whether the tape has records of earlier runs, which readers of the stream may have received. */
  readonly hasPast: boolean;
  readonly hub: Hub;
  readonly recorder: Recorder;
  readonly sales: SaleDedup;
  readonly publisher: TapePublisher;
  /** Whether past states are kept. */
  readonly keepsStates: boolean;
  readonly keeper: SnapshotKeeper;
  /** Null where another node writes the tape to the store. */
  readonly storeFollower: Follower | null;
};
