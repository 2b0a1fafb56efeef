/** The text of an entry: the part of its message that is not in the columns. */
export type EntryText = {
  /** The same for all changes of one offer, buy order or series. */
  readonly id: string;
  /** The message as JSON from the marketplace to the closing brace; empty for a silent entry. */
  readonly tail: string;
};

/** The texts of a run of entries, each made when it is first read. */
export type LaterTexts = {
  readonly of: (number: number) => EntryText;
  readonly idOf: (number: number) => string;
  /** Bytes held for making them; they stay held afterwards. */
  readonly size: number;
};
