/** What is said of an entry, besides its columns. */
export type Words = {
  /** Stable over changes of the same offer, order or series. */
  readonly id: string;
  /** The message as JSON from its marketplace on, closing brace included; empty for a silent one. */
  readonly tail: string;
};

/** Words of a run of entries that are made when somebody is to read them. */
export type LaterWords = {
  readonly of: (number: number) => Words;
  readonly idOf: (number: number) => string;
  /** Memory that is held until they are made, and after. */
  readonly size: number;
};
