import { Book } from '../../../src/book/book.ts';
import type { BookPart, SnapshotRecord } from '../../../src/schema/index.ts';
import { LineWriter } from '../../../src/tape/line-writer.ts';
import { packSnapshotRecord, unpackSnapshotRecords } from '../../../src/tape/snapshot/record-line.ts';

/** What stood in the parts of a book. */
export type Stood = readonly { readonly part: BookPart; readonly standing: readonly SnapshotRecord[] }[];

/** What stands, as it is read from a snapshot. */
export function asRead(standing: Iterable<SnapshotRecord>): SnapshotRecord[] {
  const lines = new LineWriter();
  for (const one of standing) packSnapshotRecord(lines, one);
  return unpackSnapshotRecords(lines.take());
}

export const stoodIn = (book: Book): Stood =>
  book.parts().map((part) => ({ part, standing: asRead(book.standing(part)) }));

/** Restores what stood into an empty book, in pieces of a few. */
export function restored(stood: Stood, book = new Book()): Book {
  const few = 7;
  for (const { part, standing } of stood) {
    const restore = book.restoring(part);
    for (let at = 0; at < standing.length; at += few) restore(standing.slice(at, at + few));
  }
  return book;
}

/** What stands in a book, restored into an empty one. */
export const restarted = (book: Book, empty?: Book): Book => restored(stoodIn(book), empty);
