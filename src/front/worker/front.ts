import { createServer, type Server } from 'node:net';
import { createAdmission, readersPerTurn } from '../../runtime/admission.ts';
import { guarded } from '../../runtime/guarded.ts';
import { CachedAnswers } from '../cached-answers.ts';
import { backlog } from '../limits.ts';
import type { Begin, FromFront } from '../messages.ts';
import { BookSide } from './book-side.ts';
import { Hits } from './hits.ts';
import { accepting, Reader, type ReaderParts } from './reader.ts';
import { Trunk } from './trunk.ts';

type FrontParts = {
  /** Sends a message to the book process. */
  readonly send: (message: FromFront) => void;
  /** Passes the connection of a reader to the book process. */
  readonly handOver: ReaderParts['handOver'];
  /** Called when the worker has stopped or can no longer serve its readers. */
  readonly ended: () => void;
};

const reportMs = 250;
// The main process confirms more often than this that the keys are unchanged
const trustMs = 600;
// Time for requests in progress before they are cut off
const drainMs = 5_000;

/** A front worker: holds the connections of readers and repeats responses of the book process from its cache. */
export class Front {
  readonly #parts: FrontParts;
  readonly #answers: CachedAnswers;
  readonly #hits = new Hits();
  readonly #book: BookSide;
  readonly #trunk: Trunk;
  readonly #readers = new Set<Reader>();
  readonly #server: Server;
  readonly #timers: NodeJS.Timeout[];
  #trustedUntil = 0;
  #isStopping = false;

  constructor({ host, port, path, trunk: trunkPath, secret, bytes }: Begin, parts: FrontParts) {
    this.#parts = parts;
    const isTrusted = () => performance.now() < this.#trustedUntil;
    const answers = new CachedAnswers({ byteLimit: bytes, now: Date.now, isTrusted });
    const hits = this.#hits;
    const book = new BookSide(path);
    const trunk = new Trunk(
      trunkPath,
      () => this.#server.listen({ host, port, backlog }),
      () => this.#end(),
    );
    this.#answers = answers;
    this.#book = book;
    this.#trunk = trunk;
    const { send, handOver } = parts;
    const admit = createAdmission(readersPerTurn);
    this.#server = createServer(accepting, (socket) => {
      const closed = (): void => {
        this.#readers.delete(reader);
        this.#endWhenDone();
      };
      const reader = new Reader(socket, { answers, hits, book, trunk, admit, secret, handOver, closed });
      this.#readers.add(reader);
    });
    this.#server.on('error', ({ code = '', message }: NodeJS.ErrnoException) => send({ is: 'refused', code, message }));
    this.#server.on('listening', () => {
      const address = this.#server.address();
      send({ is: 'listening', port: typeof address === 'object' && address !== null ? address.port : port });
    });
    this.#timers = [
      setInterval(
        guarded(() => this.#report()),
        reportMs,
      ),
    ];
  }

  beat(): void {
    if (!this.#isStopping) this.#trustedUntil = performance.now() + trustMs;
  }

  forget(): void {
    this.#answers.forget();
  }

  stop(): void {
    this.#isStopping = true;
    this.#server.close();
    this.#answers.forget();
    for (const reader of this.#readers) reader.close();
    this.#timers.push(
      setTimeout(
        guarded(() => this.#end()),
        drainMs,
      ),
    );
    this.#endWhenDone();
  }

  #report(): void {
    const { user, system } = process.cpuUsage();
    this.#parts.send({
      is: 'report',
      hits: this.#hits.take(),
      connections: this.#readers.size,
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
    });
  }

  #endWhenDone(): void {
    if (this.#isStopping && this.#readers.size === 0) this.#end();
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#report();
    this.#book.close();
    this.#trunk.close();
    this.#parts.ended();
  }
}
