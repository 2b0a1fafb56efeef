import type { Socket } from 'node:net';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';

// With more unread bytes than this, no more requests are read from a client
const mostUnread = 256 * 1024;

/** Gives the same answers to the same bytes on one connection. */
export class Repeater {
  readonly #socket: Socket;
  readonly #answers: KeptAnswers;
  /** The last request and the cached response to it. */
  #last: { readonly request: Buffer; readonly kept: KeptAnswer } | null = null;

  constructor(socket: Socket, answers: KeptAnswers) {
    this.#socket = socket;
    this.#answers = answers;
  }

  /** Answers a request that was answered before; returns its text if it must be answered otherwise. */
  answer(bytes: Buffer): string | null {
    if (this.#last?.request.equals(bytes) === true && this.#repeat(this.#last.kept)) return null;
    const request = bytes.toString('latin1');
    const kept = this.#answers.find(request);
    if (kept === undefined || !this.#repeat(kept)) {
      this.#last = null;
      return request;
    }
    this.#last = { request: Buffer.from(bytes), kept };
    return null;
  }

  give(bytes: Buffer): void {
    const socket = this.#socket;
    socket.write(bytes);
    if (socket.writableLength <= mostUnread + bytes.length) return;
    socket.pause();
    socket.once('drain', () => socket.resume());
  }

  #repeat(kept: KeptAnswer): boolean {
    const bytes = this.#answers.take(kept);
    if (bytes !== null) this.give(bytes);
    return bytes !== null;
  }
}
