import type { LineWriter } from '../../tape/line-writer.ts';

/** The text of an entry, the part of its message that is not in the columns; both are empty for a silent entry. */
export type EntryText = {
  /**
   * Has the id as JSON, which is the same for all changes of one offer, buy order or series, followed directly by the message
   * as JSON from the marketplace to the closing brace.
   */
  readonly writer: LineWriter;
  readonly idLength: number;
};

/** The texts of a run of entries, each written when it is first read. */
export type LaterTexts = {
  readonly of: (number: number) => EntryText;
  /** Only the id. */
  readonly idOf: (number: number) => EntryText;
  /** Bytes held for making them; they stay held afterwards. */
  readonly size: number;
};
