import type { Socket } from 'node:net';
import type { BookSide } from './book-side.ts';
import { type Answered, Exchange } from './exchange.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import { readIntoOneBuffer } from './one-buffer.ts';
import { isHandshake, type PlainRequest, plainRequestIn } from './request.ts';
import type { ToBook, Trunk } from './trunk.ts';

export type ReaderParts = {
  readonly answers: KeptAnswers;
  readonly book: BookSide;
  readonly trunk: Pick<Trunk, 'open'>;
  /** Whether one may begin in this turn; else it is called in a later one. */
  readonly admit: (begin: () => void) => boolean;
  readonly secret: string;
  /** Gives the process of the book the connection of a reader, which is read no more, and what came on it. */
  readonly handOver: (reader: Socket, sent: Buffer) => void;
  readonly unreadMs?: number;
  readonly closed?: () => void;
};

// As the process of the book has it for its own connections
const silentMs = 15_000;
const idleMs = 65_000;
const usualUnreadMs = 30_000;

// Who does not read what is answered is not read either
const mostUnread = 256 * 1024;

const nothing = Buffer.alloc(0);

/** How a server accepts connections for a `Reader`: what came before it is there would be lost. */
export const accepting = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true } as const;

/** A connection of a reader, as `accepting` gives it. */
export class Reader {
  readonly #socket: Socket;
  readonly #parts: ReaderParts;
  #exchange: Exchange | null = null;
  #stream: ToBook | null = null;
  #hasBegun = false;
  #asked: PlainRequest | null = null;
  /** The bytes that came last, and what was given for them. */
  #last: { readonly request: Buffer; readonly kept: KeptAnswer } | null = null;
  #isEnding = false;
  #isHandedOver = false;

  constructor(accepted: Socket, parts: ReaderParts) {
    const socket = readIntoOneBuffer(accepted, (bytes) => this.#take(bytes));
    this.#socket = socket;
    this.#parts = parts;
    socket.setTimeout(silentMs, () => this.#tooSilent());
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#ended());
    socket.on('drain', () => this.#exchange?.resume());
    socket.on('close', () => {
      this.#exchange?.drop();
      this.#stream?.gone();
      parts.closed?.();
    });
  }

  /** Ends as soon as nothing is under way. */
  close(): void {
    this.#isEnding = true;
    if (this.#isHandedOver) return;
    if (this.#exchange === null && this.#stream === null) this.#socket.destroySoon();
  }

  /** The bytes are there as long as this takes. */
  #take(bytes: Buffer): void {
    if (this.#hasBegun) this.#goOn(bytes);
    else this.#begin(bytes);
  }

  /** They come by the thousand after whatever stood between has gone. */
  #begin(bytes: Buffer): void {
    this.#hasBegun = true;
    let kept: Buffer = bytes;
    const later = (): void => {
      if (this.#socket.destroyed) return;
      this.#socket.resume();
      // May pause it again
      this.#goOn(kept);
    };
    if (this.#parts.admit(later)) {
      this.#goOn(bytes);
      return;
    }
    kept = Buffer.from(bytes);
    this.#socket.pause();
  }

  #goOn(bytes: Buffer): void {
    if (this.#stream !== null) {
      this.#stream.sent(bytes);
      return;
    }
    if (this.#exchange !== null) {
      this.#socket.setTimeout(0);
      this.#exchange.more(Buffer.from(bytes));
      return;
    }
    if (this.#last?.request.equals(bytes) === true && this.#give(this.#last.kept)) return;
    const text = bytes.toString('latin1');
    const kept = this.#parts.answers.find(text);
    if (kept !== undefined && this.#give(kept)) {
      this.#last = { request: Buffer.from(bytes), kept };
      return;
    }
    const plain = plainRequestIn(text);
    if (plain === null && isHandshake(text)) this.#openStream(bytes);
    else this.#ask(plain ?? Buffer.from(bytes));
  }

  #openStream(handshake: Buffer): void {
    this.#socket.setTimeout(0);
    this.#stream = this.#parts.trunk.open(this.#socket, handshake);
  }

  #give(kept: KeptAnswer): boolean {
    const bytes = this.#parts.answers.take(kept);
    if (bytes === null) return false;
    const socket = this.#socket;
    socket.write(bytes);
    if (socket.writableLength > mostUnread + bytes.length) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
    return true;
  }

  #ask(sent: PlainRequest | Buffer): void {
    const { book, secret, unreadMs = usualUnreadMs } = this.#parts;
    this.#last = null;
    this.#asked = Buffer.isBuffer(sent) ? null : sent;
    this.#socket.setTimeout(0);
    const handOver = (bytes: Buffer) => this.#handOver(bytes);
    const answered = (answer: Answered) => this.#answered(answer);
    this.#exchange = new Exchange({ reader: this.#socket, book, secret, unreadMs, answered, handOver }, sent);
  }

  #answered({ staysOpen, again }: Answered): void {
    this.#exchange = null;
    if (again !== null && this.#asked !== null)
      this.#parts.answers.keep(this.#asked.text, again.status, again.ticket, again.bytes);
    this.#asked = null;
    this.#socket.setTimeout(idleMs);
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

  /** Who has never sent anything is told so by the process of the book. */
  #tooSilent(): void {
    if (this.#exchange !== null || this.#stream !== null) return;
    if (this.#socket.bytesRead === 0) this.#ask(nothing);
    // What is still there nobody reads
    else this.#socket.destroy();
  }
}
