import type { Duplex } from 'node:stream';

/** The connection of a reader at a front worker, which frames the messages. */
export type FrontStream = Duplex & {
  /**
   * Sends messages in the framing of trunks. Equal bytes for several readers go to the worker once. Calls back once they
   * have left for the reader.
   */
  readonly sendMessages: (messages: Buffer, written: () => void) => void;
  /** Whether so much is on its way to this worker that catching up must wait; `again` is called when it can go on. */
  readonly isCrowded: (again: () => void) => boolean;
};

/** null for a direct connection. */
export const asFrontStream = (socket: Duplex): FrontStream | null =>
  'sendMessages' in socket && 'isCrowded' in socket ? (socket as FrontStream) : null;
