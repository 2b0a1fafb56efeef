import type { Clock } from '../../runtime/clock.ts';
import { epochAt } from '../../tape/epoch.ts';
import type { PreviousEpoch } from '../../tape/tape.ts';
import type { LogEntry } from './entry.ts';
import type { EntryText, LaterTexts } from './entry-text.ts';
import { Segment } from './segment.ts';

export type LogLimits = {
  /** An entry is dropped when it is older than this and more than `keepCount` came after it. */
  readonly keepMs: number;
  readonly keepCount: number;
  /** Above this the oldest entries are dropped whatever their age. */
  readonly byteLimit: number;
};

/** An entry in the log: its segment and its index in that. */
export type LogPosition = { readonly segment: Segment; readonly at: number };

const segmentEntries = 2_048;
const segmentBytes = 768 * 1024;

/** The most recent entries of the stream in memory, in order and numbered without gaps. */
export class StreamLog {
  #epoch: string;
  #previousEpochs: readonly PreviousEpoch[];
  readonly #limits: LogLimits;
  readonly #now: Clock['now'];
  readonly #segments: Segment[] = [];
  #head: number;

  constructor(options: {
    readonly epoch: string;
    /** Epochs that this one continues, in order; none by default. */
    readonly previousEpochs?: readonly PreviousEpoch[];
    /** Sequence of the last entry before the first one of this log; 0 by default. */
    readonly after?: number;
    readonly limits: LogLimits;
    readonly now: Clock['now'];
  }) {
    this.#epoch = options.epoch;
    this.#previousEpochs = options.previousEpochs ?? [];
    this.#head = options.after ?? 0;
    this.#limits = options.limits;
    this.#now = options.now;
  }

  /** The numbering that new entries belong to. Sequences of unrelated epochs cannot be compared. */
  get epoch(): string {
    return this.#epoch;
  }

  /** Begins another epoch, which keeps counting; the entries in memory belong to it from now on. */
  rename(epoch: string): void {
    this.#epoch = epoch;
    this.#previousEpochs = [];
  }

  /** The epoch that an entry belongs to. */
  epochAt(sequence: number): string {
    return epochAt(sequence, this.#previousEpochs, this.#epoch);
  }

  /** Whether a sequence belongs to that epoch, or is the last one before it begins. */
  isOf(epoch: string, sequence: number): boolean {
    return this.epochAt(sequence) === epoch || this.epochAt(sequence + 1) === epoch;
  }

  /** Sequence of the newest entry, 0 before the first. */
  get head(): number {
    return this.#head;
  }

  /** Sequence of the oldest entry in memory, head + 1 when there is none. */
  get first(): number {
    return this.#segments[0]?.first ?? this.#head + 1;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Appends an entry with its text and returns its sequence. */
  append(entry: LogEntry, text: EntryText): number {
    if (!(this.#segments.at(-1)?.add(entry, text) ?? false)) this.#newSegment().add(entry, text);
    this.#head += 1;
    return this.#head;
  }

  /** Appends an entry whose text is made when it is first read. */
  appendLater(entry: LogEntry, later: LaterTexts, number: number): void {
    if (!(this.#segments.at(-1)?.addLater(entry, later, number) ?? false))
      this.#newSegment().addLater(entry, later, number);
    this.#head += 1;
  }

  /** Whether every entry after a sequence is still in memory. */
  hasReached(sequence: number): boolean {
    return Number.isInteger(sequence) && sequence >= this.first - 1 && sequence <= this.#head;
  }

  /** The entries after a sequence; null when some were dropped, or when it lies beyond the head. */
  since(sequence: number): Iterable<LogPosition & { readonly sequence: number }> | null {
    return this.hasReached(sequence) ? this.#from(sequence + 1) : null;
  }

  /** Finds an entry, which must still be in memory. */
  position(sequence: number): LogPosition {
    const segments = this.#segments;
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((segments[middle] as Segment).first <= sequence) low = middle;
      else high = middle - 1;
    }
    const segment = segments[low] as Segment;
    return { segment, at: sequence - segment.first };
  }

  /** Time of an entry, epoch milliseconds; null when it is not in memory. */
  timeAt(sequence: number): number | null {
    if (sequence < this.first || sequence > this.#head) return null;
    const { segment, at } = this.position(sequence);
    return segment.time(at);
  }

  /** Sequence of the first entry at an instant or later, head + 1 when there is none. */
  sequenceAt(instant: number): number {
    let low = this.first;
    let high = this.#head + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.timeAt(middle) as number) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  *#from(start: number): Generator<LogPosition & { readonly sequence: number }> {
    for (let sequence = start; sequence <= this.#head; sequence += 1) yield { ...this.position(sequence), sequence };
  }

  #newSegment(): Segment {
    this.#segments.at(-1)?.seal();
    const segment = new Segment(this.#head + 1, segmentEntries, segmentBytes);
    this.#segments.push(segment);
    this.#drop();
    return segment;
  }

  #drop(): void {
    const { keepMs, keepCount, byteLimit } = this.#limits;
    const since = this.#now() - keepMs;
    // Includes what the new segment will take
    let bytes = this.bytes + segmentBytes;
    for (
      let oldest = this.#segments[0];
      oldest !== undefined && this.#segments.length > 1;
      oldest = this.#segments[0]
    ) {
      const left = this.#head - (oldest.first + oldest.count - 1);
      const isOver = left >= keepCount && oldest.lastTime < since;
      if (!isOver && bytes <= byteLimit) return;
      bytes -= oldest.size;
      this.#segments.shift();
    }
  }
}
