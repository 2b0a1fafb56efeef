import type { Book } from '../../book/book.ts';
import { unpackRemovals } from '../../tape/pack.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';

/** Looking through them takes some tenths of a second. */
const mostRecords = 50_000;

/** Tells a book which offers the newest records have removed; the database has nothing of them. */
export async function rememberRemovals(
  book: Pick<Book, 'rememberRemovals'>,
  tape: Pick<Tape, 'first' | 'head' | 'read'>,
): Promise<void> {
  const from = Math.max(tape.first, tape.head - mostRecords + 1);
  if (from > tape.head) return;
  try {
    for await (const { bytes } of tape.read(from)) {
      book.rememberRemovals(unpackRemovals(bytes));
      await turn();
    }
  } catch (error) {
    // What cannot be read any more is only remembered for less time
    if (!(error instanceof NoLongerKept)) throw error;
  }
}
