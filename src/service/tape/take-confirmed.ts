import type { Book } from '../../book/book.ts';
import type { Confirmation } from '../../schema/index.ts';
import { confirmationsIn } from '../../tape/pack.ts';
import { NoLongerKept, type Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';

/** Most records looked through, which takes about a second. What was last confirmed before them only seems older. */
const maxRecords = 500_000;

/** Takes over from the tape what was confirmed without a change, up to its head, into a book that has been restored. */
export async function takeConfirmed(
  tape: Pick<Tape, 'first' | 'head' | 'read'>,
  book: Pick<Book, 'takeConfirmations'>,
): Promise<void> {
  // Only the last one of each list and of each item counts
  const last = new Map<string, Confirmation>();
  try {
    for await (const { bytes } of tape.read(Math.max(tape.first, tape.head + 1 - maxRecords))) {
      for (const confirmation of confirmationsIn(bytes)) {
        // In the order in which they were last confirmed
        last.delete(keyOf(confirmation));
        last.set(keyOf(confirmation), confirmation);
      }
      await turn();
    }
  } catch (error) {
    // The rest stays as old as its last change
    if (!(error instanceof NoLongerKept)) throw error;
  }
  let count = 0;
  for (const confirmation of last.values()) {
    book.takeConfirmations([confirmation]);
    count += 1;
    if (confirmation.name === null || count % 100 === 0) await turn();
  }
}

const keyOf = ({ marketplaceId, game, source, name, kinds }: Confirmation): string =>
  `${marketplaceId} ${game} ${source} ${kinds.join()} ${name}`;
