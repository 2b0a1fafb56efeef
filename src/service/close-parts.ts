import { systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { inTime } from '../waiting.ts';
import type { Parts } from './open-parts.ts';
import type { StateKeeper } from './past/state-keeper.ts';

// With the 5 s that answers and requests under way may take, below the 10 s after which supervisors kill
export const shutdownPatience = 4_000;

/**
 * Writes what is left; whether all of it was. A store that is only slow loses nothing: the next start writes what stands
 * on the tape.
 */
async function writeRest({ recorder, writer }: Parts, log: Log): Promise<boolean> {
  try {
    await writer.stop(shutdownPatience);
    return true;
  } catch (error) {
    const { waiting: rows, notWritingSince } = writer.stats();
    if (notWritingSince !== null || recorder.stats().notKeptSince !== null) throw error;
    log.warn({ rows }, 'the store was too slow for what was left; the next start writes it from the tape');
    return false;
  }
}

/** Tells and writes what is left; nobody may tell anything any more. By `dumpBy`, as of `performance.now`, the dump is written or given up. */
export async function closeParts(
  parts: Parts,
  log: Log,
  { stateKeeper = null, dumpBy = 0 }: { readonly stateKeeper?: StateKeeper | null; readonly dumpBy?: number } = {},
): Promise<void> {
  const { recorder, tape, store, dump } = parts;
  let isStored = false;
  try {
    await recorder.close();
    isStored = await writeRest(parts, log);
    // Without it the last seconds cannot be asked for
    if (isStored) await stateKeeper?.stop().catch(() => {});
  } finally {
    // A disk that hangs must not keep the database from being closed
    await inTime(tape.close(), shutdownPatience, systemClock.after)
      .then(async (isClosed) => {
        if (isStored && isClosed) await dump?.write(dumpBy - performance.now());
      })
      .finally(store.close);
  }
}
