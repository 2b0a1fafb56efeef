import type { Book } from '../../book/book.ts';
import type { Collector } from '../../collect/collector.ts';
import type { Sink } from '../../collect/sink.ts';
import type { Connector } from '../../contract/connector.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Tape } from '../../tape/tape.ts';
import type { MakeCollector } from '../connectors/make-collector.ts';
import type { OpenTape } from '../tape/open-tape.ts';
import type { OtherNodes } from './other-nodes.ts';
import type { OtherUses } from './other-uses.ts';
import type { SharedKeys } from './shared-keys.ts';

/** What tells of the sources: those that this process reads, or what another one says of them. */
export type Gathering = {
  readonly collector: Pick<Collector, 'health' | 'itemRequested' | 'offersLookedUp' | 'renew'>;
  readonly start: (failed: (error: unknown) => void) => void;
  readonly stop: () => Promise<void>;
  readonly keepTold: () => Promise<void>;
  readonly keepLastTold: () => Promise<void>;
};

export type ReplicaParts = {
  readonly book: Book;
  readonly hub: Hub;
  readonly tape: Tape;
  readonly store: OpenStore;
  readonly storedTo: number;
  readonly rates: ExchangeRates;
};

/** How this process is, for the other nodes. */
export type Begun = {
  readonly place: () => { readonly epoch: string; readonly sequence: number };
};

/** This process among the nodes of a cluster. */
export type ClusterNode = {
  /** It reads no marketplace, and has everything from the tape. */
  readonly isReplica: boolean;
  readonly keys: SharedKeys;
  readonly nodes: OtherNodes;
  readonly uses: OtherUses;
  /** The tape that all nodes share, and up to where the store has what stands on it. */
  readonly openTape: (store: OpenStore) => Promise<OpenTape>;
  /** Begins what a node does beside serving: writing to the store, saying how its sources are. */
  readonly begin: (begun: Begun) => void;
  /** The marketplaces, shared with other nodes that collect, and what those read. */
  readonly share: (reading: {
    readonly connectors: readonly Connector[];
    readonly make: MakeCollector;
    readonly sink: Sink;
  }) => Omit<Collector, 'runOnce'>;
  /** Puts book and stream where the tape stands, and follows it from there on. */
  readonly follow: (parts: ReplicaParts) => Promise<void>;
  /** What other nodes say of the sources. */
  readonly told: Gathering;
  /** Tells and keeps nothing any more; called when everything else has stopped. */
  readonly leave: () => Promise<void>;
  /** From now on it is stopping; what waits for the log in vain is given up after that time. */
  readonly stopping: (patienceMs: number) => void;
};
