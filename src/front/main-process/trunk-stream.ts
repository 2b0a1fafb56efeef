import { Duplex } from 'node:stream';
import type { FrontStream } from './front-stream.ts';

/** Operations on the connection of one reader, over a trunk. */
export type ToReader = Pick<FrontStream, 'sendMessages' | 'isCrowded'> & {
  readonly send: (bytes: Buffer, written: () => void) => void;
  readonly end: (written: () => void) => void;
  readonly cut: () => void;
  readonly hold: () => void;
  readonly resume: () => void;
};

// Unacknowledged bytes for this reader only, such as pongs; further ones wait here
const maxUnread = 16_384;

/** The connection of a reader at a front worker, as a stream over the trunk of that worker. */
export class TrunkStream extends Duplex implements FrontStream {
  readonly sendMessages: FrontStream['sendMessages'];
  readonly isCrowded: FrontStream['isCrowded'];
  readonly #to: ToReader;
  #isHeld = false;
  #unread = 0;
  #resumeWriting: (() => void) | null = null;

  constructor(to: ToReader) {
    super();
    this.#to = to;
    this.sendMessages = to.sendMessages;
    this.isCrowded = to.isCrowded;
  }

  /** Call with bytes that the reader has sent. */
  receive(bytes: Buffer): void {
    if (this.push(bytes) || this.#isHeld) return;
    this.#isHeld = true;
    this.#to.hold();
  }

  /** Call when the reader has sent everything. */
  receiveEnd(): void {
    this.push(null);
  }

  override _read(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#to.resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    this.#unread += bytes.length;
    this.#to.send(bytes, () => {
      this.#unread -= bytes.length;
      if (this.#unread < maxUnread) this.#resume();
    });
    // In order with published messages, as long as the reader reads them
    if (this.#unread < maxUnread) done();
    else this.#resumeWriting = done;
  }

  override _final(done: () => void): void {
    this.#to.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#to.cut();
    done(error);
  }

  #resume(): void {
    const resumeWriting = this.#resumeWriting;
    this.#resumeWriting = null;
    resumeWriting?.();
  }
}
