import type { Clock } from '../runtime/clock.ts';
import type { Position } from '../schema/index.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import { type MatchResult, match } from './filter.ts';
import type { FilterIndex } from './filter-index.ts';
import { type Framing, frameOf } from './framing.ts';
import type { LogPosition, StreamLog } from './log/log.ts';
import { payloadOf } from './message.ts';
import type { OutboxLimits } from './outbox.ts';

type FanOutParts = {
  readonly log: StreamLog;
  readonly index: FilterIndex;
  readonly limits: OutboxLimits;
  readonly gatherMs: number;
  readonly timers: Pick<Clock, 'after' | 'soon' | 'elapsed'>;
  readonly onSent: (messages: number) => void;
  /** Entries from this sequence on were dropped from the log before they were sent. */
  readonly onLost: (from: number) => void;
};

const maxEntries = 512;
const maxBytes = 128 * 1024;
// Writing to each reader costs the same however much is written: with many readers, fewer and larger runs leave time for all else
const pauseForRun = 4;
const maxPauseMs = 25;

/** Sends the log to all live groups, in runs small enough for the outbox of a reader that keeps up. */
export class FanOut {
  readonly #parts: FanOutParts;
  readonly #entriesPerRun: number;
  readonly #bytesPerRun: number;
  readonly #dirty: FanOutGroup[] = [];
  #served: number;
  #ranAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds that the last run took. */
  #took = 0;
  #cancel: (() => void) | null = null;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#served = parts.log.head;
    this.#entriesPerRun = Math.max(1, Math.min(maxEntries, Math.floor(parts.limits.messages / 2)));
    this.#bytesPerRun = Math.min(maxBytes, parts.limits.bytes / 2);
  }

  get served(): number {
    return this.#served;
  }

  /** Schedules a run, as there is something new to send. */
  wanted(): void {
    if (this.#cancel !== null) return;
    const { timers, gatherMs } = this.#parts;
    const pause = Math.max(gatherMs, Math.min(maxPauseMs, pauseForRun * this.#took));
    const left = this.#ranAt + pause - timers.elapsed();
    this.#cancel = left <= 0 ? timers.soon(() => this.#runOn()) : timers.after(left, () => this.#runOn());
  }

  stop(): void {
    this.#cancel?.();
  }

  /** Sends the entries of one run. */
  run(): void {
    const { log } = this.#parts;
    if (this.#served + 1 < log.first) {
      this.#parts.onLost(this.#served + 1);
      this.#served = log.first - 1;
    }
    const from = this.#served + 1;
    const last = Math.min(log.head, from + this.#entriesPerRun - 1);
    let sequence = from;
    for (let bytes = 0; sequence <= last && bytes < this.#bytesPerRun; sequence += 1) {
      const position = log.position(sequence);
      this.#deliver(position, sequence);
      bytes += position.segment.encodedLength(position.at);
    }
    this.#served = sequence - 1;
    let onSent = 0;
    for (const group of this.#dirty) onSent += group.flush(from);
    this.#dirty.length = 0;
    this.#parts.onSent(onSent);
  }

  #runOn(): void {
    this.#cancel = null;
    const { elapsed } = this.#parts.timers;
    const startedAt = elapsed();
    this.run();
    this.#ranAt = elapsed();
    this.#took = this.#ranAt - startedAt;
    // Sockets get to write between two runs
    if (this.#served < this.#parts.log.head) this.#cancel = this.#parts.timers.soon(() => this.#runOn());
  }

  #deliver(position: LogPosition, sequence: number): void {
    const { index } = this.#parts;
    const frames = new Frames(position, sequence, this.#parts.log.epoch);
    index.visit(position.segment, position.at, (group) => {
      const matched = group.matcher.of(position.segment, position.at);
      if (matched === match.no) return;
      if (group.add(frames.of(group, matched))) this.#dirty.push(group);
    });
  }
}

const framingNumber: Readonly<Record<Framing, number>> = {
  socket: 0,
  deflated: 1,
  events: 2,
  lines: 3,
  trunk: 4,
  trunkDeflated: 5,
};
const framingCount = Object.keys(framingNumber).length;

/** The frames of one entry, each encoded once however many groups need it. */
class Frames {
  readonly #position: LogPosition;
  readonly #origin: Position;
  readonly #made: (Buffer | undefined)[] = [];

  constructor(position: LogPosition, sequence: number, epoch: string) {
    this.#position = position;
    this.#origin = { epoch, sequence };
  }

  of({ shape, framing }: FanOutGroup, matched: MatchResult): Buffer {
    if (shape.tag !== null) return this.#frame(payloadOf(this.#position, matched, shape, this.#origin), framing);
    const payloadAt = (matched - 1) * 2 + (shape.sequence ? 1 : 0);
    const frameAt = 4 + payloadAt * framingCount + framingNumber[framing];
    const made = this.#made[frameAt];
    if (made !== undefined) return made;
    const payload = this.#made[payloadAt] ?? payloadOf(this.#position, matched, shape, this.#origin);
    const frame = this.#frame(payload, framing);
    this.#made[payloadAt] = payload;
    this.#made[frameAt] = frame;
    return frame;
  }

  #frame(payload: Buffer, framing: Framing): Buffer {
    return frameOf(payload, framing, framing === 'events' ? `${this.#origin.epoch}:${this.#origin.sequence}` : null);
  }
}
