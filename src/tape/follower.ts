import type { Clock } from '../runtime/clock.ts';
import { Waiting } from '../runtime/waiting.ts';
import { lineStarts, unpackRecords } from './pack.ts';
import type { TapeRecord } from './record.ts';
import { NoLongerRetained, type Tape } from './tape.ts';

export type FollowerOptions = {
  readonly tape: Pick<Tape, 'first' | 'head' | 'read' | 'readLeft'>;
  readonly timers: Pick<Clock, 'after' | 'soon'>;
  /**
   * Takes records in the order of their sequences, and is called again once it has resolved: until then, what is published
   * waits here or on the tape. `lines` returns the records as packed.
   */
  readonly take: (records: readonly TapeRecord[], first: number, lines: () => Buffer) => Promise<void>;
  /** Called when records could not be read or taken; the follower has then stopped, and can be begun again. */
  readonly failed: (error: unknown) => void;
  /** Whether it does not stop then, but goes on without these records. */
  readonly goesOn?: boolean;
  /** Called with the first and the last sequence of records that are left out, as the tape does not have them. */
  readonly lost?: (from: number, to: number) => void;
  /** Whether records are wanted now; those published while they are not are left out. */
  readonly isWanted?: () => boolean;
  /** Whether epochs that have ended are read as well, as far as they are left. */
  readonly left?: boolean;
};

// Beyond this the queue is dropped and records are read from the tape, to bound memory
const maxQueued = 20_000;
const recordsAtOnce = 256;
const againMs = 1_000;

/**
 * Passes on all published records in order and without gaps, each once: live, and from the tape where it has fallen behind.
 * Stop it before the tape is closed.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #queue: Part[] = [];
  #queued = 0;
  #next: number;
  #last: number;
  #isBehind = false;
  #isBegun = false;
  #isStopped = false;
  #running: Promise<void> | null = null;
  readonly #waiters = new Waiting();
  #endPause = () => {};

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#next = options.tape.head + 1;
    this.#last = options.tape.head;
  }

  /** Sequence of the last published record. */
  get last(): number {
    return this.#last;
  }

  /** Sequence of the last record that was taken or left out. */
  get lastTaken(): number {
    return this.#next - 1;
  }

  /** Resolves once everything up to a sequence was taken or left out. */
  reached(sequence: number): Promise<void> {
    return this.#waiters.until(() => this.lastTaken >= sequence);
  }

  /** Takes what is published; never blocks the publisher. */
  receive(records: readonly TapeRecord[], first: number, lines: Buffer): void {
    if (this.#isStopped) return;
    const { isWanted = () => true } = this.#options;
    this.#last = first + records.length - 1;
    const isIdle = this.#running === null && this.#queue.length === 0 && !this.#isBehind;
    if (isIdle && this.#isBegun && !isWanted()) {
      this.#goTo(this.#last + 1);
      return;
    }
    this.#queue.push(new Part(first, records.length, lines, records));
    this.#queued += records.length;
    if (this.#queued > maxQueued) {
      this.#queue = [];
      this.#queued = 0;
      this.#isBehind = true;
    }
    this.#wanted();
  }

  /** Starts after a sequence, reading from the tape first; again only after it has failed. */
  begin(after: number): void {
    this.#isBegun = true;
    this.#isBehind = true;
    this.#goTo(Math.min(after, Math.max(this.#last, this.#options.tape.head)) + 1);
    this.#wanted();
  }

  /** Resolves when nothing is being taken any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endPause();
    await this.#running;
  }

  #wanted(): void {
    if (!this.#isBegun || this.#isStopped || this.#running !== null) return;
    this.#running = this.#run().then(
      () => {
        this.#running = null;
        if (this.#queue.length > 0 || this.#isBehind) this.#wanted();
      },
      (error: unknown) => {
        this.#running = null;
        this.#isBegun = false;
        this.#options.failed(error);
      },
    );
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const [part] = this.#queue;
      if (part === undefined && !this.#isBehind) return;
      if (part !== undefined && part.first <= this.#next) {
        this.#queue.shift();
        this.#queued -= part.count;
        await this.#pass(part);
      } else await this.#catchUp();
    }
  }

  /** Works in pieces, between which other work can run. */
  async #pass(part: Part): Promise<void> {
    const { timers, take, goesOn = false, failed } = this.#options;
    while (this.#next < part.first + part.count && !this.#isStopped) {
      const { records, lines } = part.piece(this.#next, recordsAtOnce);
      try {
        await take(records, this.#next, lines);
      } catch (error) {
        if (!goesOn) throw error;
        failed(error);
      }
      this.#goTo(this.#next + records.length);
      await new Promise<void>((resolve) => timers.soon(resolve));
    }
  }

  async #catchUp(): Promise<void> {
    const from = this.#next;
    this.#isBehind = false;
    await this.#read().catch((error: unknown) => this.#unread(error));
    if (this.#isStopped) return;
    const live = this.#queue[0]?.first;
    if (this.#next > from) this.#isBehind = true;
    else if (this.#options.goesOn === true) this.#leaveOut(live ?? 0);
    else if ((live ?? this.#last + 1) > this.#next) {
      // The tape gets these records only once it can be written again
      this.#isBehind = true;
      await this.#pause();
    }
  }

  /** Passes on what the tape has now. */
  async #read(): Promise<void> {
    const { tape, left = false } = this.#options;
    const to = tape.head;
    for await (const batch of left ? tape.readLeft(this.#next) : tape.read(this.#next)) {
      this.#leaveOut(batch.first);
      await this.#pass(new Part(batch.first, batch.count, batch.bytes));
      if (this.#isStopped) return;
    }
    if (left) this.#leaveOut(to + 1);
  }

  #unread(error: unknown): void {
    const { tape, goesOn = false, failed } = this.#options;
    if (error instanceof NoLongerRetained && this.#next < tape.first) this.#leaveOut(tape.first);
    else if (goesOn) failed(error);
    else throw error;
  }

  #goTo(next: number): void {
    this.#next = next;
    this.#waiters.lookAgain();
  }

  /** Leaves out what comes before a sequence. */
  #leaveOut(next: number): void {
    const from = this.#next;
    if (next <= from) return;
    this.#goTo(next);
    this.#options.lost?.(from, next - 1);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.timers.after(againMs, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Records that follow each other; those from the tape are unpacked piece by piece. */
class Part {
  readonly first: number;
  readonly count: number;
  readonly #lines: Buffer;
  readonly #records: readonly TapeRecord[] | null;
  #starts: readonly number[] | null = null;

  constructor(first: number, count: number, lines: Buffer, records: readonly TapeRecord[] | null = null) {
    this.first = first;
    this.count = count;
    this.#lines = lines;
    this.#records = records;
  }

  piece(first: number, max: number): { readonly records: readonly TapeRecord[]; readonly lines: () => Buffer } {
    const from = first - this.first;
    const to = Math.min(from + max, this.count);
    if (this.#records !== null) return { records: this.#records.slice(from, to), lines: () => this.#cut(from, to) };
    const lines = this.#cut(from, to);
    return { records: unpackRecords(lines), lines: () => lines };
  }

  #cut(from: number, to: number): Buffer {
    this.#starts ??= lineStarts(this.#lines);
    return this.#lines.subarray(this.#starts[from], this.#starts[to]);
  }
}
