import type { Money, Prices, UsdRange } from '../../schema/index.ts';
import { BlockBounds } from './block-bounds.ts';
import type { ByteArena } from './byte-arena.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import { bytesOf, Column } from './column.ts';
import { hashOfBytes, IdIndex } from './id-index.ts';
import { MoneyColumns } from './money-columns.ts';
import { none, type Row, type Slot } from './numbers.ts';
import { writeText } from './packed-text.ts';
import { RankHeap } from './rank-heap.ts';

/** The rank of an entry; the best has the lowest. */
export type RankOf = (usd: number, amount: number) => number;

// Known prices in dollars come before unknown ones, which are ordered by their own amount; both ranges are exact
export const cheapestFirst: RankOf = (usd, amount) => (usd > 0 ? usd - Number.MAX_SAFE_INTEGER : amount);
export const dearestFirst: RankOf = (usd, amount) => (usd > 0 ? -usd : Number.MAX_SAFE_INTEGER - amount);

/** A price to compare; `usd` 0 is unknown. */
export type ComparedPrice = { readonly price: Money; readonly usd: number };

export function comparedPrice<Key extends number>(money: MoneyColumns<Key>, key: Key): ComparedPrice | null {
  const price = money.price(key);
  return price === null ? null : { price, usd: money.usd(key) };
}

/** Whether a price is strictly lower. Different amounts of a currency can equal the same thousandth of a dollar. */
export function isLower(one: ComparedPrice, other: ComparedPrice): boolean {
  const rank = cheapestFirst(one.usd, one.price.amount);
  const otherRank = cheapestFirst(other.usd, other.price.amount);
  if (rank !== otherRank) return rank < otherRank;
  return one.price.currency === other.price.currency && one.price.amount < other.price.amount;
}

export type OrderTimes = { readonly foundAt: number; readonly changedAt: number; readonly seenAt: number };

/** Whether an entry that was last seen at an instant, by a source, is to be removed. */
export type IsGone = (seenAt: number, seenBy: number) => boolean;

const notKnown = -1;
const scanLimit = 64;
/** Higher prices are stored as this. */
export const maxKey = 2 ** 31 - 1;

/**
 * The single offers (or the buy orders) of one marketplace and game. Each has a slot of numbers in columns and a cell of
 * bytes, can be found by id, and is linked to the others of its row. The best entry of each row is updated as entries are
 * added and changed, and searched for only after the best was removed or has worsened.
 */
export class OrderTable {
  readonly money = new MoneyColumns<Slot>();
  /** Prices in thousandths of a dollar for scans, at most 2^31 - 1; 0 is unknown, or no entry. */
  readonly askKeys = new Column<Slot>('int32');
  readonly askBounds = new BlockBounds('int32');
  readonly foundBounds = new BlockBounds('float64');
  readonly #arena: ByteArena;
  readonly #rank: RankOf;
  readonly #hash = new Column<Slot>('int32');
  readonly #index = new IdIndex((slot) => this.#hash.get(slot));
  readonly #foundAt = new Column<Slot>('float64');
  readonly #changedAt = new Column<Slot>('float64');
  readonly #seenAt = new Column<Slot>('float64');
  /** Number of the source that saw the entry then; 0 if unknown. */
  readonly #seenBy = new Column<Slot>('uint8');
  // Range of the prices in dollars since the last change, if rates have moved them; 0 means the current price
  readonly #lowUsd = new Column<Slot>('float64');
  readonly #highUsd = new Column<Slot>('float64');
  readonly #cell = new Column<Slot>('int32');
  // Versions of entries, for rows read from them
  readonly #stamp = new Column<Slot>('int32');
  // These store row + 1 and slot + 1, so that 0 is none
  readonly #row = new Column<Slot>('int32');
  readonly #next = new Column<Slot>('int32');
  readonly #previous = new Column<Slot>('int32');
  readonly #head = new Column<Row>('int32');
  readonly #best = new Column<Row>('int32');
  readonly #count = new Column<Row>('int32');
  readonly #lastSeenAt = new Column<Row>('float64');
  readonly #heaps = new Map<Row, RankHeap>();
  #free = 0;
  #top = 0;
  #size = 0;

  constructor(arena: ByteArena, rank: RankOf) {
    this.#arena = arena;
    this.#rank = rank;
  }

  get indexBytes(): number {
    return this.#index.bytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Without the cells of bytes, which belong to the arena, and the index. */
  get bytes(): number {
    const { money, askKeys, askBounds, foundBounds } = this;
    const instants = [this.#foundAt, this.#changedAt, this.#seenAt, this.#seenBy];
    const links = [this.#row, this.#next, this.#previous];
    const byRow = [this.#head, this.#best, this.#count, this.#lastSeenAt];
    const others = [this.#hash, this.#cell, this.#stamp, this.#lowUsd, this.#highUsd];
    return bytesOf([money, askKeys, askBounds, foundBounds, ...instants, ...links, ...byRow, ...others]);
  }

  /** The slot with an id, or -1; leaves the packed id in the writer. */
  findId(writer: ByteWriter, id: string): Slot {
    writer.at = 0;
    writeText(writer, id);
    return this.find(writer, writer.at);
  }

  /** The slot whose record starts with these bytes, or -1. */
  find({ bytes }: ByteWriter, idLength: number): Slot {
    return this.#index.find(hashOfBytes(bytes, idLength), (slot) =>
      this.#arena.startsWith(this.#cell.get(slot), bytes, idLength),
    );
  }

  add(
    row: Row,
    price: Money,
    prices: Prices,
    times: OrderTimes,
    writer: ByteWriter,
    idLength: number,
    source = 0,
  ): Slot {
    const slot = this.#take();
    this.#size += 1;
    this.#cell.set(slot, this.#arena.put(writer.bytes, writer.at));
    this.#hash.set(slot, hashOfBytes(writer.bytes, idLength));
    this.#index.add(slot);
    this.#restamp(slot);
    this.#setMoney(slot, price, prices);
    this.#setFoundAt(slot, times.foundAt);
    this.#changedAt.set(slot, times.changedAt);
    this.#seenAt.set(slot, times.seenAt);
    this.#seenBy.set(slot, source);
    this.#link(slot, row);
    return slot;
  }

  remove(slot: Slot): void {
    this.#unlink(slot);
    this.#setRange(slot, 0, 0);
    this.#index.remove(slot);
    this.#arena.free(this.#cell.get(slot));
    this.money.clear(slot);
    this.#setAskKey(slot, 0);
    this.#row.set(slot, 0);
    this.#next.set(slot, this.#free);
    this.#free = slot + 1;
    this.#size -= 1;
  }

  move(slot: Slot, row: Row): void {
    this.#restamp(slot);
    this.#unlink(slot);
    this.#link(slot, row);
  }

  reprice(slot: Slot, price: Money, prices: Prices): void {
    if (this.money.isLike(slot, price, prices)) return;
    const before = this.rank(slot);
    const ownBefore = this.#ownRank(slot);
    this.#setMoney(slot, price, prices);
    const now = this.rank(slot);
    const own = this.#ownRank(slot);
    if (now === before && own === ownBefore) return;
    const row = this.row(slot);
    const best = this.#best.get(row);
    const isWorse = now > before || (now === before && own > ownBefore);
    if (best === slot + 1 && isWorse) this.#best.set(row, notKnown);
    else if (best > 0 && this.isBetter(slot, (best - 1) as Slot)) this.#best.set(row, slot + 1);
    this.#heaps.get(row)?.push(slot, now, own);
  }

  #setMoney(slot: Slot, price: Money, prices: Prices): void {
    this.#restamp(slot);
    this.money.set(slot, price, prices);
    this.#setAskKey(slot, prices.USD ?? 0);
  }

  #setAskKey(slot: Slot, usd: number): void {
    const key = Math.min(usd, maxKey);
    this.askBounds.note(slot, this.askKeys.get(slot), key);
    this.askKeys.set(slot, key);
  }

  #setFoundAt(slot: Slot, at: number): void {
    this.foundBounds.note(slot, this.#foundAt.get(slot), at);
    this.#foundAt.set(slot, at);
  }

  /** When the entries of a chunk were found, for scans. */
  foundAtChunk(at: number, length: number): ArrayLike<number> {
    return this.#foundAt.chunk(at, length);
  }

  /** The hash of an entry's id; stable across restarts. */
  hashOf(slot: Slot): number {
    return this.#hash.get(slot) >>> 0;
  }

  /** Sets the same price at other rates, which is not a change. */
  drift(slot: Slot, price: Money, prices: Prices): void {
    const current = this.usdRange(slot);
    this.reprice(slot, price, prices);
    const usd = this.money.usd(slot);
    if (current === null || (usd >= current.low && usd <= current.high)) return;
    this.#setRange(slot, Math.min(current.low, usd), Math.max(current.high, usd));
  }

  /** The range of prices in dollars since the last change; null if unknown. */
  usdRange(slot: Slot): UsdRange | null {
    const usd = this.money.usd(slot);
    if (usd === 0) return null;
    return { low: this.#lowUsd.get(slot) || usd, high: this.#highUsd.get(slot) || usd };
  }

  /** Restores the range of prices since the last change. */
  restoreRange(slot: Slot, { low, high }: UsdRange): void {
    const usd = this.money.usd(slot);
    if (low < usd || high > usd) this.#setRange(slot, Math.min(low, usd), Math.max(high, usd));
  }

  rewrite(slot: Slot, writer: ByteWriter): void {
    this.#restamp(slot);
    this.#cell.set(slot, this.#arena.replace(this.#cell.get(slot), writer.bytes, writer.at));
  }

  isWritten(slot: Slot, writer: ByteWriter): boolean {
    return this.#arena.equals(this.#cell.get(slot), writer.bytes, writer.at);
  }

  open(slot: Slot, reader: ByteReader): ByteReader {
    return this.#arena.open(this.#cell.get(slot), reader);
  }

  /** Marks an entry as seen at an instant, unless it was seen later; a former instant in the future is overwritten. */
  confirm(slot: Slot, at: number, now: number, source = this.#seenBy.get(slot)): void {
    const seenAt = this.#seenAt.get(slot);
    if (at <= seenAt && seenAt <= now) return;
    this.#seenAt.set(slot, at);
    this.#seenBy.set(slot, source);
    const row = this.row(slot);
    if (at > this.#lastSeenAt.get(row)) this.#lastSeenAt.set(row, at);
  }

  /** Dates a change; of several sources, one can be applied after another that was read later. */
  change(slot: Slot, at: number): void {
    this.#restamp(slot);
    this.#changedAt.set(slot, Math.max(at, this.changedAt(slot), this.foundAt(slot)));
    this.#setRange(slot, 0, 0);
  }

  /** Changes whenever the slot holds another entry or anything of the entry but `seenAt` changes. */
  stamp(slot: Slot): number {
    return this.#stamp.get(slot);
  }

  foundAt(slot: Slot): number {
    return this.#foundAt.get(slot);
  }

  changedAt(slot: Slot): number {
    return this.#changedAt.get(slot);
  }

  seenAt(slot: Slot): number {
    return this.#seenAt.get(slot);
  }

  /** Number of the source that saw the entry last; 0 if unknown. */
  sourceOf(slot: Slot): number {
    return this.#seenBy.get(slot);
  }

  row(slot: Slot): Row {
    return (this.#row.get(slot) - 1) as Row;
  }

  rank(slot: Slot): number {
    return this.#rank(this.money.usd(slot), this.money.amount(slot));
  }

  /** Whether an entry is better than another; ties in thousandths of a dollar are decided by the original amount. */
  isBetter(slot: Slot, other: Slot): boolean {
    const rank = this.rank(slot);
    const otherRank = this.rank(other);
    return rank < otherRank || (rank === otherRank && this.#ownRank(slot) < this.#ownRank(other));
  }

  /** Whether an entry is at least as good as a price; false if they are of different currencies. */
  isWithin(slot: Slot, reach: Money): boolean {
    const price = this.money.price(slot);
    return price?.currency === reach.currency && this.#rank(0, price.amount) <= this.#rank(0, reach.amount);
  }

  count(row: Row): number {
    return this.#count.get(row);
  }

  /** At least the latest `seenAt` of the row; entries since removed can have raised it. */
  lastSeenAt(row: Row): number {
    return this.#lastSeenAt.get(row);
  }

  /** The first slot of a row, or -1. */
  first(row: Row): Slot {
    return (this.#head.get(row) - 1) as Slot;
  }

  /** The slot after this one in its row, or -1. */
  after(slot: Slot): Slot {
    return (this.#next.get(slot) - 1) as Slot;
  }

  /** The best slot of a row, or -1 if it has none. */
  best(row: Row): Slot {
    const best = this.#best.get(row);
    if (best !== notKnown) return (best - 1) as Slot;
    const found = this.bestBesides(row, none);
    this.#best.set(row, found + 1);
    return found;
  }

  /** The best slot of a row other than the given one, or -1. */
  bestBesides(row: Row, slot: Slot): Slot {
    return this.count(row) > scanLimit || this.#heaps.has(row) ? this.#searchHeap(row, slot) : this.#scan(row, slot);
  }

  /** Drops heaps built for many changes of one row in a run. */
  recompute(): void {
    // Clearing an empty map still allocates a new one, and leaves the former to a major collection
    if (this.#heaps.size > 0) this.#heaps.clear();
  }

  /** The `seenAt` of at most `most` entries, spread over all of them, in epoch milliseconds. */
  seenTimes(max: number): number[] {
    const step = Math.max(1, Math.ceil(this.#top / max));
    const times: number[] = [];
    for (let slot = 0 as Slot; slot < this.#top; slot = (slot + step) as Slot) {
      if (this.#row.get(slot) !== 0) times.push(this.#seenAt.get(slot));
    }
    return times;
  }

  /** All slots that hold an entry. */
  /** The end of the slots that can be in use. */
  get top(): number {
    return this.#top;
  }

  /** The slots in use, of those from `from` up to `to`. */
  *slots(from = 0, to: number = this.#top): Generator<Slot> {
    for (let slot = from as Slot; slot < Math.min(to, this.#top); slot = (slot + 1) as Slot)
      if (this.#row.get(slot) !== 0) yield slot;
  }

  /** Sets instants of a row that are in the future to now; returns whether there were any. */
  seenBy(row: Row, now: number): boolean {
    let isCorrected = false;
    for (let slot = this.first(row); slot >= 0; slot = this.after(slot)) {
      if (this.#seenAt.get(slot) <= now) continue;
      this.#seenAt.set(slot, now);
      isCorrected = true;
    }
    this.#lastSeenAt.set(row, now);
    return isCorrected;
  }

  /** Sets `seenAt` of all entries seen after an instant to another instant. */
  redate(after: number, seenAt: number, from: number, to: number): void {
    for (const slot of this.slots(from, to)) if (this.#seenAt.get(slot) > after) this.#seenAt.set(slot, seenAt);
  }

  *gone(isGone: IsGone, from: number, to: number): Generator<Slot> {
    for (const slot of this.slots(from, to)) if (this.isGone(slot, isGone)) yield slot;
  }

  isGone(slot: Slot, isGone: IsGone): boolean {
    return isGone(this.#seenAt.get(slot), this.#seenBy.get(slot));
  }

  /** Marks the entries of some slots, and rows with the same numbers, as seen; `rowCount` is the number of all rows. */
  confirmSome(at: number, from: number, to: number, rowCount: number): void {
    for (let slot = from as Slot; slot < Math.min(to, this.#top); slot = (slot + 1) as Slot)
      if (this.#seenAt.get(slot) < at) this.#seenAt.set(slot, at);
    for (let row = from as Row; row < Math.min(to, rowCount); row = (row + 1) as Row) {
      if (this.count(row) > 0 && this.#lastSeenAt.get(row) < at) this.#lastSeenAt.set(row, at);
    }
  }

  #restamp(slot: Slot): void {
    this.#stamp.set(slot, this.#stamp.get(slot) + 1);
  }

  #setRange(slot: Slot, low: number, high: number): void {
    this.#lowUsd.set(slot, low);
    this.#highUsd.set(slot, high);
  }

  #take(): Slot {
    if (this.#free === 0) {
      this.#top += 1;
      return (this.#top - 1) as Slot;
    }
    const slot = (this.#free - 1) as Slot;
    this.#free = this.#next.get(slot);
    return slot;
  }

  #link(slot: Slot, row: Row): void {
    const head = this.#head.get(row);
    this.#row.set(slot, row + 1);
    this.#next.set(slot, head);
    this.#previous.set(slot, 0);
    if (head !== 0) this.#previous.set((head - 1) as Slot, slot + 1);
    this.#head.set(row, slot + 1);
    this.#count.set(row, this.count(row) + 1);
    this.#lastSeenAt.set(row, Math.max(this.#lastSeenAt.get(row), this.#seenAt.get(slot)));
    const best = this.#best.get(row);
    if (best === 0 || (best > 0 && this.isBetter(slot, (best - 1) as Slot))) this.#best.set(row, slot + 1);
    this.#heaps.get(row)?.push(slot, this.rank(slot), this.#ownRank(slot));
  }

  #unlink(slot: Slot): void {
    const row = this.row(slot);
    const next = this.#next.get(slot);
    const previous = this.#previous.get(slot);
    if (next !== 0) this.#previous.set((next - 1) as Slot, previous);
    if (previous === 0) this.#head.set(row, next);
    else this.#next.set((previous - 1) as Slot, next);
    const left = this.count(row) - 1;
    this.#count.set(row, left);
    if (left === 0) this.#best.set(row, 0);
    else if (this.#best.get(row) === slot + 1) this.#best.set(row, notKnown);
  }

  #scan(row: Row, besides: Slot): Slot {
    let best: Slot = none;
    for (let slot = this.first(row); slot >= 0; slot = this.after(slot))
      if (slot !== besides && (best < 0 || this.isBetter(slot, best))) best = slot;
    return best;
  }

  #ownRank(slot: Slot): number {
    return this.#rank(0, this.money.amount(slot));
  }

  // Many entries of a large row can worsen within one run: a heap then replaces repeated scans
  #searchHeap(row: Row, besides: Slot): Slot {
    const heap = this.#heaps.get(row) ?? this.#heapOf(row);
    let skipped: Slot = none;
    while (heap.size > 0) {
      const slot = heap.topSlot;
      const isRanked = this.rank(slot) === heap.topRank && this.#ownRank(slot) === heap.topOwnRank;
      const isCurrent = isRanked && this.row(slot) === row;
      if (isCurrent && slot !== besides) break;
      if (isCurrent) skipped = slot;
      heap.pop();
    }
    const best = heap.size === 0 ? none : heap.topSlot;
    if (skipped >= 0) heap.push(skipped, this.rank(skipped), this.#ownRank(skipped));
    return best;
  }

  #heapOf(row: Row): RankHeap {
    const heap = new RankHeap();
    for (let slot = this.first(row); slot >= 0; slot = this.after(slot))
      heap.push(slot, this.rank(slot), this.#ownRank(slot));
    this.#heaps.set(row, heap);
    return heap;
  }
}
