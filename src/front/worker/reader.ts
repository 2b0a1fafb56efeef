import type { Socket } from 'node:net';
import type { CachedAnswers } from '../cached-answers.ts';
import { keepAliveMs, silentMs } from '../limits.ts';
import { intoOneBuffer } from '../one-buffer.ts';
import { Repeater } from '../repeater.ts';
import { isHandshake, type PlainRequest, plainRequestIn } from '../request.ts';
import type { BookSide } from './book-side.ts';
import { Exchange, type Response } from './exchange.ts';
import type { Hits } from './hits.ts';
import type { ToBook, Trunk } from './trunk.ts';

export type ReaderParts = {
  readonly answers: CachedAnswers;
  readonly hits: Hits;
  readonly book: BookSide;
  readonly trunk: Pick<Trunk, 'open'>;
  /** Whether a reader can begin in this turn of the event loop; otherwise `begin` is called in a later turn. */
  readonly admit: (begin: () => void) => boolean;
  readonly secret: string;
  /** Passes a paused connection to the book process, with the bytes received on it. */
  readonly handOver: (reader: Socket, sent: Buffer) => void;
  readonly unreadMs?: number;
  readonly silentMs?: number;
  readonly closed?: () => void;
};

const defaultUnreadMs = 30_000;

/** Server options for a `Reader`: paused, so that no bytes are lost before it is created. */
export const accepting = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true } as const;

/** A reader's connection, accepted with `accepting`. */
export class Reader {
  readonly #socket: Socket;
  readonly #parts: ReaderParts;
  readonly #repeater: Repeater;
  #exchange: Exchange | null = null;
  #stream: ToBook | null = null;
  #hasBegun = false;
  #request: PlainRequest | null = null;
  #isEnding = false;
  #isHandedOver = false;

  constructor(accepted: Socket, parts: ReaderParts) {
    const take = (bytes: Buffer): boolean => {
      this.#take(bytes);
      return true;
    };
    const socket = intoOneBuffer(accepted, take) ?? accepted.on('data', take).resume();
    this.#socket = socket;
    this.#parts = parts;
    this.#repeater = new Repeater(socket, parts.answers);
    socket.setTimeout(parts.silentMs ?? silentMs, () => this.#tooSilent());
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#ended());
    socket.on('drain', () => this.#exchange?.resume());
    socket.on('close', () => {
      this.#exchange?.drop();
      this.#stream?.gone();
      parts.closed?.();
    });
  }

  /** Ends the connection once no request is in progress. */
  close(): void {
    this.#isEnding = true;
    if (this.#isHandedOver) return;
    if (this.#exchange === null && this.#stream === null) this.#socket.destroySoon();
  }

  /** `bytes` are valid only during this call. */
  #take(bytes: Buffer): void {
    if (this.#hasBegun) this.#resume(bytes);
    else this.#begin(bytes);
  }

  /** Admits readers gradually: after an interruption, they reconnect by the thousand. */
  #begin(bytes: Buffer): void {
    this.#hasBegun = true;
    let cached: Buffer = bytes;
    const later = (): void => {
      if (this.#socket.destroyed) return;
      this.#socket.resume();
      // Can pause it again
      this.#resume(cached);
    };
    if (this.#parts.admit(later)) {
      this.#resume(bytes);
      return;
    }
    cached = Buffer.from(bytes);
    this.#socket.pause();
  }

  #resume(bytes: Buffer): void {
    if (this.#stream !== null) {
      this.#stream.sent(bytes);
      return;
    }
    if (this.#exchange !== null) {
      this.#socket.setTimeout(0);
      this.#exchange.more(Buffer.from(bytes));
      return;
    }
    const text = this.#repeater.answer(bytes);
    if (text === null) return;
    const plain = plainRequestIn(text);
    if (plain === null && isHandshake(text)) this.#openStream(bytes);
    else this.#ask(plain ?? Buffer.from(bytes));
  }

  #openStream(handshake: Buffer): void {
    this.#socket.setTimeout(0);
    this.#stream = this.#parts.trunk.open(this.#socket, handshake);
  }

  #ask(sent: PlainRequest | Buffer): void {
    const { book, secret, unreadMs = defaultUnreadMs } = this.#parts;
    this.#request = Buffer.isBuffer(sent) ? null : sent;
    this.#socket.setTimeout(0);
    const handOver = (bytes: Buffer) => this.#handOver(bytes);
    const answered = (answer: Response) => this.#answered(answer);
    this.#exchange = new Exchange({ reader: this.#socket, book, secret, unreadMs, answered, handOver }, sent);
  }

  #answered({ staysOpen, again }: Response): void {
    this.#exchange = null;
    if (again !== null && this.#request !== null) {
      const { status, bytes, ticket } = again;
      const repeat = this.#parts.hits.counter(ticket.keyId, ticket.route, status);
      this.#parts.answers.keep(this.#request.text, { bytes, leftMs: ticket.leftMs, repeat });
    }
    this.#request = null;
    this.#socket.setTimeout(keepAliveMs);
    if (!staysOpen || this.#isEnding) this.#socket.destroySoon();
  }

  #handOver(sent: Buffer): void {
    this.#exchange = null;
    this.#isHandedOver = true;
    this.#socket.pause();
    this.#parts.handOver(this.#socket, sent);
  }

  #ended(): void {
    if (this.#stream !== null) this.#stream.sentAll();
    else if (this.#exchange === null) this.#socket.destroySoon();
    else this.#exchange.end();
  }

  /** A client that has sent nothing for long, like a direct one, gets no answer; unread responses are discarded. */
  #tooSilent(): void {
    if (this.#exchange === null && this.#stream === null) this.#socket.destroy();
  }
}
