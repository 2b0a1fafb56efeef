import { createServer, type Server } from 'node:net';
import { guarded } from '../guarded.ts';
import { backlog } from './backlog.ts';
import { BookSide } from './book-side.ts';
import { KeptAnswers } from './kept-answers.ts';
import { accepting, Reader } from './reader.ts';
import type { FromFront, ToFront } from './words.ts';

/** A front worker: holds the connections of readers, and gives them again what the process of the book has answered. */

type Begin = ToFront & { readonly is: 'begin' };

const reportMs = 250;
// What is under way then is cut
const drainMs = 5_000;

const say = (word: FromFront): void => {
  if (process.connected) process.send?.(word);
};

class Front {
  readonly #answers: KeptAnswers;
  readonly #book: BookSide;
  readonly #readers = new Set<Reader>();
  readonly #server: Server;
  #isStopping = false;

  constructor({ host, port, path, secret, bytes }: Begin) {
    const answers = new KeptAnswers(bytes, { elapsed: () => performance.now(), now: Date.now });
    const book = new BookSide(path);
    this.#answers = answers;
    this.#book = book;
    this.#server = createServer(accepting, (socket) => {
      const closed = (): void => {
        this.#readers.delete(reader);
        this.#endWhenDone();
      };
      const reader = new Reader(socket, { answers, book, secret, closed });
      this.#readers.add(reader);
    });
    this.#server.on('error', ({ code = '', message }: NodeJS.ErrnoException) => say({ is: 'refused', code, message }));
    this.#server.listen({ host, port, backlog }, () => {
      const address = this.#server.address();
      say({ is: 'listening', port: typeof address === 'object' && address !== null ? address.port : port });
    });
    setInterval(
      guarded(() => this.report()),
      reportMs,
    );
  }

  beat(): void {
    if (!this.#isStopping) this.#answers.trust();
  }

  forget(): void {
    this.#answers.forget();
  }

  stop(): void {
    this.#isStopping = true;
    this.#server.close();
    this.#answers.forget();
    for (const reader of this.#readers) reader.close();
    setTimeout(guarded(end), drainMs);
    this.#endWhenDone();
  }

  report(): void {
    const { user, system } = process.cpuUsage();
    say({
      is: 'report',
      hits: this.#answers.hits(),
      connections: this.#readers.size,
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
    });
  }

  #endWhenDone(): void {
    if (!this.#isStopping || this.#readers.size > 0) return;
    this.report();
    this.#book.close();
    process.disconnect();
  }
}

let front: Front | null = null;

function end(): void {
  front?.report();
  process.disconnect();
}

process.on('message', (word: ToFront) => {
  if (word.is === 'begin') front = new Front(word);
  else front?.[word.is]();
});
process.on('disconnect', () => process.exit());
say({ is: 'ready' });
// It is told when to stop, by whoever started it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
