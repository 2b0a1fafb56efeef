/** A position in the numbering of everything that is published, after the change with this sequence. */
export type Position = { readonly epoch: string; readonly sequence: number };
