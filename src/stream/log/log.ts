import type { Clock } from '../../clock.ts';
import type { FormerEpoch } from '../../tape/tape.ts';
import type { LogEntry } from './entry.ts';
import { Segment } from './segment.ts';
import type { LaterWords } from './words.ts';

export type LogLimits = {
  /** An entry is dropped when it is older than this and more than `keepCount` came after it. */
  readonly keepMs: number;
  readonly keepCount: number;
  /** Above this the oldest entries go, however young they are. */
  readonly byteLimit: number;
};

/** A place in the log: the segment and the position in it. */
export type LogPosition = { readonly segment: Segment; readonly at: number };

const segmentEntries = 2_048;
const segmentBytes = 768 * 1024;

/** The last happenings in memory, in order, numbered without gaps. */
export class StreamLog {
  #epoch: string;
  #formers: readonly FormerEpoch[];
  readonly #limits: LogLimits;
  readonly #now: Clock['now'];
  readonly #segments: Segment[] = [];
  #head: number;

  constructor(options: {
    readonly epoch: string;
    /** Epochs that this one goes on from, in order; none when missing. */
    readonly formers?: readonly FormerEpoch[];
    /** Sequence of the last entry before those that it will hold; 0 when missing. */
    readonly after?: number;
    readonly limits: LogLimits;
    readonly now: Clock['now'];
  }) {
    this.#epoch = options.epoch;
    this.#formers = options.formers ?? [];
    this.#head = options.after ?? 0;
    this.#limits = options.limits;
    this.#now = options.now;
  }

  /** Names the run of entries that this is a part of; sequences of different epochs have nothing to do with each other. */
  get epoch(): string {
    return this.#epoch;
  }

  /** From here on another epoch goes on with the same numbers. */
  rename(epoch: string): void {
    this.#epoch = epoch;
    this.#formers = [];
  }

  /** Names the run that an entry belongs to. */
  epochAt(sequence: number): string {
    return this.#formers.find(({ last }) => sequence <= last)?.epoch ?? this.#epoch;
  }

  /** Whether a sequence belongs to a run of that name, or to where it begins. */
  isOf(epoch: string, sequence: number): boolean {
    return this.epochAt(sequence) === epoch || this.epochAt(sequence + 1) === epoch;
  }

  /** Sequence of the newest entry, 0 before the first. */
  get head(): number {
    return this.#head;
  }

  /** Sequence of the oldest entry that is still there. */
  get first(): number {
    return this.#segments[0]?.first ?? this.#head + 1;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Without `later` the entry brings its words along. */
  append(entry: LogEntry, later: LaterWords | null = null, number = 0): number {
    if (!(this.#segments.at(-1)?.add(entry, later, number) ?? false)) this.#newSegment().add(entry, later, number);
    this.#head += 1;
    return this.#head;
  }

  /** Whether everything after a sequence is still there: all or nothing. */
  reaches(sequence: number): boolean {
    return Number.isInteger(sequence) && sequence >= this.first - 1 && sequence <= this.#head;
  }

  /** Everything after a sequence, or null when a part of it is gone or not yet there. */
  since(sequence: number): Iterable<LogPosition & { readonly sequence: number }> | null {
    return this.reaches(sequence) ? this.#from(sequence + 1) : null;
  }

  /** Where an entry stands that is still there. */
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

  /** When an entry was told; null where it is not there. */
  timeAt(sequence: number): number | null {
    if (sequence < this.first || sequence > this.#head) return null;
    const { segment, at } = this.position(sequence);
    return segment.time(at);
  }

  /** The first entry told at an instant or later, head + 1 where there is none. */
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
    // With what the new one will take
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
