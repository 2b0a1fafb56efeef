import type { Clock } from '../clock.ts';
import { unpackRecords } from '../tape/pack.ts';
import type { TapeRecord } from '../tape/record.ts';
import type { Tape } from '../tape/tape.ts';

type FeedParts = {
  readonly tape: Pick<Tape, 'epoch' | 'first' | 'head' | 'read'>;
  readonly timers: Pick<Clock, 'soon'>;
  /** Processes records in the order of their sequences; called again once it has resolved. */
  readonly look: (records: readonly TapeRecord[], first: number) => Promise<void>;
  /** Whether any rule needs records. */
  readonly isWanted: () => boolean;
  readonly log: { readonly warn: (data: object, text: string) => void };
};

type Part = { readonly records: readonly TapeRecord[]; readonly first: number };

// Beyond this the queue is dropped and records are read from the tape, to bound memory
const mostWaiting = 20_000;
const recordsAtOnce = 256;

/** Passes on all published records in order and without gaps: live, and from the tape where it has fallen behind. */
export class Feed {
  readonly #parts: FeedParts;
  #queue: Part[] = [];
  #waiting = 0;
  #next: number;
  #last: number;
  #isBehind = false;
  #isBegun = false;
  #isStopped = false;
  #running: Promise<void> | null = null;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#next = parts.tape.head + 1;
    this.#last = parts.tape.head;
  }

  /** Sequence of the last published record. */
  get last(): number {
    return this.#last;
  }

  /** Sequence of the last processed record. */
  get lastProcessed(): number {
    return this.#next - 1;
  }

  receive(records: readonly TapeRecord[], first: number): void {
    this.#last = first + records.length - 1;
    const isIdle = this.#running === null && this.#queue.length === 0 && !this.#isBehind;
    if (isIdle && this.#isBegun && !this.#parts.isWanted()) {
      this.#next = this.#last + 1;
      return;
    }
    this.#queue.push({ records, first });
    this.#waiting += records.length;
    if (this.#waiting > mostWaiting) {
      this.#queue = [];
      this.#waiting = 0;
      this.#isBehind = true;
    }
    this.#wanted();
  }

  /** Starts after a sequence, reading from the tape first. */
  begin(after: number): void {
    this.#isBegun = true;
    this.#next = Math.min(after, this.#parts.tape.head) + 1;
    this.#isBehind = true;
    this.#wanted();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  #wanted(): void {
    if (!this.#isBegun || this.#isStopped || this.#running !== null) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#queue.length > 0 || this.#isBehind) this.#wanted();
    });
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const [part] = this.#queue;
      if (part === undefined && !this.#isBehind) return;
      if (part !== undefined && part.first <= this.#next) {
        this.#queue.shift();
        this.#waiting -= part.records.length;
        await this.#lookAt(part);
      } else await this.#catchUp();
    }
  }

  /** Works in pieces, between which other work can run. */
  async #lookAt({ records, first }: Part): Promise<void> {
    while (this.#next < first + records.length && !this.#isStopped) {
      const from = this.#next - first;
      const piece = records.slice(from, from + recordsAtOnce);
      await this.#parts.look(piece, this.#next).catch((error: unknown) => {
        this.#parts.log.warn({ error: String(error) }, 'alerts could not process published records');
      });
      this.#next += piece.length;
      await new Promise<void>((resolve) => this.#parts.timers.soon(resolve));
    }
  }

  async #catchUp(): Promise<void> {
    const { tape, log } = this.#parts;
    const began = this.#next;
    this.#isBehind = false;
    try {
      if (this.#next < tape.first) throw new Error(`the tape no longer has records before ${tape.first}`);
      for await (const batch of tape.read(this.#next)) {
        await this.#lookAt({ records: unpackRecords(batch.bytes), first: batch.first });
        if (this.#isStopped) return;
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'alerts could not read all published records');
    }
    if (this.#next < tape.first) {
      this.#next = tape.first;
      this.#isBehind = true;
    } else if (this.#next === began) {
      // These records are lost; skip them so that later ones do not wait
      this.#next = Math.max(this.#next, this.#queue[0]?.first ?? 0);
    }
  }
}
