/** A position of the stream. */
export type Place = { readonly epoch: string; readonly sequence: number };

/** Current position of the stream. */
export type Places = {
  readonly place: () => Place;
  /** Resolves once everything that can be read now has been published. */
  readonly published: () => Promise<void>;
};

/** An answer that is produced while the client reads it. */
export type List = {
  readonly type: string;
  readonly tag: (place: Place) => string;
  /** The content is as of the call. */
  readonly read: (place: Place | null) => ListBytes;
};

/** Must be closed even if it was never read. */
export type ListBytes = { readonly bytes: AsyncIterable<Buffer>; readonly close: () => void };
