import type { Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Tape } from '../../tape/tape.ts';

// More takes longer to replay than to read from the marketplaces again
const mostToReplay = 2_000_000;

/**
 * The sequence up to which the store has the tape; it lacks whatever else can still be read of it. `lost` says why the
 * tape lacks something that was sent, if it does. The epoch continues only where everything published before is either in
 * the store or still on the tape. Where it does not, readers cannot resume, and the store still gets what is left.
 */
export async function joinStore(
  tape: Tape,
  store: Pick<Store, 'mark' | 'markOf' | 'keepsPast'>,
  log: Log,
  lost: string | null = null,
): Promise<number> {
  if (!store.keepsPast) {
    // Nothing restores the book, so readers cannot resume
    if (tape.head >= tape.first) await tape.renew(tape.head + 1);
    return tape.head;
  }
  const own = await store.markOf(tape.epoch);
  const resumed = own ?? (await storedBefore(tape, store));
  const storedTo = resumed ?? (await storedOfEnded(tape, store));
  const trouble = lost ?? troubleWith(tape, resumed) ?? (await troubleReading(tape, resumed));
  if (trouble !== null) {
    await tape.renew(tape.head + 1);
    log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'a new epoch of the tape begins');
  }
  const { head, oldest } = tape;
  const known = Math.min(head, Math.max(storedTo ?? head, oldest - 1, head - mostToReplay));
  // Before anything is published, so that the next start knows that store and tape belong together
  if (known !== own || trouble !== null) await store.mark({ epoch: tape.epoch, sequence: known });
  return known;
}

/** For an epoch that has only begun, the sequence up to which the store has the epoch before it. */
async function storedBefore({ formers, head }: Tape, store: Pick<Store, 'markOf'>): Promise<number | null> {
  const former = formers.at(-1);
  return former === undefined || head > former.last ? null : await store.markOf(former.epoch);
}

/** The sequence up to which the store has the newest epoch that it has anything of. */
async function storedOfEnded({ formers, ended }: Tape, store: Pick<Store, 'markOf'>): Promise<number | null> {
  for (const { epoch, last } of [...ended, ...formers].reverse()) {
    const stored = await store.markOf(epoch);
    // It may have records that the tape has lost, in whose place there are others now
    if (stored !== null) return Math.min(stored, last);
  }
  return null;
}

/** Reads the whole missing part before anything is replayed, since the database must not miss any of it. */
async function troubleReading(tape: Tape, storedTo: number | null): Promise<string | null> {
  let next = (storedTo ?? tape.head) + 1;
  for await (const { first, count } of tape.readLeft(next)) {
    if (first > next) break;
    next = first + count;
  }
  return next > tape.head ? null : 'what the database lacks cannot be read';
}

function troubleWith({ first, head, oldest }: Tape, storedTo: number | null): string | null {
  if (storedTo === null) return head < first ? null : 'it belongs to another database';
  if (storedTo > head) return 'the database is ahead of it';
  if (storedTo < oldest - 1) return 'what the database lacks is no longer kept';
  return head - storedTo > mostToReplay ? 'the database lacks too much of it' : null;
}
