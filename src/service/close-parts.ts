import { systemClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { inTime } from '../runtime/waiting.ts';
import type { StateKeeper } from './as-of/state-keeper.ts';
import type { Parts } from './parts.ts';

// Together with the 5 s that open requests can take, less than the 10 s after which supervisors kill a process
export const shutdownTimeout = 4_000;
const followTimeout = 1_000;

/**
 * Writes the remaining rows; returns whether all of them were written. A slow store loses nothing: the next start writes
 * them from the tape.
 */
async function writeRest({ recorder, tape, writer, storeFollower }: Parts, log: Log): Promise<boolean> {
  try {
    if (storeFollower !== null) {
      const isWriting = writer.stats().notWritingSince === null;
      if (isWriting) await inTime(storeFollower.reached(tape.head), followTimeout, systemClock.after);
      writer.letGo();
      await storeFollower.stop();
    }
    await writer.stop(shutdownTimeout);
    return true;
  } catch (error) {
    const { waiting: rows, notWritingSince } = writer.stats();
    if (notWritingSince !== null || recorder.stats().notStoredSince !== null) throw error;
    log.warn({ rows }, 'rows left unwritten, as the store was too slow; the next start writes them from the tape');
    return false;
  }
}

/** Publishes and writes what is left, once nothing more is added. At `snapshotBy`, by `performance.now`, the snapshot is given up. */
export async function closeParts(
  parts: Parts,
  log: Log,
  {
    stateKeeper = null,
    snapshotBy = 0,
  }: { readonly stateKeeper?: StateKeeper | null; readonly snapshotBy?: number } = {},
): Promise<void> {
  const { recorder, tape, store, keeper } = parts;
  try {
    await recorder.close();
    const [isStored] = await Promise.all([writeRest(parts, log), keeper.stop(snapshotBy - performance.now())]);
    // If this fails, only the states of the last seconds are missing
    if (isStored) await stateKeeper?.stop().catch(() => {});
  } finally {
    // A hanging disk must not prevent the database from being closed
    await inTime(tape.close(), shutdownTimeout, systemClock.after).finally(store.close);
  }
}
