import type { Socket } from 'node:net';
import { guarded } from '../../runtime/guarded.ts';
import { type PlainRequest, withHeader } from '../request.ts';
import { askHeader, type Ticket } from '../ticket.ts';
import { type AnswerHead, headEnd, readHead } from './answer-head.ts';
import type { BookSide } from './book-side.ts';

/** A complete response. */
export type Response = {
  readonly staysOpen: boolean;
  /** The response if it can be repeated, otherwise null. */
  readonly again: { readonly status: number; readonly ticket: Ticket; readonly bytes: Buffer } | null;
};

type ExchangeParts = {
  readonly reader: Socket;
  readonly book: BookSide;
  readonly secret: string;
  /** A reader that reads nothing for this long is disconnected. */
  readonly unreadMs: number;
  readonly answered: (answer: Response) => void;
  /** Hands the reader over to the book process, with the bytes the reader has sent. */
  readonly handOver: (sent: Buffer) => void;
};

// Time to wait when the queue of the Unix socket is full
const crowdedMs = 20;

// Larger responses cost more to keep than to request again
const maxCachedBytes = 4 * 2 ** 20;

/**
 * Forwards a reader's bytes to the book process and its responses to the reader. A single plain request is followed to the
 * end of its response. For anything else, the two connections stay tied together until one of them ends.
 */
export class Exchange {
  readonly #parts: ExchangeParts;
  #request: PlainRequest | null;
  #upstream: Socket;
  #isFresh = false;
  /** Bytes written before the connection is established; null once it is. */
  #unsent: Buffer[] | null = null;
  #isTied = false;
  /** Bytes received after a plain request, before the head of its response. */
  #early: Buffer[] = [];
  #hasEnded = false;
  #isOver = false;
  #begun: Buffer = Buffer.alloc(0);
  #head: AnswerHead | null = null;
  #left = 0;
  #cached: Buffer[] | null = null;
  #unread: NodeJS.Timeout | null = null;

  /** `sent` is a plain request, or the first bytes of something else. */
  constructor(parts: ExchangeParts, sent: PlainRequest | Buffer) {
    this.#parts = parts;
    this.#request = Buffer.isBuffer(sent) ? null : sent;
    const known = this.#request === null ? null : parts.book.takeIdle();
    this.#upstream = known ?? this.#open();
    this.#follow(this.#upstream);
    if (Buffer.isBuffer(sent)) this.#tie(sent);
    else this.#ask(sent);
  }

  /** Takes bytes that the reader sent before the response was complete. */
  more(bytes: Buffer): void {
    if (this.#request === null || this.#head !== null || this.#isTied) this.#tie(bytes);
    else this.#wait(bytes);
  }

  /** The reader has ended its side of the connection. */
  end(): void {
    this.#isTied = true;
    this.#hasEnded = true;
    this.#upstream.end();
  }

  /** The reader has disconnected. */
  drop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    this.#upstream.destroy();
    this.#hasRead();
  }

  /** The reader has read everything written so far. */
  resume(): void {
    this.#hasRead();
    this.#upstream.resume();
  }

  /** Needed because while reading from the book process is paused, the end of its connection goes unnoticed. */
  #awaitReading(): void {
    const { reader, unreadMs } = this.#parts;
    this.#unread ??= setTimeout(() => reader.destroy(), unreadMs);
  }

  #hasRead(): void {
    if (this.#unread !== null) clearTimeout(this.#unread);
    this.#unread = null;
  }

  #ask({ text }: PlainRequest): void {
    this.#send(Buffer.from(withHeader(text, `${askHeader}: ${this.#parts.secret}`), 'latin1'));
  }

  #send(bytes: Buffer): boolean {
    this.#unsent?.push(bytes);
    return this.#upstream.write(bytes);
  }

  #open(): Socket {
    const unsent: Buffer[] = [];
    const upstream = this.#parts.book.open();
    this.#isFresh = true;
    this.#unsent = unsent;
    upstream.once('connect', () => {
      this.#unsent = null;
    });
    upstream.once('error', ({ code }: NodeJS.ErrnoException) => {
      // A Unix socket refuses connections when its queue is full
      if (code === 'EAGAIN' && !this.#isOver) this.#openLater(upstream, unsent);
    });
    return upstream;
  }

  #openLater(crowded: Socket, unsent: readonly Buffer[]): void {
    const { reader } = this.#parts;
    this.#unfollow(crowded);
    reader.pause();
    const again = () => {
      if (this.#isOver) return;
      this.#upstream = this.#open();
      this.#follow(this.#upstream);
      for (const bytes of unsent) this.#send(bytes);
      if (this.#hasEnded) this.#upstream.end();
      reader.resume();
    };
    setTimeout(guarded(again), crowdedMs);
  }

  #wait(bytes: Buffer): void {
    this.#early.push(bytes);
    this.#parts.reader.pause();
  }

  #sendEarly(): void {
    if (this.#early.length === 0) return;
    this.#parts.reader.resume();
    // Can pause it again
    this.#tie(Buffer.concat(this.#early));
    this.#early = [];
  }

  #tie(bytes: Buffer): void {
    this.#isTied = true;
    const { reader } = this.#parts;
    if (bytes.length === 0 || this.#send(bytes)) return;
    reader.pause();
    this.#upstream.once('drain', () => reader.resume());
  }

  #follow(upstream: Socket): void {
    upstream.on('data', this.#read);
    upstream.on('end', this.#ended);
    upstream.on('close', this.#lost);
  }

  #unfollow(upstream = this.#upstream): void {
    upstream.off('data', this.#read);
    upstream.off('end', this.#ended);
    upstream.off('close', this.#lost);
  }

  readonly #read = (bytes: Buffer): void => {
    if (this.#request === null) this.#pass(bytes);
    else if (this.#head === null) this.#readHead(this.#request, bytes);
    else this.#readBody(bytes);
  };

  #readHead({ method, text }: PlainRequest, bytes: Buffer): void {
    this.#begun = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const at = this.#begun.indexOf(headEnd);
    if (at < 0) return;
    const bodyAt = at + headEnd.length;
    const head = readHead(this.#begun.toString('latin1', 0, bodyAt), method === 'HEAD');
    this.#head = head;
    if (head.isHandOver) {
      this.#handOver(head, text);
      return;
    }
    this.#sendEarly();
    this.#left = head.bodyBytes ?? Number.POSITIVE_INFINITY;
    if (head.ticket !== null && head.staysOpen && this.#left < maxCachedBytes) this.#cached = [];
    const begun = Buffer.from(head.text, 'latin1');
    const rest = this.#begun.subarray(bodyAt);
    this.#left -= rest.length;
    this.#hand(rest.length === 0 ? begun : Buffer.concat([begun, rest]));
  }

  #readBody(bytes: Buffer): void {
    this.#left -= bytes.length;
    this.#hand(bytes);
  }

  #hand(bytes: Buffer): void {
    this.#cached?.push(bytes);
    this.#pass(bytes);
    if (this.#left === 0 && !this.#isTied) this.#finish();
    // More bytes than announced cannot be attributed to a response
    else if (this.#left < 0 && !this.#isTied) this.#parts.reader.destroy();
  }

  #pass(bytes: Buffer): void {
    if (this.#parts.reader.write(bytes) || this.#parts.reader.writableLength <= bytes.length) return;
    this.#upstream.pause();
    this.#awaitReading();
  }

  #handOver(head: AnswerHead, text: string): void {
    this.#release(head);
    this.#parts.handOver(Buffer.concat([Buffer.from(text, 'latin1'), ...this.#early]));
  }

  #release({ staysOpen }: AnswerHead): void {
    this.#isOver = true;
    this.#hasRead();
    this.#unfollow();
    this.#upstream.resume();
    if (staysOpen) this.#parts.book.giveBack(this.#upstream);
    else this.#upstream.destroy();
  }

  #finish(): void {
    const head = this.#head as AnswerHead;
    this.#release(head);
    const again =
      this.#cached === null || head.ticket === null
        ? null
        : { status: head.status, ticket: head.ticket, bytes: Buffer.concat(this.#cached) };
    this.#parts.answered({ staysOpen: head.staysOpen, again });
  }

  /** The book process never ends only its side, so nobody reads the other one, and no write would show that. */
  readonly #ended = (): void => {
    this.#upstream.destroy();
  };

  readonly #lost = (): void => {
    if (this.#isOver) return;
    this.#unfollow();
    const isUntouched = this.#head === null && this.#begun.length === 0 && !this.#isTied;
    if (isUntouched && !this.#isFresh && this.#request !== null) {
      // The idle connection was closed while the request was being sent, so the request was not processed
      this.#upstream = this.#open();
      this.#follow(this.#upstream);
      this.#ask(this.#request);
      return;
    }
    this.#awaitReading();
    this.#parts.reader.destroySoon();
  };
}
