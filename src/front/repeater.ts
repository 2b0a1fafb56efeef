import type { Socket } from 'node:net';
import type { CachedAnswer, CachedAnswers, Repeatable } from './cached-answers.ts';

/** An answer as it is sent, with how long it may be repeated, in milliseconds; 0 when it may not be. */
export type ReadyAnswer = Omit<Repeatable, 'bytes'> & {
  /** Through the blank line, in latin1. */
  readonly head: string;
  readonly body: Buffer;
};

// With more unread bytes than this, no more requests are read from a client
const maxUnread = 256 * 1024;

/** Gives the same answers to the same bytes on one connection. */
export class Repeater {
  readonly #socket: Socket;
  readonly #answers: CachedAnswers;
  /** The last request and the cached response to it. */
  #last: { readonly request: Buffer; readonly cached: CachedAnswer } | null = null;

  constructor(socket: Socket, answers: CachedAnswers) {
    this.#socket = socket;
    this.#answers = answers;
  }

  /** Answers a request that was answered before; returns its text if it must be answered otherwise. */
  answer(bytes: Buffer): string | null {
    if (this.#last?.request.equals(bytes) === true && this.#repeat(this.#last.cached)) return null;
    const request = bytes.toString('latin1');
    const cached = this.#answers.find(request);
    if (cached === undefined || !this.#repeat(cached)) {
      this.#last = null;
      return request;
    }
    this.#last = { request: Buffer.from(bytes), cached };
    return null;
  }

  /** Gives an answer, and keeps it if it may be repeated. */
  give(request: string, { head, body, leftMs, repeat }: ReadyAnswer): void {
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
    if (leftMs > 0) this.#answers.keep(request, { bytes, leftMs, repeat });
    this.#socket.write(bytes);
    this.#pauseUnlessRead(bytes.length);
  }

  #repeat(cached: CachedAnswer): boolean {
    const bytes = this.#answers.take(cached);
    if (bytes === null) return false;
    this.#socket.write(bytes);
    this.#pauseUnlessRead(bytes.length);
    return true;
  }

  #pauseUnlessRead(written: number): void {
    const socket = this.#socket;
    if (socket.writableLength <= maxUnread + written) return;
    socket.pause();
    socket.once('drain', () => socket.resume());
  }
}
