import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CachedAnswers } from './cached-answers.ts';
import { intoOneBuffer } from './one-buffer.ts';
import type { OpenSockets } from './open-sockets.ts';
import { type ReadyAnswer, Repeater } from './repeater.ts';
import { type PlainRequest, plainRequestIn } from './request.ts';

export type FirstReaderParts = {
  readonly answers: CachedAnswers;
  /** The answer to a request that can be answered at once; null for any other. */
  readonly answerAtOnce: (request: PlainRequest) => ReadyAnswer | null;
  /** How many requests of a connection the server has yet to answer. */
  readonly unanswered: (socket: Socket) => number;
  readonly sockets: OpenSockets;
};

/**
 * Reads the connections of a server before Node's parser does. Requests that can be answered at once are; everything else
 * goes on to the parser, as it came. Call before other listeners are added.
 */
export function readFirst(server: Server, parts: FirstReaderParts): void {
  const [parse] = server.listeners('connection') as [(this: Server, socket: Duplex) => void];
  server.off('connection', parse);
  server.on('connection', (accepted: Duplex) => {
    // Of one that was handed over, bytes were read already
    const first = accepted instanceof Socket && accepted.readableLength === 0 ? new FirstReader(accepted, parts) : null;
    const socket = first?.socket ?? accepted;
    // Node stops listening once it has handed a connection over, for an upgrade or a tunnel
    socket.on('error', () => socket.destroy());
    parse.call(server, socket);
    first?.begin();
  });
}

class FirstReader {
  readonly socket: Socket;
  readonly #parts: FirstReaderParts;
  readonly #repeater: Repeater;
  /** Until Node's parser has read a request, it counts the connection as one that has sent nothing yet. */
  #isKnown = false;
  /** Everything goes on to the parser, because it may be within a request. */
  #isTied = false;

  constructor(accepted: Socket, parts: FirstReaderParts) {
    // Without it, the parser reads everything
    this.socket = intoOneBuffer(accepted, (bytes) => this.#take(bytes)) ?? accepted;
    this.#parts = parts;
    this.#repeater = new Repeater(this.socket, parts.answers);
    parts.sockets.add(this.socket);
  }

  /** Call once Node's parser listens. It reads from the handle itself, unless somebody else listens too. */
  begin(): void {
    const nobody = () => {};
    this.socket.on('data', nobody).off('data', nobody);
  }

  /** `bytes` are valid only during this call. */
  #take(bytes: Buffer): boolean {
    if (this.#isTied) return this.#tie(bytes);
    const isFree = this.#isKnown && this.#isAllAnswered && this.socket.writable;
    const text = isFree ? this.#repeater.answer(bytes) : bytes.toString('latin1');
    if (text === null) return true;
    const request = plainRequestIn(text);
    if (request === null) return this.#tie(bytes);
    const answer = isFree ? this.#parts.answerAtOnce(request) : null;
    if (answer === null) return this.#pass(bytes);
    this.#repeater.give(text, answer);
    return true;
  }

  get #isAllAnswered(): boolean {
    return this.#parts.unanswered(this.socket) === 0;
  }

  /** Passes one whole request on. */
  #pass(bytes: Buffer): boolean {
    const before = this.#parts.unanswered(this.socket);
    this.#isKnown = true;
    this.socket.emit('data', bytes);
    // Otherwise it was refused
    this.#isTied = this.#parts.unanswered(this.socket) === before;
    return true;
  }

  #tie(bytes: Buffer): boolean {
    this.#isTied = true;
    return this.socket.push(Buffer.from(bytes));
  }
}
