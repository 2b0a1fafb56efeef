import type { Alerts } from '../../alerts/alerts.ts';
import type { JournalStorage } from '../../alerts/journal.ts';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import type { ApiOptions } from '../../api/create-api.ts';
import type { Keys } from '../../api/keys.ts';
import type { Position } from '../../schema/index.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import type { Parts } from '../parts.ts';
import type { OpenTape } from '../snapshots/open-tape.ts';
import type { Sources } from '../sources/sources.ts';
import type { Storing, StoringParts } from '../tape/open-storing.ts';

/** The state of this process, for the other nodes. */
export type Begun = {
  readonly position: () => Position;
  /** Null where another node runs the alerts. */
  readonly alerts: Alerts | null;
};

/** This process: the whole service, or one node of a cluster. Its members are listed in the order in which a start needs them. */
export type Node = {
  /** Whether no other process answers readers or writes to the store. */
  readonly isAlone: boolean;
  /** The name of its cluster; null where it is alone. */
  readonly cluster: string | null;
  /** Opens the API keys, with the operator token of this process. */
  readonly openKeys: (operatorToken: string) => Keys;
  /** Opens the tape and the snapshots beside it. */
  readonly openTape: () => Promise<OpenTape>;
  /** Opens what puts rows into the store. */
  readonly openStoring: (parts: StoringParts) => Promise<Storing>;
  /** Opens the sources, which are read once they are started. */
  readonly openSources: (options: CollectingOptions & { readonly isPlayed: boolean }, parts: Parts) => Promise<Sources>;
  /** Opens the journal of the alerts; null where another node runs them. */
  readonly openJournal: () => Promise<JournalStorage | null>;
  /** The rules, where another node evaluates them. */
  readonly rules: RuleActions | null;
  /** What the API tells of the other nodes. */
  readonly api: Pick<ApiOptions, 'nodes' | 'usedElsewhere'>;
  /** Open connections to the other nodes. */
  readonly connections: Pick<NonNullable<ApiOptions['stream']>['settings'], 'elsewhere'>;
  /** Whether the head of the tape is known from the beginning, so that the tape can be read before the service is ready. */
  readonly isTapeReadable: boolean;
  /** Brings book and stream to the head of the tape. */
  readonly restore: (parts: Parts) => Promise<void>;
  /** The service is ready. */
  readonly begin: (begun: Begun) => void;
  /** Creates a key if there is none; resolves to its text, null if there is one or this node may not create any. */
  readonly createFirstKey: (keys: Keys) => Promise<string | null>;
  /** The state of writing to the store, where a node can have two writers: of the tape, and of what is not on it. */
  readonly writerStats: (own: WriterStats) => WriterStats;
  /** Announces the stop; writes that still wait for the tape are given up after this time. */
  readonly stopping: (timeoutMs: number) => void;
  /** Lets another node write the tape, once nothing more is added to it; `stopPublishing` publishes what is left. */
  readonly handOver: (stopPublishing: () => Promise<void>) => Promise<void>;
  /** Called when everything else has stopped. */
  readonly leave: () => Promise<void>;
};
