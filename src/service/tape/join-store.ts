import type { Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Tape } from '../../tape/tape.ts';

// More takes longer to read again than the marketplaces take to tell it
const mostToReplay = 2_000_000;

/**
 * From where on a tape is ahead of the store. Its epoch goes on only where the two belong together: what was told before
 * is either in the store or can be read again.
 */
export async function joinStore(tape: Tape, store: Pick<Store, 'mark' | 'markOf'>, log: Log): Promise<number> {
  const storedTo = await store.markOf(tape.epoch);
  const trouble = troubleWith(tape, storedTo);
  if (trouble === null && storedTo !== null) return storedTo;
  if (trouble !== null) {
    await tape.renew(tape.head + 1);
    log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'tape begun anew');
  }
  // Before anything is told of it, so that the next start knows that this store and this tape are of one service
  await store.mark({ epoch: tape.epoch, sequence: tape.head });
  return tape.head;
}

function troubleWith({ first, head }: Tape, storedTo: number | null): string | null {
  if (storedTo === null) return head < first ? null : 'the database is not the one that it was written beside';
  if (storedTo > head) return 'the database is ahead of it';
  if (storedTo < first - 1) return 'what the database lacks is no longer kept';
  return head - storedTo > mostToReplay ? 'the database lacks too much of it' : null;
}
