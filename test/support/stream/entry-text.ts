import type { EntryText } from '../../../src/stream/log/entry-text.ts';
import { LineWriter } from '../../../src/tape/line-writer.ts';

/** The text of an entry, as it is given to the log. */
export function entryText(id: string, tail: string): EntryText {
  const writer = new LineWriter();
  const idLength = writer.json(id).length;
  return { writer: writer.plain(tail), idLength };
}
