/** A place in the sequence of all changes of one numbering, which `epoch` names. */
export type Position = { readonly epoch: string; readonly sequence: number };
