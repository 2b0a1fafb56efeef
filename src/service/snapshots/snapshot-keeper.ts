import type { Book } from '../../book/book.ts';
import type { Clock } from '../../runtime/clock.ts';
import { turn } from '../../runtime/turn.ts';
import { type BookPart, partKeyOf, partWithKey, type SnapshotRecord, subjectOf } from '../../schema/index.ts';
import { LineWriter } from '../../tape/line-writer.ts';
import { servicePart } from '../../tape/part-of-line.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Recorder } from '../../tape/recorder.ts';
import { packSnapshotRecord } from '../../tape/snapshot/record-line.ts';
import type { LineBlock, SnapshotFile, Snapshots } from '../../tape/snapshot/snapshot.ts';
import type { Tape } from '../../tape/tape.ts';

type KeeperParts = {
  readonly book: Pick<Book, 'parts' | 'standing'>;
  readonly snapshots: Snapshots;
  readonly tape: Pick<Tape, 'epoch' | 'needs'>;
  readonly recorder: Pick<Recorder, 'flush' | 'stats'>;
  /** What the service keeps that is of no part of the book. */
  readonly ofService: () => Iterable<SnapshotRecord>;
  readonly now: Clock['now'];
  readonly log: {
    readonly info: (data: object, text: string) => void;
    readonly warn: (data: object, text: string) => void;
  };
  /** Records of a part after which its file can be written again, however small it is. */
  readonly minRecords?: number;
};

/** A part is written again when a start would replay this share of what it loads. */
const shareReplayed = 1 / 3;
const defaultMinRecords = 2_000;
/** What no record tells, such as past asks, is at most this old after a kill. */
const maxMs = 10 * 60_000;
const blockBytes = 128 * 1024;
const pieceMs = 3;

/** A file, and how many records of its part were published since. */
type PartState = { file: SnapshotFile | null; records: number };

/** Writes snapshots of the book while it changes, and at a stop. */
export class SnapshotKeeper {
  readonly #parts: KeeperParts;
  readonly #stored = new Map<string, PartState>();
  readonly #lines = new LineWriter();
  /** Sequence of the last published record. */
  #last: number;
  #sealedAt: number;
  #running: Promise<void> | null = null;
  #isTrusted = false;
  /** When the writing of a stop is given up, by `performance.now`. */
  #until = Number.POSITIVE_INFINITY;

  /** `last` is the sequence of the newest record, and `files` what was restored. */
  constructor(parts: KeeperParts, last: number, files: readonly SnapshotFile[]) {
    this.#parts = parts;
    this.#last = last;
    this.#sealedAt = parts.now();
    for (const file of files) this.#stored.set(file.part, { file, records: 0 });
  }

  /** Counts what was published, once for each record. */
  receive(records: readonly TapeRecord[], first: number): void {
    for (const record of records) {
      const part = partOf(record);
      if (part !== null) this.#partState(part).records += 1;
    }
    this.#last = Math.max(this.#last, first + records.length - 1);
  }

  /** The book has been restored: from now on snapshots of it can be written. */
  begin(): void {
    this.#isTrusted = true;
  }

  /** The book may not be what was published: no further snapshot is written of it, so the next start reads the last one. */
  distrust(): void {
    this.#isTrusted = false;
  }

  /** Writes what is due, never twice at a time; called every few seconds. A failure is logged, and tried again. */
  run(): Promise<void> {
    this.#running ??= this.#write(false).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Writes what has changed, once nothing more is published, as far as the time allows. */
  async stop(withinMs: number): Promise<void> {
    this.#until = performance.now() + withinMs;
    await this.#running;
    await this.#write(true);
  }

  async #write(isStop: boolean): Promise<void> {
    const { recorder, log } = this.#parts;
    // What cannot be kept on the tape would be missing behind the snapshot
    if (!this.#isTrusted || recorder.stats().notStoredSince !== null) return;
    try {
      const due = this.#due(isStop);
      if (due.length > 0) await this.#writeParts(due);
    } catch (error) {
      log.warn({ error: String(error) }, 'snapshot not written; the previous one stays');
    }
  }

  /** The keys of the parts to be written, those with the most changes first; none if that can wait. */
  #due(isStop: boolean): string[] {
    const { minRecords = defaultMinRecords, now, book, snapshots, tape } = this.#parts;
    const all = [...book.parts().map(partKeyOf), servicePart].map((part) => [part, this.#partState(part)] as const);
    // There is none yet, or readers have begun anew since
    if (snapshots.newest?.epoch !== tape.epoch) return all.map(([part]) => part);
    const lines = all.reduce((sum, [, { file }]) => sum + (file?.lines ?? 0), 0);
    const maxBehind = Math.max(minRecords, lines * shareReplayed);
    const isBehind = ({ file, records }: PartState): boolean =>
      records > 0 && file !== null && this.#last - file.sequence > maxBehind;
    const isFull = ({ file, records }: PartState): boolean =>
      records > Math.max(minRecords, (file?.lines ?? 0) * shareReplayed);
    const isLate = Math.abs(now() - this.#sealedAt) >= maxMs && all.some(([, { records }]) => records > 0);
    if (!isStop && !isLate && !all.some(([, stored]) => isBehind(stored) || isFull(stored))) return [];
    const due = all.filter(
      ([part, stored]) =>
        stored.file === null ||
        isOfMemory(part) ||
        isBehind(stored) ||
        isFull(stored) ||
        (isStop && stored.records > 0),
    );
    return due.sort(([, one], [, other]) => other.records - one.records).map(([part]) => part);
  }

  async #writeParts(parts: readonly string[]): Promise<void> {
    const { snapshots, tape, recorder, log } = this.#parts;
    const began = performance.now();
    // Whatever is published from here on is replayed over those that are not written now
    const sequence = this.#last;
    const unchanged = [...this.#stored].filter(([part, { records }]) => records === 0 && !parts.includes(part));
    let written = 0;
    for (const part of parts) {
      if (performance.now() > this.#until) break;
      if (await this.#writePart(part)) written += 1;
    }
    if (written === 0) return;
    const files = this.#files();
    // Without a file of a new part, its records are still needed from before
    const since = files.length === this.#stored.size ? sequence : snapshots.newest?.sequence;
    if (since === undefined) return;
    for (const [, stored] of unchanged) if (stored.file !== null) stored.file = { ...stored.file, sequence };
    // What is in the files must have been published
    await recorder.flush();
    await snapshots.seal({ epoch: tape.epoch, sequence: since, files: this.#files() });
    this.#sealedAt = this.#parts.now();
    tape.needs('snapshots', snapshots.neededAfter ?? 0);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const milliseconds = Math.round(performance.now() - began);
    log.info({ sequence, parts: files.length, written, bytes, milliseconds }, 'snapshot written');
  }

  #files(): SnapshotFile[] {
    return [...this.#stored.values()].flatMap(({ file }) => file ?? []);
  }

  /** Returns whether it was written in time. */
  async #writePart(part: string): Promise<boolean> {
    const stored = this.#partState(part);
    const previous = stored.records;
    const sequence = this.#last;
    stored.records = 0;
    try {
      stored.file = await this.#parts.snapshots.write(part, sequence, this.#blocks(part));
      return true;
    } catch (error) {
      stored.records += previous;
      if (error instanceof OutOfTime) return false;
      throw error;
    }
  }

  async *#blocks(part: string): AsyncGenerator<LineBlock> {
    const { book, ofService } = this.#parts;
    const known = partWithKey(part);
    let count = 0;
    let until = performance.now() + pieceMs;
    for (const standing of known === null ? ofService() : book.standing(known)) {
      packSnapshotRecord(this.#lines, standing);
      count += 1;
      if (this.#lines.length >= blockBytes) {
        yield { lines: this.#lines.take(), count };
        count = 0;
      }
      if (performance.now() < until) continue;
      if (performance.now() > this.#until) {
        this.#lines.clear();
        throw new OutOfTime();
      }
      await turn();
      until = performance.now() + pieceMs;
    }
    if (count > 0) yield { lines: this.#lines.take(), count };
  }

  #partState(part: string): PartState {
    const known = this.#stored.get(part);
    if (known !== undefined) return known;
    const stored = { file: null, records: 0 };
    this.#stored.set(part, stored);
    return stored;
  }
}

class OutOfTime extends Error {}

/** Parts of which memory knows what no record tells. */
const isOfMemory = (part: string): boolean => part === servicePart || partWithKey(part)?.marketplaceId === null;

function partOf(record: TapeRecord): string | null {
  if (record.what === 'change') return partKeyOf(subjectOf(record.change) satisfies BookPart);
  if (record.what === 'confirmation') return partKeyOf(record.confirmation);
  if (record.what === 'item') return record.item.game;
  return record.what === 'sale' ? servicePart : null;
}
