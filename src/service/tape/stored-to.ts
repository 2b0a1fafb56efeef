import type { Store } from '../../store/store.ts';
import type { Tape } from '../../tape/tape.ts';

/**
 * The sequence up to which the store has the tape; it lacks whatever else can still be read of it. Noted in the store before
 * anything is published, so that the next start knows how much it has of this epoch.
 */
export async function storedToOf(tape: Tape, store: Pick<Store, 'mark' | 'markOf'>): Promise<number> {
  const { epoch, head, oldest } = tape;
  const own = await store.markOf(epoch);
  const found = own ?? (await storedOfPrevious(tape, store)) ?? oldest - 1;
  const known = Math.min(head, Math.max(found, oldest - 1));
  if (known !== own) await store.mark({ epoch, sequence: known });
  return known;
}

/** The sequence up to which the store has the newest epoch before this one that it has anything of. */
async function storedOfPrevious({ previousEpochs, ended }: Tape, store: Pick<Store, 'markOf'>): Promise<number | null> {
  for (const { epoch, last } of [...ended, ...previousEpochs].reverse()) {
    const stored = await store.markOf(epoch);
    // It may have records that the tape has lost, in whose place there are others now
    if (stored !== null) return Math.min(stored, last);
  }
  return null;
}
