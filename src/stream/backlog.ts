import type { Clock } from '../runtime/clock.ts';
import { unpackRecords } from '../tape/pack.ts';
import { type Batch, NoLongerRetained, type TapeStats } from '../tape/tape.ts';
import type { StreamEncoder } from './log/encoder.ts';
import { LineEntries } from './log/line-entry.ts';
import type { LogPosition } from './log/log.ts';
import { Segment } from './log/segment.ts';

/** The tape as the stream uses it. */
export type BacklogTape = {
  readonly first: number;
  readonly head: number;
  readonly read: (from: number) => AsyncIterable<Batch>;
  readonly batchAt: (instant: number) => Promise<number>;
  readonly stats: () => Pick<TapeStats, 'oldestAt'>;
};

/** A run of log entries made from the tape. */
export type Page = {
  readonly first: number;
  readonly last: number;
  readonly position: (sequence: number) => LogPosition;
};

const maxPages = 32;
// Each holds an open file and the next batch
const maxCursors = 8;
// Making a page blocks the event loop for a few milliseconds
const recordsPerPage = 512;
const bytesPerPage = 256 * 1024;
const retryMs = 1_000;
/** A page that cannot be read this many times in a row counts as lost. */
const maxAttempts = 10;

/**
 * Entries that the log in memory no longer has, read from the tape in pages on demand. Recent pages are kept, as several
 * readers often read the same period; memory grows neither with the number of readers nor with how far back they read.
 */
export class Backlog {
  readonly #tape: BacklogTape;
  readonly #lines: LineEntries;
  readonly #timers: Pick<Clock, 'after' | 'soon'>;
  /** By first sequence, the most recently used last. */
  readonly #pages = new Map<number, Page>();
  /** By the sequence they read next, the most recently used last. */
  readonly #cursors = new Map<number, Cursor>();
  readonly #wanted = new Map<number, Set<() => void>>();
  #isLoading = false;
  #lostTo = 0;
  /** Failed attempts to read the page of a sequence. */
  readonly #tries = new Map<number, number>();
  readonly #retries = new Set<() => void>();

  constructor(options: {
    readonly tape: BacklogTape;
    readonly encoder: StreamEncoder;
    readonly timers: Pick<Clock, 'after' | 'soon'>;
  }) {
    this.#tape = options.tape;
    this.#lines = new LineEntries(options.encoder);
    this.#timers = options.timers;
  }

  /** Sequence of the oldest entry that can be read. */
  get first(): number {
    return Math.max(this.#tape.first, this.#lostTo + 1);
  }

  /** Earliest possible time of the oldest entry; null while there is none. */
  get oldestAt(): number | null {
    return this.#tape.stats().oldestAt;
  }

  /** Sequence of the first entry at an instant or later, head + 1 when there is none. */
  async sequenceAt(instant: number): Promise<number> {
    const from = await this.#tape.batchAt(instant);
    for await (const batch of this.#tape.read(from)) {
      const found = unpackRecords(batch.bytes).findIndex(({ at }) => at >= instant);
      if (found >= 0) return batch.first + found;
    }
    return this.#tape.head + 1;
  }

  /** Whether the tape has every entry after a sequence, up to where the log in memory begins. */
  hasReached(sequence: number, logFirst: number): boolean {
    return (
      Number.isInteger(sequence) && sequence < logFirst && sequence >= this.first - 1 && this.#tape.head >= logFirst - 1
    );
  }

  /** The page that holds a sequence; null when it has to be loaded. */
  page(sequence: number): Page | null {
    for (const page of this.#pages.values()) {
      if (sequence < page.first || sequence > page.last) continue;
      this.#pages.delete(page.first);
      this.#pages.set(page.first, page);
      return page;
    }
    return null;
  }

  /** Loads the page that holds a sequence, in turn with others, then calls back, also when it could not be read. */
  load(sequence: number, loaded: () => void): void {
    const waiting = this.#wanted.get(sequence);
    if (waiting === undefined) this.#wanted.set(sequence, new Set([loaded]));
    else waiting.add(loaded);
    if (!this.#isLoading) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isLoading = true;
    for (let [sequence] = this.#wanted.keys(); sequence !== undefined; [sequence] = this.#wanted.keys()) {
      const page = this.page(sequence) ?? (await this.#load(sequence));
      if (page === 'later') this.#wakeLater(sequence);
      else {
        if (page === null) this.#lostTo = Math.max(this.#lostTo, sequence);
        this.#tries.delete(sequence);
        this.#wake(sequence, page);
      }
      await new Promise<void>((resolve) => this.#timers.soon(resolve));
    }
    this.#isLoading = false;
  }

  #wake(requested: number, page: Page | null): void {
    for (const [sequence, waiting] of this.#wanted) {
      const isThere = page !== null && sequence >= page.first && sequence <= page.last;
      if (!isThere && sequence !== requested) continue;
      this.#wanted.delete(sequence);
      for (const call of waiting) call();
    }
  }

  /** Wakes the waiting readers after a while; they then request the page again. */
  #wakeLater(sequence: number): void {
    const waiting = this.#wanted.get(sequence) ?? [];
    this.#wanted.delete(sequence);
    const cancel = this.#timers.after(retryMs, () => {
      this.#retries.delete(cancel);
      for (const call of waiting) call();
    });
    this.#retries.add(cancel);
  }

  async #load(sequence: number): Promise<Page | 'later' | null> {
    try {
      const page = await this.#read(sequence);
      if (page === null) return null;
      this.#pages.set(page.first, page);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
      return page;
    } catch (error) {
      // The tape has logged the cause
      if (error instanceof NoLongerRetained) return null;
      const tries = (this.#tries.get(sequence) ?? 0) + 1;
      this.#tries.set(sequence, tries);
      return tries < maxAttempts ? 'later' : null;
    }
  }

  async #read(from: number): Promise<Page | null> {
    const cached = this.#cursors.get(from);
    this.#cursors.delete(from);
    // A kept cursor may have reached the end of the tape as it was then
    return (
      (cached === undefined ? null : await this.#readOn(from, cached)) ?? (await this.#readOn(from, this.#open(from)))
    );
  }

  #open(from: number): Cursor {
    const batches = this.#tape.read(from)[Symbol.asyncIterator]();
    return { batches, ahead: nextOf(batches), bytes: noBytes, at: 0 };
  }

  async #readOn(from: number, cursor: Cursor): Promise<Page | null> {
    const segment = new Segment(from, recordsPerPage, bytesPerPage);
    let isEnd = false;
    while (!isEnd && this.#fill(segment, cursor)) {
      const { value: batch, done } = await cursor.ahead;
      isEnd = done === true;
      if (isEnd) break;
      // The next batch is read and unpacked while this one is encoded
      cursor.ahead = nextOf(cursor.batches);
      cursor.bytes = batch.bytes;
      cursor.at = 0;
      for (let left = from - batch.first; left > 0; left -= 1) cursor.at = lineEndIn(cursor) + 1;
    }
    if (segment.count === 0) return null;
    segment.seal();
    const last = from + segment.count - 1;
    if (!isEnd) this.#keep(last + 1, cursor);
    return { first: from, last, position: (sequence) => ({ segment, at: sequence - from }) };
  }

  /** Adds the rest of a batch to a page; whether the page has room for more. */
  #fill(segment: Segment, cursor: Cursor): boolean {
    while (cursor.at < cursor.bytes.length) {
      const end = lineEndIn(cursor);
      if (!this.#lines.put(segment, cursor.bytes, cursor.at, end)) return false;
      cursor.at = end + 1;
    }
    return true;
  }

  /** Keeps the cursor, as the reader of this page will want the next one. */
  #keep(next: number, cursor: Cursor): void {
    this.#drop(next);
    this.#cursors.set(next, cursor);
    const [oldest] = this.#cursors.keys();
    if (this.#cursors.size > maxCursors && oldest !== undefined) this.#drop(oldest);
  }

  #drop(next: number): void {
    const cursor = this.#cursors.get(next);
    this.#cursors.delete(next);
    cursor?.batches.return?.().catch(() => {});
  }

  /** Closes its files. */
  stop(): void {
    for (const next of [...this.#cursors.keys()]) this.#drop(next);
    for (const cancel of this.#retries) cancel();
  }
}

/** A reading of the tape that can be continued. */
type Cursor = {
  readonly batches: AsyncIterator<Batch>;
  ahead: Promise<IteratorResult<Batch>>;
  /** The current batch, and where its next line begins. */
  bytes: Buffer;
  at: number;
};

const noBytes = Buffer.alloc(0);
const lineEnd = 10;

const lineEndIn = ({ bytes, at }: Cursor): number => bytes.indexOf(lineEnd, at);

/** The next batch; a failure that nobody awaits is not reported as unhandled. */
function nextOf(batches: AsyncIterator<Batch>): Promise<IteratorResult<Batch>> {
  const next = batches.next();
  next.catch(() => {});
  return next;
}
