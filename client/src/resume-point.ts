/** A position in the stream: the sequence number of a change within an epoch. */
export type Position = { readonly epoch: string; readonly sequence: number };
