import type { Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';

// More takes longer to read again than the marketplaces take to tell it
const mostToReplay = 2_000_000;

/**
 * From where on a tape is ahead of the store. Its epoch goes on only where the two belong together: what was told before
 * is either in the store or can be read again.
 */
export async function joinStore(tape: Tape, store: Pick<Store, 'mark' | 'markOf'>, log: Log): Promise<number> {
  const own = await store.markOf(tape.epoch);
  const storedTo = own ?? (await storedBefore(tape, store));
  const trouble = troubleWith(tape, storedTo) ?? (await troubleReading(tape, storedTo));
  if (trouble !== null) {
    await tape.renew(tape.head + 1);
    log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'tape begun anew');
  }
  const known = trouble === null && storedTo !== null ? storedTo : tape.head;
  // Before anything is told of it, so that the next start knows that this store and this tape are of one service
  if (known !== own) await store.mark({ epoch: tape.epoch, sequence: known });
  return known;
}

/** Up to where the store has what was told before an epoch that goes on from another and has only begun. */
async function storedBefore({ formers, head }: Tape, store: Pick<Store, 'markOf'>): Promise<number | null> {
  const former = formers.at(-1);
  return former === undefined || head > former.last ? null : await store.markOf(former.epoch);
}

/** Read before anything is put back from it, as nothing of what is told may be missing from the database. */
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
  if (storedTo === null) return head < first ? null : 'the database is not the one that it was written beside';
  if (storedTo > head) return 'the database is ahead of it';
  if (storedTo < first - 1) return 'what the database lacks is no longer kept';
  return head - storedTo > mostToReplay ? 'the database lacks too much of it' : null;
}
