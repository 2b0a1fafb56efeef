import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { sharedDelayMs, Writer } from '../../store/writer.ts';
import type { Follower } from '../../tape/follower.ts';
import type { Recorder } from '../../tape/recorder.ts';
import type { Tape } from '../../tape/tape.ts';
import type { ReceivedTimes } from '../as-of/received-times.ts';
import { createStoreFollower } from './store-follower.ts';
import { storedToOf } from './stored-to.ts';

export type StoringParts = {
  readonly tape: Tape;
  readonly recorder: Recorder;
  readonly store: OpenStore;
  /** When changes came in; null where past states are not kept. */
  readonly received: ReceivedTimes | null;
  readonly now: Clock['now'];
  readonly log: Log;
};

export type Storing = {
  readonly writer: Writer;
  /** Null where nothing puts the tape into the store, or another node does. */
  readonly storeFollower: Follower | null;
};

/** Opens what puts rows into the store: those of the tape, and others. */
export async function openStoring(parts: StoringParts): Promise<Storing> {
  const { tape, recorder, store, received, now, log } = parts;
  const { append, keepsPast, states } = store;
  if (!keepsPast) return storingOfOthers(parts);
  const mark: OpenStore['mark'] = async (position) => {
    await store.mark(position);
    if (position.epoch === tape.epoch) tape.needs('store', position.sequence);
  };
  const writer = new Writer({ store: { append, mark }, log, now });
  const storedTo = await storedToOf(tape, store);
  if (received !== null) states.resume(tape.stats().newestAt);
  tape.needs('store', storedTo);
  const storeFollower = createStoreFollower({ tape, writer, received, lost: states.breakOff, log });
  recorder.follow((records, first, lines) => storeFollower.receive(records, first, lines));
  storeFollower.begin(storedTo);
  return { writer, storeFollower };
}

/** Opens what puts only rows into the store that are not on the tape. */
export function storingOfOthers({ tape, store: { append, keepsPast }, now, log }: StoringParts): Storing {
  tape.needs('store', Number.POSITIVE_INFINITY);
  const writer = new Writer({ store: { append, keepsPast }, log, now, maxDelayMs: sharedDelayMs });
  return { writer, storeFollower: null };
}
