import { createHash } from 'node:crypto';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

export type StreamWishes = {
  /** Of the stream; what it holds is published on the subject `<name>.tape`. */
  readonly name: string;
  readonly keepMs: number;
  readonly keepBytes: number;
  /** Servers that hold a copy, 1, 3 or 5. */
  readonly replicas: number;
};

export const subjectOf = (name: string): string => `${name}.tape`;

const streamNotFound = 10059;
const nameInUse = 10058;
// A lost answer is asked for again with the same id for so long at least
const duplicatesMs = 120_000;

/** The stream as wished for, made where there is none. */
export async function setUpStream(manager: JetStreamManager, wishes: StreamWishes): Promise<StreamInfo> {
  const { name, keepMs, keepBytes, replicas } = wishes;
  const limits = { max_age: nanos(keepMs), max_bytes: keepBytes, num_replicas: replicas };
  const found = await infoOf(manager, name);
  if (found !== null) {
    const { config } = found;
    const isAsWished = Object.entries(limits).every(([key, value]) => config[key as keyof typeof limits] === value);
    return isAsWished ? found : await manager.streams.update(name, limits);
  }
  try {
    return await manager.streams.add({
      ...limits,
      name,
      subjects: [subjectOf(name)],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      // A full log refuses what comes rather than dropping what readers may still want
      discard: DiscardPolicy.New,
      duplicate_window: nanos(Math.min(duplicatesMs, keepMs)),
    });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === nameInUse) return await manager.streams.info(name);
    throw error;
  }
}

/** Whether the servers say that there is no such stream. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === streamNotFound;

/** Null where there is no such stream. */
export async function infoOf(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isStreamMissing(error)) return null;
    throw error;
  }
}

/** The same on every node that finds the log in one state. */
export const epochOf = ({ created, state, config }: StreamInfo): string =>
  createHash('sha256').update(`${config.name} ${created} ${state.last_seq}`).digest('hex').slice(0, 12);
