import type { Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';

// More takes longer to replay than to read from the marketplaces again
const mostToReplay = 2_000_000;

/**
 * The sequence up to which the store has the tape. The epoch continues only where the two belong together: everything
 * published before is either in the store or still on the tape. `lost` says why the tape lacks something else, if it does.
 */
export async function joinStore(
  tape: Tape,
  store: Pick<Store, 'mark' | 'markOf'>,
  log: Log,
  lost: string | null = null,
): Promise<number> {
  const own = await store.markOf(tape.epoch);
  const storedTo = own ?? (await storedBefore(tape, store));
  const trouble = lost ?? troubleWith(tape, storedTo) ?? (await troubleReading(tape, storedTo));
  if (trouble !== null) {
    await tape.renew(tape.head + 1);
    log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'a new epoch of the tape begins');
  }
  const known = trouble === null && storedTo !== null ? storedTo : tape.head;
  // Before anything is published, so that the next start knows that store and tape belong together
  if (known !== own) await store.mark({ epoch: tape.epoch, sequence: known });
  return known;
}

/** For an epoch that has only begun, the sequence up to which the store has the epoch before it. */
async function storedBefore({ formers, head }: Tape, store: Pick<Store, 'markOf'>): Promise<number | null> {
  const former = formers.at(-1);
  return former === undefined || head > former.last ? null : await store.markOf(former.epoch);
}

/** Reads the whole missing part before anything is replayed, since the database must not miss any of it. */
async function troubleReading(tape: Tape, storedTo: number | null): Promise<string | null> {
  if (storedTo === null || storedTo >= tape.head) return null;
  try {
    for await (const _ of tape.read(storedTo + 1));
    return null;
  } catch (error) {
    if (error instanceof NoLongerKept) return 'what the database lacks cannot be read';
    throw error;
  }
}

function troubleWith({ first, head }: Tape, storedTo: number | null): string | null {
  if (storedTo === null) return head < first ? null : 'it belongs to another database';
  if (storedTo > head) return 'the database is ahead of it';
  if (storedTo < first - 1) return 'what the database lacks is no longer kept';
  return head - storedTo > mostToReplay ? 'the database lacks too much of it' : null;
}
