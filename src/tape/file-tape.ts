import { mkdir, open, rm } from 'node:fs/promises';
import type { Clock } from '../runtime/clock.ts';
import { newEpoch } from './epoch.ts';
import { TapeMark } from './mark.ts';
import {
  batchAt,
  createSegment,
  firstTime,
  type OpenSegment,
  readSegment,
  reopenSegment,
  type Segment,
  sealSegment,
  writeFrames,
} from './segment.ts';
import { type Batch, type NewBatch, NoLongerRetained, type PreviousEpoch, type Tape, type TapeStats } from './tape.ts';
import { type EpochChain, epochChainOf, epochsBefore, findTape, headOf, setAside } from './tape-folder.ts';

export type FileTapeSettings = {
  readonly folder: string;
  /** Segments are dropped when all their records are older than `keepMs`, the oldest while together they exceed `keepBytes`. */
  readonly keepMs: number;
  readonly keepBytes: number;
  /** Who needs every record until `needs` says otherwise. */
  readonly heldFor?: readonly string[];
  /** Whether an append waits until the data is on the disk. */
  readonly hasFsync: boolean;
  readonly now: Clock['now'];
  readonly log?: TapeLog;
  /** Size and age at which a segment is closed, packed and followed by another. */
  readonly segmentBytes?: number;
  readonly segmentMs?: number;
  /** How long the name of the mark can lag behind the tape. */
  readonly markMs?: number;
};

export type TapeLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
};

const defaultSegmentBytes = 16 * 2 ** 20;
const defaultSegmentMs = 3_600_000;

/** Opens the tape of a folder, or creates one. Only one process can have it open. */
export async function openFileTape(settings: FileTapeSettings): Promise<FileTape> {
  const { folder, log } = settings;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await findTape(folder);
  const tape = new FileTape(settings, found.segments);
  await tape.begin(found.epoch, found.previous);
  const { epoch, first, head } = tape;
  const { cutBytes, why, damaged } = found;
  if (damaged.length > 0) log?.warn({ folder, damaged }, 'damaged parts of the tape were set aside');
  log?.info({ epoch, first, head, cutBytes, ...(why !== null && { newEpoch: why }) }, 'tape open');
  return tape;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Whether the operating system failed, as with too many open files, rather than the content of a file. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** The tape as files: packed segments, and one that is appended to. */
export class FileTape implements Tape {
  readonly #settings: FileTapeSettings;
  readonly #mark: TapeMark;
  /** In order; the last one is appended to. */
  #segments: Segment[];
  #open: OpenSegment | null = null;
  #epoch = '';
  #epochs: EpochChain = { first: 1, previousEpochs: [] };
  #head = 0;
  #appended: Promise<unknown> = Promise.resolve();
  #sealing: Promise<void> = Promise.resolve();
  #hasRemains = false;
  #isTrusted = false;
  readonly #closing = new AbortController();
  /** Records up to this sequence are not read any more, because some of them cannot be. */
  #lostTo = 0;
  /** Who needs the records after which sequence. */
  readonly #needs: Map<string, number>;

  constructor(settings: FileTapeSettings, segments: readonly Segment[]) {
    this.#settings = settings;
    this.#needs = new Map((settings.heldFor ?? []).map((who) => [who, 0]));
    this.#mark = new TapeMark(settings.folder, settings.markMs);
    this.#segments = [...segments];
  }

  get epoch(): string {
    return this.#epoch;
  }

  get previousEpochs(): readonly PreviousEpoch[] {
    return this.#epochs.previousEpochs;
  }

  get first(): number {
    const oldest = this.#segments.find((segment) => this.#isOurs(segment));
    return Math.max(oldest?.first ?? this.#head + 1, this.#lostTo + 1);
  }

  get ended(): readonly PreviousEpoch[] {
    return epochsBefore(this.#epochs.first, this.#segments);
  }

  get oldest(): number {
    return Math.min(this.#segments[0]?.first ?? this.#head + 1, this.#head + 1);
  }

  get head(): number {
    return this.#head;
  }

  /** Continues the epoch that was found, or begins a new one, which can follow a former one. */
  async begin(epoch: string | null, previous: string | null): Promise<void> {
    const last = this.#segments.at(-1);
    this.#head = last === undefined ? 0 : headOf(last);
    if (epoch === null || last === undefined) await this.#begin(this.#head + 1, previous);
    else {
      this.#epoch = epoch;
      this.#epochs = epochChainOf(this.#segments);
      this.#open = await reopenSegment(last);
      await this.#writeMark();
    }
    this.#sealOthers();
  }

  needs(who: string, after: number): void {
    this.#needs.set(who, after);
    this.#drop();
  }

  append(...batches: readonly NewBatch[]): Promise<number> {
    const appended = this.#appended.then(() => this.#append(batches));
    this.#appended = appended.catch(() => {});
    return appended;
  }

  async *read(from: number): AsyncGenerator<Batch> {
    const to = this.#head;
    for (let next = from; next <= to; ) {
      const segment = this.#holding(next);
      try {
        for await (const batch of readSegment(segment, next, to)) {
          yield batch;
          next = batch.first + batch.count;
        }
      } catch (error) {
        // The segment was packed or dropped meanwhile
        if (isMissing(error) && this.#holding(next) !== segment) continue;
        throw this.#troubleOf(segment, error);
      }
      if (next <= to && this.#holding(next) === segment) throw this.#lose(segment, `it ends before ${next}`);
    }
  }

  async *readLeft(from: number): AsyncGenerator<Batch> {
    const to = this.#head;
    for (let next = Math.max(from, this.oldest); next <= to; ) {
      const at = Math.max(
        0,
        this.#segments.findLastIndex(({ first }) => first <= next),
      );
      const segment = this.#segments[at] as Segment;
      const end = Math.min(to, (this.#segments[at + 1]?.first ?? to + 1) - 1);
      try {
        for await (const batch of readSegment(segment, next, end)) {
          yield batch;
          next = batch.first + batch.count;
        }
      } catch (error) {
        // The segment was packed or dropped meanwhile
        if (isMissing(error) && !this.#segments.includes(segment)) continue;
        const trouble = this.#troubleOf(segment, error);
        if (!(trouble instanceof NoLongerRetained)) throw trouble;
      }
      next = end + 1;
    }
  }

  async batchAt(instant: number): Promise<number> {
    for (;;) {
      const { first } = this;
      const head = this.#head;
      const segments = this.#segments.filter(
        (segment) => this.#isOurs(segment) && segment.first >= first && segment.first <= head,
      );
      try {
        const at = await segmentAt(segments, instant);
        const found = at === null ? null : await batchAt(at, instant);
        // When all of a segment is older, the place is the start of the next one
        return found ?? (at === null ? head + 1 : (segments[segments.indexOf(at) + 1]?.first ?? head + 1));
      } catch (error) {
        if (!isMissing(error) || segments.every((segment) => this.#segments.includes(segment))) throw error;
      }
    }
  }

  doubt(): Promise<void> {
    this.#isTrusted = false;
    return this.#mark.remove();
  }

  trust(): Promise<void> {
    return this.#writeMark();
  }

  renew(first: number, name?: string): Promise<void> {
    return this.#begin(first, null, name);
  }

  async #begin(first: number, previous: string | null, name?: string): Promise<void> {
    await this.#appended;
    const before = this.#open;
    const begun = await this.#create(name ?? newEpoch(), first, previous);
    this.#epoch = begun.segment.epoch;
    this.#epochs = epochChainOf(this.#segments);
    this.#head = first - 1;
    // With a name the mark is left to `trust`: that of another epoch is not valid for this one
    if (name === undefined) await this.#writeMark();
    else this.#isTrusted = false;
    await before?.file.close();
    this.#sealOthers();
  }

  stats(): TapeStats {
    const first = this.#segments.find((segment) => segment.first === this.first);
    const hasRecords = this.#head >= this.first;
    return {
      bytes: this.#segments.reduce((sum, { size }) => sum + size, 0),
      oldestAt: hasRecords ? (first?.startedAt ?? null) : null,
      newestAt: hasRecords ? (this.#segments.findLast(({ last }) => last !== null)?.last?.at ?? null) : null,
    };
  }

  /** Resolves when no segment is being packed. */
  async settled(): Promise<void> {
    await this.#sealing;
  }

  /** Closes the tape; segments that are not packed yet are packed after the next opening. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#appended;
    await this.#sealing;
    if (this.#open === null) return;
    await this.#open.file.sync();
    await this.#open.file.close();
    this.#open = null;
    // After the sync the tape is also safe from the machine going down
    if (this.#isTrusted) await this.#writeMark(true);
    await this.#mark.settled();
  }

  async #append(batches: readonly NewBatch[]): Promise<number> {
    if (this.#closing.signal.aborted || this.#open === null) throw new Error('the tape is closed');
    await this.#rollOn();
    const first = this.#head + 1;
    try {
      if (this.#hasRemains) await this.#open.file.truncate(this.#open.segment.size);
      this.#hasRemains = false;
      await writeFrames(this.#open, first, batches, this.#settings.hasFsync);
    } catch (error) {
      this.#hasRemains = true;
      await this.#open.file.truncate(this.#open.segment.size).catch(() => {});
      throw error;
    }
    this.#head += batches.reduce((sum, { count }) => sum + count, 0);
    await this.#mark.reach(this.#head, this.#open.segment.first);
    return first;
  }

  async #rollOn(): Promise<void> {
    const { segmentBytes = defaultSegmentBytes, segmentMs = defaultSegmentMs, now } = this.#settings;
    const previous = this.#open as OpenSegment;
    const { last, size, startedAt } = previous.segment;
    if (last === null || (size < segmentBytes && now() - startedAt < segmentMs)) return;
    await this.#create(this.#epoch, this.#head + 1);
    await previous.file.close();
    this.#sealOthers();
    this.#drop();
  }

  async #create(epoch: string, first: number, previous: string | null = null): Promise<OpenSegment> {
    const { folder, now, hasFsync } = this.#settings;
    const last = this.#segments.at(-1);
    const header = { epoch, first, startedAt: now(), ...(previous !== null && { previous }) };
    const begun = await createSegment(folder, header);
    if (hasFsync) await syncFolder(folder);
    // A segment with the same first sequence was empty
    if (last !== undefined && last.first === first) this.#segments.pop();
    this.#open = begun;
    this.#hasRemains = false;
    this.#segments.push(begun.segment);
    return begun;
  }

  /** Whether a segment belongs to this epoch or to one that it continues. */
  #isOurs({ epoch, first }: Segment): boolean {
    return (
      first >= this.#epochs.first &&
      (epoch === this.#epoch || this.previousEpochs.some((previous) => previous.epoch === epoch))
    );
  }

  /** The segment that contains a sequence. */
  #holding(sequence: number): Segment {
    const { first } = this;
    const found = this.#segments.findLast((segment) => this.#isOurs(segment) && segment.first <= sequence);
    if (found === undefined || sequence < first) throw new NoLongerRetained(`${sequence} is no longer kept`);
    return found;
  }

  /** The error to throw: one that can be retried, or NoLongerRetained when the segment is lost. */
  #troubleOf(segment: Segment, error: unknown): unknown {
    if (isMissing(error) || !isOfSystem(error)) return this.#lose(segment, error);
    this.#settings.log?.warn({ segment: segment.path, error: String(error) }, 'a part of the tape cannot be read now');
    return error;
  }

  /** Gives up everything up to the end of a segment that cannot be read. */
  #lose(segment: Segment, error: unknown): NoLongerRetained {
    const after = this.#segments[this.#segments.indexOf(segment) + 1];
    this.#lostTo = Math.max(this.#lostTo, after === undefined ? this.#head : after.first - 1);
    const text = `${segment.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    this.#settings.log?.warn({ lostTo: this.#lostTo, error: text }, 'a part of the tape is lost');
    return new NoLongerRetained(text);
  }

  #writeMark(isSafe = this.#settings.hasFsync): Promise<void> {
    this.#isTrusted = true;
    return this.#mark.write(this.#epoch, this.#head, isSafe);
  }

  #sealOthers(): void {
    this.#sealing = this.#sealing.then(async () => {
      for (const segment of this.#segments.slice(0, -1)) if (!segment.isSealed) await this.#seal(segment);
    });
  }

  async #seal(segment: Segment): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const { folder, hasFsync, log } = this.#settings;
    try {
      const sealed = segment.last === null ? null : await sealSegment(segment, { folder, hasFsync, signal });
      const at = this.#segments.indexOf(segment);
      if (at < 0 && sealed !== null) await rm(sealed.path, { force: true });
      if (at >= 0) this.#segments.splice(at, 1, ...(sealed === null ? [] : [sealed]));
      // It may have whole frames behind the damage
      if (segment.ending === 'damaged') await this.#setAside(segment);
      else await rm(segment.path, { force: true });
    } catch (error) {
      // One that is dropped before its turn, as after a sleep of the machine, has no file any more
      if (error === signal.reason || !this.#segments.includes(segment)) return;
      // It is retried when the next segment is full; until then the unpacked file is read
      log?.warn({ segment: segment.path, error: String(error) }, 'a part of the tape was not packed');
    }
  }

  async #setAside({ path }: Segment): Promise<void> {
    const aside = await setAside(path);
    this.#settings.log?.warn({ file: aside }, 'a damaged part of the tape was set aside');
  }

  #drop(): void {
    const { keepMs, keepBytes, now } = this.#settings;
    // Who takes nothing for long must not fill the disk
    const maxHeld = 2 * keepBytes;
    const needed = Math.min(...this.#needs.values());
    const since = now() - keepMs;
    let bytes = this.#segments.reduce((sum, { size }) => sum + size, 0);
    for (;;) {
      const [oldest, next] = this.#segments;
      if (oldest === undefined || next === undefined) return;
      const isOld = (oldest.last?.at ?? next.startedAt) < since;
      if (!isOld && bytes <= keepBytes) return;
      if (next.first - 1 > needed && bytes <= maxHeld) return;
      this.#segments.shift();
      bytes -= oldest.size;
      rm(oldest.path, { force: true }).catch(() => {});
    }
  }
}

/** The last segment whose first batch is before an instant, otherwise the first one; null when there are none. */
async function segmentAt(segments: readonly Segment[], instant: number): Promise<Segment | null> {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const at = await firstTime(segments[middle] as Segment);
    if (at !== null && at < instant) low = middle;
    else high = middle - 1;
  }
  return segments[low] ?? null;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
