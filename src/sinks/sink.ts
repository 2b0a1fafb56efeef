import type { Config } from '../config/settings.ts';
import type { Position } from '../schema/index.ts';
import type { RecordMessage } from '../stream/record-messages.ts';

/** Messages that follow each other, and how far the tape has been read with them. */
export type SinkBatch = {
  readonly messages: readonly RecordMessage[];
  /** The epoch of the tape, whose mark moves from one sequence to the other. */
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
};

export type OpenSink = {
  /** The sequence up to which everything is there; null where nothing is noted of the epoch. */
  readonly markOf: (epoch: string) => Promise<number | null>;
  readonly mark: (position: Position) => Promise<void>;
  /** Adds a batch and moves the mark, both or neither. Rejects if the mark is elsewhere, as another process writes. */
  readonly write: (batch: SinkBatch) => Promise<void>;
  /** What is under way is given up, and may or may not take effect. */
  readonly close: () => Promise<void>;
};

export type SinkName = 'postgres' | 'nats';

/** A place outside that gets each message once. */
export type Sink = {
  readonly name: SinkName;
  readonly open: () => Promise<OpenSink>;
};

/** The sinks that the settings ask for. */
export const sinkNames = (config: Pick<Config, 'sinks.postgres.url' | 'sinks.nats.servers'>): readonly SinkName[] => [
  ...(config['sinks.postgres.url'] === '' ? [] : (['postgres'] as const)),
  ...(config['sinks.nats.servers'].length === 0 ? [] : (['nats'] as const)),
];
