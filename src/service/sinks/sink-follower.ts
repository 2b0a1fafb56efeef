import { type Clock, wait } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { inTime } from '../../runtime/waiting.ts';
import type { OpenSink, Sink } from '../../sinks/sink.ts';
import type { RecordMessages } from '../../stream/record-messages.ts';
import { epochAt } from '../../tape/epoch.ts';
import { Follower } from '../../tape/follower.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Tape } from '../../tape/tape.ts';
import { storedToOf } from '../tape/stored-to.ts';

export type SinkStats = {
  readonly name: string;
  /** Published records that it has not been given yet. */
  readonly behind: number;
  readonly messages: number;
  readonly failures: number;
  /** Records that were no longer on the tape. */
  readonly lost: number;
};

const againMs = 1_000;
const stopMs = 1_000;
// The mark is also moved without messages, so that the tape need not keep that many records
const maxUnmarked = 5_000;

/** Gives a sink the messages of the tape, each once: after any failure it goes on from the mark that the sink has. */
export class SinkFollower {
  readonly #parts: SinkFollowerParts;
  readonly #follower: Follower;
  readonly #stopping = new AbortController();
  #open: OpenSink | null = null;
  #opening: Promise<void> = Promise.resolve();
  #marked = 0;
  #isFailing = false;
  #messages = 0;
  #failures = 0;
  #lost = 0;

  constructor(parts: SinkFollowerParts) {
    this.#parts = parts;
    const { tape, timers, sink } = parts;
    this.#follower = new Follower({
      tape,
      timers,
      left: true,
      take: (records, first) => this.#take(records, first),
      lost: (from, to) => this.#leaveOut(from, to),
      failed: (error) => {
        this.#fail(error);
        this.begin();
      },
    });
    // Until the sink says what it has
    tape.needs(sink.name, 0);
  }

  /** Takes what is published; never blocks the publisher. */
  receive(records: readonly TapeRecord[], first: number, lines: Buffer): void {
    this.#follower.receive(records, first, lines);
  }

  begin(): void {
    this.#opening = this.#reopen();
  }

  stats(): SinkStats {
    const behind = Math.max(0, this.#follower.last - (this.#open === null ? this.#marked : this.#follower.lastTaken));
    const { sink } = this.#parts;
    return { name: sink.name, behind, messages: this.#messages, failures: this.#failures, lost: this.#lost };
  }

  /** What it has not been given then is given to it after the next start. */
  async stop(): Promise<void> {
    const { timers } = this.#parts;
    this.#stopping.abort();
    const stopped = this.#follower.stop();
    await inTime(stopped, stopMs, timers.after);
    await this.#close();
    await stopped;
    await inTime(this.#opening, stopMs, timers.after);
  }

  async #reopen(): Promise<void> {
    const { sink, tape, timers, log } = this.#parts;
    const { signal } = this.#stopping;
    if (this.#isFailing) await wait(timers, againMs, signal);
    while (!signal.aborted) {
      try {
        await this.#close();
        this.#open = await sink.open();
        this.#marked = await storedToOf(tape, this.#open);
        log.info({ sink: sink.name, from: this.#marked + 1, head: tape.head }, 'sink open');
        tape.needs(sink.name, this.#marked);
        if (signal.aborted) await this.#close();
        else this.#follower.begin(this.#marked);
        return;
      } catch (error) {
        this.#fail(error);
        await wait(timers, againMs, signal);
      }
    }
  }

  async #take(records: readonly TapeRecord[], first: number): Promise<void> {
    const { tape, messages: made, sink, log } = this.#parts;
    const to = first + records.length - 1;
    const { epoch } = tape;
    // Records of earlier epochs keep their own sequences
    const before = [...tape.ended, ...tape.previousEpochs];
    const messages = records.flatMap((record, at) => {
      const sequence = first + at;
      return made.of(record, { epoch: epochAt(sequence, before, epoch), sequence }) ?? [];
    });
    if (messages.length === 0 && to - this.#marked < maxUnmarked) return;
    if (this.#open === null) throw new Error('the sink is closed');
    await this.#open.write({ messages, epoch, from: this.#marked, to });
    this.#marked = to;
    this.#messages += messages.length;
    tape.needs(sink.name, to);
    if (this.#isFailing) log.info({ sink: sink.name }, 'sink takes messages again');
    this.#isFailing = false;
  }

  #leaveOut(from: number, to: number): void {
    this.#lost += to - from + 1;
    this.#parts.log.warn(
      { sink: this.#parts.sink.name, from, to },
      'records missing in the sink and no longer on the tape',
    );
  }

  #fail(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const { log, sink } = this.#parts;
    this.#failures += 1;
    const text = error instanceof Error ? error.message : String(error);
    if (!this.#isFailing) log.warn({ sink: sink.name, error: text }, 'sink takes nothing; trying again every second');
    this.#isFailing = true;
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.close().catch(() => {});
  }
}

type SinkFollowerParts = {
  readonly sink: Sink;
  readonly tape: Tape;
  readonly messages: RecordMessages;
  readonly timers: Pick<Clock, 'after' | 'soon'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
};
