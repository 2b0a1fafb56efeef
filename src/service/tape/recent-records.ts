import type { Book } from '../../book/book.ts';
import type { Confirmation } from '../../schema/index.ts';
import { confirmationsIn, unpackRemovals } from '../../tape/pack.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';

type ReadableTape = Pick<Tape, 'first' | 'head' | 'read'>;

/** Looking through them takes some tenths of a second. */
const maxForRemovals = 50_000;
/** Looking through them takes about a second. What was last confirmed before them only seems older. */
const maxForConfirmations = 500_000;

/** Passes on the newest records, up to a number of them; those that cannot be read any more are left out. */
async function readNewest(tape: ReadableTape, max: number, take: (bytes: Buffer) => void): Promise<void> {
  const from = Math.max(tape.first, tape.head - max + 1);
  if (from > tape.head) return;
  try {
    for await (const { bytes } of tape.read(from)) {
      take(bytes);
      await turn();
    }
  } catch (error) {
    if (!(error instanceof NoLongerKept)) throw error;
  }
}

/** Tells a book which offers the newest records have removed; the database has nothing of them. */
export const rememberRemovals = (book: Pick<Book, 'rememberRemovals'>, tape: ReadableTape): Promise<void> =>
  readNewest(tape, maxForRemovals, (bytes) => book.rememberRemovals(unpackRemovals(bytes)));

/** Takes over from the tape what was confirmed without a change, into a book that has been restored. */
export async function takeConfirmed(book: Pick<Book, 'takeConfirmations'>, tape: ReadableTape): Promise<void> {
  // Only the last one of each list and of each item counts, in the order of these
  const last = new Map<string, Confirmation>();
  await readNewest(tape, maxForConfirmations, (bytes) => {
    for (const confirmation of confirmationsIn(bytes)) {
      const key = keyOf(confirmation);
      last.delete(key);
      last.set(key, confirmation);
    }
  });
  let count = 0;
  for (const confirmation of last.values()) {
    book.takeConfirmations([confirmation]);
    count += 1;
    if (confirmation.name === null || count % 100 === 0) await turn();
  }
}

const keyOf = ({ marketplaceId, game, source, name, kinds }: Confirmation): string =>
  `${marketplaceId} ${game} ${source} ${kinds.join()} ${name}`;
