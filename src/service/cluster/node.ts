import type { JournalStorage } from '../../alerts/journal.ts';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import type { Book } from '../../book/book.ts';
import type { Collector } from '../../collect/collector.ts';
import type { Sink } from '../../collect/sink.ts';
import type { Connector } from '../../contract/connector.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Position } from '../../schema/index.ts';
import type { OpenStore } from '../../store/open-store.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Snapshots } from '../../tape/snapshot/snapshot.ts';
import type { Tape } from '../../tape/tape.ts';
import type { MakeCollector } from '../connectors/make-collector.ts';
import type { RestorePlan } from '../snapshots/restore-plan.ts';
import type { OpenTape } from '../tape/open-tape.ts';
import type { OtherNodes } from './other-nodes.ts';
import type { OtherUses } from './other-uses.ts';
import type { SharedKeys } from './shared-keys.ts';
import type { SourcesElsewhere } from './sources-elsewhere.ts';

/** The sources: those that this process reads, or the reports of the node that reads them. */
export type Gathering = {
  readonly collector: Pick<Collector, 'health' | 'itemRequested' | 'offersLookedUp' | 'renew'>;
  readonly start: (failed: (error: unknown) => void) => void;
  readonly stop: () => Promise<void>;
  readonly storeCompleteness: () => Promise<void>;
  readonly storeLastCompleteness: () => Promise<void>;
};

export type ReplicaParts = {
  readonly book: Book;
  readonly hub: Hub;
  readonly tape: Tape;
  readonly store: OpenStore;
  readonly snapshots: Snapshots;
  readonly plan: RestorePlan;
  readonly rates: ExchangeRates;
};

/** The state of this process, for the other nodes. */
export type Begun = {
  readonly position: () => Position;
};

/** This process as a node of a cluster. */
export type ClusterNode = {
  /** Whether it reads no marketplace and gets everything from the tape. */
  readonly isReplica: boolean;
  /** How far the clocks of other nodes may run ahead of this one's. */
  readonly skewMs: number;
  readonly keys: SharedKeys;
  readonly nodes: OtherNodes;
  readonly uses: OtherUses;
  /** Opens the tape that all nodes share, and the snapshots beside it. */
  readonly openTape: () => Promise<OpenTape>;
  /** Begins what a node does in addition to serving: reporting its state, and writing to the store with that role. */
  readonly begin: (begun: Begun) => void;
  /** Shares the marketplaces with other nodes that collect, and receives what those read. */
  readonly share: (reading: {
    readonly connectors: readonly Connector[];
    readonly make: MakeCollector;
    readonly sink: Sink;
    /** Resolves when everything that the sink has received is on the tape. */
    readonly untilPublished: () => Promise<void>;
  }) => Omit<Collector, 'runOnce'>;
  /** Brings book and stream to the head of the tape, and follows it from there. */
  readonly follow: (parts: ReplicaParts) => Promise<void>;
  /** Up to when each source is complete, whichever node reads it. */
  readonly elsewhere: Pick<SourcesElsewhere, 'completeUntil' | 'completeness'>;
  /** The sources as other nodes report them. */
  readonly gathering: Gathering;
  /** The state of writing the tape to the store; null where another node does that. */
  readonly storing: () => WriterStats | null;
  /** Opens the alerts of the cluster, for the node that writes the tape; a file begins them if there are none yet. */
  readonly openJournal: (file: string) => Promise<JournalStorage>;
  /** Evaluates the rules of the cluster from now on, also for the other nodes. */
  readonly answerForRules: (actions: RuleActions) => void;
  /** The rules, wherever they are evaluated. */
  readonly rules: RuleActions;
  /** Lets another node write the tape; called when this one has written everything. */
  readonly handOver: () => Promise<void>;
  /** Leaves the cluster; called when everything else has stopped. */
  readonly leave: () => Promise<void>;
  /** Announces the stop; writes that still wait for the tape are given up after this time. */
  readonly stopping: (patienceMs: number) => void;
};
