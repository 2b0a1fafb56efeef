import { createHash } from 'node:crypto';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { errors, nanos } from '@nats-io/transport-node';

export type StreamSettings = {
  /** Name of the stream; its messages are published on the subject `<name>.tape`. */
  readonly name: string;
  readonly keepMs: number;
  readonly keepBytes: number;
  /** Number of servers that hold a copy: 1, 3 or 5. */
  readonly replicas: number;
};

export const subjectOf = (name: string): string => `${name}.tape`;

const streamNotFound = 10059;
const nameInUse = 10058;
// How long a message can be sent again under the same id without being stored twice
const duplicatesMs = 120_000;

/** Creates the stream of the tape, or updates its limits if they differ. */
export async function setUpStream(manager: JetStreamManager, settings: StreamSettings): Promise<StreamInfo> {
  const { name, keepMs, keepBytes, replicas } = settings;
  const limits = { max_age: nanos(keepMs), max_bytes: keepBytes, num_replicas: replicas };
  return await openStream(manager, name, limits, {
    subjects: [subjectOf(name)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // A full stream refuses new messages rather than dropping what readers may still want
    discard: DiscardPolicy.New,
    duplicate_window: nanos(Math.min(duplicatesMs, keepMs)),
  });
}

type Limits = Partial<Pick<StreamConfig, 'max_age' | 'max_bytes' | 'num_replicas'>>;

/** Creates a stream, or updates its limits if they differ. */
export async function openStream(
  manager: JetStreamManager,
  name: string,
  limits: Limits,
  config: Partial<StreamConfig>,
): Promise<StreamInfo> {
  const found = await infoOf(manager, name);
  if (found !== null) {
    const isUpToDate = Object.entries(limits).every(([key, value]) => found.config[key as keyof Limits] === value);
    return isUpToDate ? found : await manager.streams.update(name, limits).catch(unlessForbidden(found));
  }
  try {
    return await manager.streams.add({ ...config, ...limits, name });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === nameInUse) return await manager.streams.info(name);
    throw error;
  }
}

/** Whether the error says that there is no such stream. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === streamNotFound;

/** Whether the NATS server does not permit this to the user. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof errors.PermissionViolationError || (error instanceof Error && isForbidden(error.cause));

/** For what a node that may not do it leaves to one that may: `result` where NATS does not permit it. */
export const unlessForbidden =
  <Result>(result: Result) =>
  (error: unknown): Result => {
    if (isForbidden(error)) return result;
    throw error;
  };

/** The stream is empty, and only another node may begin it. */
export class NotBegunYet extends Error {
  override readonly name = 'NotBegunYet';

  constructor() {
    super(
      'no node has begun the tape yet, and NATS does not permit this one to: start a node that collects, as a user that may',
    );
  }
}

/** Refusals that last until somebody changes the server, the account or the settings: replicas, storage, limits. */
const lasting = [10_039, 10_023, 10_026, 10_027, 10_028, 10_047, 10_052, 10_074];

export const isLastingRefusal = (error: unknown): boolean =>
  isForbidden(error) || (error instanceof JetStreamApiError && lasting.includes(error.code));

/** null when there is no such stream. */
export async function infoOf(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isStreamMissing(error)) return null;
    throw error;
  }
}

/** An epoch derived from the state of the stream, so that all nodes that find it in one state get the same. */
export const epochOf = ({ created, state, config }: StreamInfo): string =>
  createHash('sha256').update(`${config.name} ${created} ${state.last_seq}`).digest('hex').slice(0, 12);
