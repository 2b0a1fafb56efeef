import type { Duplex } from 'node:stream';

/** The connection of a reader at a front worker, which frames what the reader is told. */
export type FrontStream = Duplex & {
  /** Sends messages in the framing of trunks, which go to the worker once for all readers that are told the same bytes; calls back once they have left for the reader. */
  readonly tell: (messages: Buffer, written: () => void) => void;
  /** Whether there is so much on the way to readers of this worker that what one of them has missed must wait; then `again` is called. */
  readonly isCrowded: (again: () => void) => boolean;
};

/** Null for who is not at a front worker. */
export const asFrontStream = (socket: Duplex): FrontStream | null =>
  'tell' in socket && 'isCrowded' in socket ? (socket as FrontStream) : null;
