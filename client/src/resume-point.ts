/** A place in the sequence of all changes of one life of the service, which `epoch` names. */
export type Position = { readonly epoch: string; readonly sequence: number };
