import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { sharedDelayMs, Writer } from '../../store/writer.ts';
import type { JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { createStoreFollower } from '../tape/store-follower.ts';
import { storedToOf } from '../tape/stored-to.ts';
import type { LiveRecords } from './live-records.ts';

const stopMs = 4_000;

/** Writes the tape to the store, with the sequence reached, until the tape is closed. */
export async function storeTape(options: {
  readonly tape: JetStreamTape;
  readonly live: LiveRecords;
  readonly store: OpenStore;
  readonly now: Clock['now'];
  readonly log: Log;
  /** Receives what reports the state of the writing. */
  readonly begun: (stats: Writer['stats']) => void;
  readonly failed: (error: unknown) => void;
}): Promise<void> {
  const { tape, live, store, now, log, begun, failed } = options;
  const writer = new Writer({ store, now, log, maxDelayMs: sharedDelayMs });
  begun(() => writer.stats());
  const storedTo = await storedToOf(tape, store);
  log.info({ from: storedTo + 1, head: tape.head }, 'store lease acquired');
  const follower = createStoreFollower({ tape, writer, received: null, log, failed });
  live.follow((records, first, lines) => follower.receive(records, first, lines));
  follower.begin(storedTo);
  await live.ended();
  writer.letGo();
  await follower.stop();
  await writer.stop(stopMs).catch((error: Error) => {
    log.warn({ error: error.message }, 'store lease lost; the next holder continues from the position reached');
  });
}
