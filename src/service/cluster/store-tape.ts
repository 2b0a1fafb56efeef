import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { createWriter, sharedDelayMs, type Writer } from '../../store/writer.ts';
import type { JetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { rowsOf } from '../tape/rows-of.ts';
import { recordsAfter, storedIn } from './follow-tape.ts';

// The tape keeps what the store does not have yet, so little needs to wait in memory
const mostWaiting = 50_000;
const lookAgainMs = 20;
const stopMs = 4_000;

/** Writes the tape to the store, with the sequence reached, until the tape is closed. */
export async function storeTape(options: {
  readonly tape: JetStreamTape;
  readonly store: OpenStore;
  readonly now: Clock['now'];
  readonly log: Log;
  /** Receives what reports the state of the writing. */
  readonly begun: (stats: Writer['stats']) => void;
}): Promise<void> {
  const { tape, store, now, log, begun } = options;
  const writer = createWriter({ store, now, log, maxDelayMs: sharedDelayMs });
  begun(writer.stats);
  const storedTo = await storedIn(store, tape, log);
  log.info({ from: storedTo + 1, head: tape.head }, 'this node writes the tape to the store');
  try {
    for await (const { records, first } of recordsAfter(tape, storedTo)) {
      writer.push(rowsOf(records));
      writer.mark({ epoch: tape.epoch, sequence: first + records.length - 1 });
      while (writer.stats().waiting > mostWaiting) await pause(lookAgainMs);
    }
  } finally {
    await writer.stop(stopMs).catch((error: Error) => {
      log.warn({ error: error.message }, 'the next node that writes the tape to the store continues from there');
    });
  }
}
