/** A place of the stream. */
export type Place = { readonly epoch: string; readonly sequence: number };

/** Where the stream is. */
export type Places = {
  readonly place: () => Place;
  /** Resolves once everything was told that can be read now. */
  readonly told: () => Promise<void>;
};

/** An answer that is made while it is read. */
export type List = {
  readonly type: string;
  readonly tag: (place: Place) => string;
  /** Begins with what stands at the call. */
  readonly read: (place: Place | null) => ListBytes;
};

/** To be closed also where they were never read. */
export type ListBytes = { readonly bytes: AsyncIterable<Buffer>; readonly close: () => void };
