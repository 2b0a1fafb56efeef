import { games, marketplaceIdLimit, type Variant, variantAt, variantNumber } from '../../schema/index.ts';
import type { LineWriter } from '../../tape/line-writer.ts';
import { type EntryKind, entryKind, goneReasons, type LogEntry, type OfferTraits } from './entry.ts';
import type { EntryText, LaterTexts } from './entry-text.ts';

// Marketplace ids and games take one byte each
if (marketplaceIdLimit > 256) throw new Error('marketplace ids no longer fit the columns of the stream log');

const variantFloor = 1;
const itemFloor = 2;

type MadeTexts = { readonly id: Buffer; readonly tail: Buffer };

// Overhead of two buffers and a map entry
const bytesPerMade = 250;
const noBytes = Buffer.alloc(0);

/** A run of log entries: the filtered fields as columns, the text of the messages as bytes. */
export class Segment {
  readonly first: number;
  readonly names: string[] = [];
  // A map, as few offers ever change their traits
  readonly #previousTraits = new Map<number, OfferTraits>();
  readonly #capacity: number;
  readonly #kinds: Uint8Array;
  readonly #marketplaces: Uint8Array;
  readonly #games: Uint8Array;
  readonly #variants: Uint16Array;
  readonly #reasons: Uint8Array;
  readonly #floors: Uint8Array;
  readonly #times: Float64Array;
  readonly #usd: Float64Array;
  readonly #lowUsd: Float64Array;
  readonly #highUsd: Float64Array;
  readonly #floats: Float64Array;
  readonly #seeds: Int32Array;
  readonly #starts: Uint32Array;
  readonly #idEnds: Uint32Array;
  readonly #byteCapacity: number;
  /** For entries whose text is made later: where it comes from, and its number there. */
  readonly #later: (LaterTexts | undefined)[] = [];
  readonly #laterNumbers: Uint32Array;
  readonly #made = new Map<number, MadeTexts>();
  #laterSize = 0;
  #bytes = noBytes;
  #count = 0;

  constructor(first: number, capacity: number, byteCapacity: number) {
    this.first = first;
    this.#capacity = capacity;
    this.#kinds = new Uint8Array(capacity);
    this.#marketplaces = new Uint8Array(capacity);
    this.#games = new Uint8Array(capacity);
    this.#variants = new Uint16Array(capacity);
    this.#reasons = new Uint8Array(capacity);
    this.#floors = new Uint8Array(capacity);
    this.#times = new Float64Array(capacity);
    this.#usd = new Float64Array(capacity);
    this.#lowUsd = new Float64Array(capacity);
    this.#highUsd = new Float64Array(capacity);
    this.#floats = new Float64Array(capacity);
    this.#seeds = new Int32Array(capacity);
    this.#starts = new Uint32Array(capacity + 1);
    this.#idEnds = new Uint32Array(capacity);
    this.#laterNumbers = new Uint32Array(capacity);
    this.#byteCapacity = byteCapacity;
  }

  get count(): number {
    return this.#count;
  }

  /** Estimated memory in bytes. Names are not counted, being mostly shared with the book, nor are the few former traits. */
  get size(): number {
    return this.#bytes.length + this.#laterSize + this.#capacity * 75 + 1_000;
  }

  /** Adds an entry, taking its text; false when the segment is full. */
  add(entry: LogEntry, { writer, idLength }: EntryText): boolean {
    const at = this.#count;
    const { length } = writer;
    if (at === this.#capacity || !this.#reserve(length, at)) return false;
    const start = this.#starts[at] as number;
    writer.moveTo(this.#bytes, start);
    this.#idEnds[at] = start + idLength;
    this.#starts[at + 1] = start + length;
    this.#note(entry, at);
    return true;
  }

  /** Adds an entry whose text is made when it is first read. */
  addLater(entry: LogEntry, later: LaterTexts, number: number): boolean {
    const at = this.#count;
    if (at === this.#capacity) return false;
    const start = this.#starts[at] as number;
    this.#idEnds[at] = start;
    this.#starts[at + 1] = start;
    if (entry.kind !== entryKind.silent) {
      if (this.#later.at(-1) !== later) this.#laterSize += later.size;
      this.#later[at] = later;
      this.#laterNumbers[at] = number;
    }
    this.#note(entry, at);
    return true;
  }

  #note(entry: LogEntry, at: number): void {
    this.#kinds[at] = entry.kind;
    this.#marketplaces[at] = entry.marketplaceId;
    this.#games[at] = games.indexOf(entry.game);
    this.#variants[at] = variantNumber(entry.phase);
    this.#reasons[at] = entry.reason === null ? 0 : goneReasons.indexOf(entry.reason);
    this.#floors[at] = (entry.isNewFloor ? variantFloor : 0) | (entry.isNewItemFloor ? itemFloor : 0);
    this.#times[at] = entry.at;
    this.#usd[at] = entry.usd ?? Number.NaN;
    this.#lowUsd[at] = entry.shownUsd?.low ?? Number.NaN;
    this.#highUsd[at] = entry.shownUsd?.high ?? Number.NaN;
    if (entry.previousTraits !== null) this.#previousTraits.set(at, entry.previousTraits);
    this.#floats[at] = entry.float ?? Number.NaN;
    this.#seeds[at] = entry.paintSeed ?? -1;
    this.names[at] = entry.name;
    this.#count = at + 1;
  }

  #reserve(needed: number, at: number): boolean {
    const start = this.#starts[at] as number;
    if (start + needed <= this.#bytes.length) return true;
    if (start > 0) return false;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(needed, this.#byteCapacity));
    return true;
  }

  /** Removes all entries, so that the segment can be reused. */
  clear(): void {
    this.#count = 0;
    this.names.length = 0;
    this.#previousTraits.clear();
    this.#later.length = 0;
    this.#made.clear();
    this.#laterSize = 0;
  }

  /** Frees unused memory; no entries can be added afterwards. */
  seal(): void {
    const used = this.#starts[this.#count] as number;
    if (used > 0.8 * this.#bytes.length) return;
    const trimmed = Buffer.allocUnsafeSlow(used);
    this.#bytes.copy(trimmed, 0, 0, used);
    this.#bytes = trimmed;
  }

  kind(at: number): EntryKind {
    return this.#kinds[at] as EntryKind;
  }

  marketplaceId(at: number): number {
    return this.#marketplaces[at] as number;
  }

  /** Index into `games`. */
  game(at: number): number {
    return this.#games[at] as number;
  }

  /** As in `variantNumber`; 0 means none. */
  variantNumber(at: number): number {
    return this.#variants[at] as number;
  }

  phase(at: number): Variant | null {
    return variantAt(this.variantNumber(at));
  }

  /** Index into `goneReasons`. */
  reason(at: number): number {
    return this.#reasons[at] as number;
  }

  isNewFloor(at: number): boolean {
    return ((this.#floors[at] as number) & variantFloor) !== 0;
  }

  isNewItemFloor(at: number): boolean {
    return ((this.#floors[at] as number) & itemFloor) !== 0;
  }

  time(at: number): number {
    return this.#times[at] as number;
  }

  get lastTime(): number {
    return this.#count === 0 ? 0 : this.time(this.#count - 1);
  }

  /** NaN when there is none; the same holds for `lowUsd`, `highUsd` and `float`. */
  usd(at: number): number {
    return this.#usd[at] as number;
  }

  /** Lowest and highest price it was shown at since the previous change. */
  lowUsd(at: number): number {
    return this.#lowUsd[at] as number;
  }

  highUsd(at: number): number {
    return this.#highUsd[at] as number;
  }

  previousTraits(at: number): OfferTraits | null {
    return this.#previousTraits.get(at) ?? null;
  }

  float(at: number): number {
    return this.#floats[at] as number;
  }

  /** -1 when there is none. */
  paintSeed(at: number): number {
    return this.#seeds[at] as number;
  }

  /** The id as JSON. */
  id(at: number): Buffer {
    const later = this.#later[at];
    if (later === undefined) return this.#bytes.subarray(this.#starts[at], this.#idEnds[at]);
    return this.#made.get(at)?.id ?? later.idOf(this.#laterNumbers[at] as number).writer.take();
  }

  tail(at: number): Buffer {
    const later = this.#later[at];
    if (later === undefined) return this.#bytes.subarray(this.#idEnds[at], this.#starts[at + 1]);
    return (this.#made.get(at) ?? this.#make(later, at)).tail;
  }

  /** Length of the id as JSON, in bytes. */
  idLength(at: number): number {
    if (this.#later[at] !== undefined) return this.id(at).length;
    return (this.#idEnds[at] as number) - (this.#starts[at] as number);
  }

  tailLength(at: number): number {
    if (this.#later[at] !== undefined) return this.tail(at).length;
    return (this.#starts[at + 1] as number) - (this.#idEnds[at] as number);
  }

  putId(at: number, to: LineWriter): void {
    if (this.#later[at] !== undefined) to.copy(this.id(at));
    else to.copy(this.#bytes, this.#starts[at], this.#idEnds[at]);
  }

  putTail(at: number, to: LineWriter): void {
    if (this.#later[at] !== undefined) to.copy(this.tail(at));
    else to.copy(this.#bytes, this.#idEnds[at], this.#starts[at + 1]);
  }

  /** Length of the tail in bytes; 0 while its text is yet to be made. */
  encodedLength(at: number): number {
    if (this.#later[at] !== undefined) return this.#made.get(at)?.tail.length ?? 0;
    return (this.#starts[at + 1] as number) - (this.#idEnds[at] as number);
  }

  #make(later: LaterTexts, at: number): MadeTexts {
    const { writer, idLength } = later.of(this.#laterNumbers[at] as number);
    const text = writer.take();
    const made = { id: text.subarray(0, idLength), tail: text.subarray(idLength) };
    this.#made.set(at, made);
    this.#laterSize += made.id.length + made.tail.length + bytesPerMade;
    return made;
  }
}
