import type { Clock } from '../../clock.ts';
import {
  type Change,
  type Currency,
  type Floor,
  type Game,
  type Money,
  noPrices,
  type Phase,
  type Prices,
  type Sticker,
} from '../../schema/index.ts';
import { type DumpPart, jsonPart, loadAll, type PartSource, saveAll } from '../dump/part.ts';
import type { Memory } from '../memory/codec.ts';
import { bytesOf, Column } from '../memory/column.ts';
import type { NameTable } from '../memory/name-table.ts';
import { type NameId, none, type Row, type Slot } from '../memory/numbers.ts';
import { readOffer } from '../memory/offer-record.ts';
import { OfferTraits } from '../memory/offer-traits.ts';
import { cheapestFirst, dearestFirst, OrderTable } from '../memory/order-table.ts';
import { QuoteTable } from '../memory/quote-table.ts';
import { UsualPrices } from '../memory/usual-prices.ts';
import {
  createFloorState,
  type FloorState,
  floorOf,
  hasQuote,
  isFloorLike,
  placeOfFloor,
  restoredFloor,
  type ToldFloor,
} from './floor.ts';
import { MarketBids } from './market-bids.ts';
import type { RecordTime } from './record-time.ts';
import { SeriesTable } from './series-table.ts';
import { TakenPrices } from './taken-prices.ts';
import { Tombstones } from './tombstones.ts';

/** Who is told of what moves here: the count of an item, and whatever a row may have for the best prices. */
export type Told = {
  readonly counted: (name: NameId, former: number, now: number) => void;
  readonly priced: (marketBook: MarketBook, name: NameId, variant: number) => void;
  /** The highest buy order of a row has another price; once until it is taken. */
  readonly topBid: (marketBook: MarketBook, row: Row, at: number) => void;
};

export type MarketBookKey = { readonly marketplaceId: number; readonly game: Game };

/** A floor as it was told last. */
export type PlainFloor = ToldFloor & { readonly at: number };

/** What stands beside the columns. */
type MarketFacts = Pick<MarketBook, 'readsOffers' | 'isBehindRates' | 'readAt' | 'liveItemCount' | 'offerCount'> &
  Pick<SeriesTable, 'itemCount' | 'rowCount'> & {
    readonly offersReadAt: number | null;
    readonly dirty: readonly Row[];
  };

const dirty = 1;
const cut = 2;
/** Nothing was reported of the row yet. */
const unreported = 4;

/** Everything one marketplace has of one game, by series. */
export class MarketBook {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly names: NameTable;
  readonly memory: Memory;
  readonly series: SeriesTable;
  readonly offers: OrderTable;
  readonly orders: OrderTable;
  readonly bids: MarketBids;
  readonly quotes: QuoteTable;
  readonly traits = new OfferTraits((slot) => this.#stickersAt(slot));
  readonly usual = new UsualPrices();
  readonly tombstones = new Tombstones();
  readonly orderTombstones = new Tombstones();
  /** Whether single offers were ever read, so that quotes are not all there is. */
  readsOffers = false;
  /** Something was put back as it was told, though its price is known no more at present rates, or only now. */
  isBehindRates = false;
  /** Latest complete reading of all offers here, and of anything the floors are made of. */
  offersReadAt = Number.NEGATIVE_INFINITY;
  readAt = 0;
  /** Of the items, the ones that have a price or an offer now. */
  liveItemCount = 0;
  offerCount = 0;

  readonly #flags = new Column<Row>('uint8');
  readonly #floors = new TakenPrices();
  readonly #floorCount = new Column<Row>('int32');
  readonly #floorSource = new Column<Row>('int32');
  readonly #changedAt = new Column<Row>('float64');
  /** While changes are replayed: floors are told among them, with their dates, and stand until another one is told. */
  isReplaying = false;
  readonly #seenAt = new Column<Row>('float64');
  readonly #offersReadAt = new Column<Row>('float64');
  readonly #dirty: Row[] = [];
  readonly #revision = new Column<Row>('int32');
  /** The floors that were told last, of series that a replay has marked; afterwards of those that have none like it. */
  readonly #lastTold = new Map<Row, ToldFloor>();
  readonly #floorState: FloorState = createFloorState();
  readonly #told: Told;

  constructor(key: MarketBookKey, names: NameTable, memory: Memory, told: Told) {
    this.marketplaceId = key.marketplaceId;
    this.game = key.game;
    this.names = names;
    this.memory = memory;
    this.series = new SeriesTable(names, (row, at) => this.#begin(row, at));
    this.offers = new OrderTable(memory.arena, cheapestFirst);
    this.orders = new OrderTable(memory.arena, dearestFirst);
    this.bids = new MarketBids(key, this.series, this.orders, (row, at) => told.topBid(this, row, at));
    this.quotes = new QuoteTable(memory);
    this.#told = told;
  }

  /** What the columns take, of series and of what stands in them. */
  get bytes(): number {
    const { offers, orders, quotes, traits, usual } = this;
    return bytesOf([...Object.values(this.#columns), offers, orders, quotes, traits, usual]);
  }

  *save(name: string): Generator<DumpPart> {
    const { offersReadAt } = this;
    const facts: MarketFacts = {
      readsOffers: this.readsOffers,
      isBehindRates: this.isBehindRates,
      offersReadAt: offersReadAt === Number.NEGATIVE_INFINITY ? null : offersReadAt,
      readAt: this.readAt,
      itemCount: this.series.itemCount,
      liveItemCount: this.liveItemCount,
      offerCount: this.offerCount,
      rowCount: this.series.rowCount,
      dirty: this.#dirty,
    };
    yield jsonPart(name, facts);
    yield* saveAll(name, { ...this.#columns, ...this.#tables });
  }

  /** Into one that is empty; the names and the bytes are there already. */
  async load(name: string, reader: PartSource): Promise<void> {
    const { offersReadAt, dirty: marked, itemCount, rowCount, ...facts } = await reader.json<MarketFacts>(name);
    Object.assign(this, facts);
    Object.assign(this.series, { itemCount, rowCount });
    this.offersReadAt = offersReadAt ?? Number.NEGATIVE_INFINITY;
    this.#dirty.push(...marked);
    await loadAll(name, { ...this.#columns, ...this.#tables }, reader);
  }

  get #tables() {
    const { offers, orders, quotes, traits, usual, tombstones, orderTombstones } = this;
    return { offers, orders, quotes, traits, usual, tombstones, orderTombstones };
  }

  /** By name and by row. */
  get #columns() {
    return {
      ...this.series.columns,
      ...this.bids.columns,
      flags: this.#flags,
      floorUsd: this.#floors.usd,
      floorOwn: this.#floors.own,
      floorCount: this.#floorCount,
      floorSource: this.#floorSource,
      changedAt: this.#changedAt,
      seenAt: this.#seenAt,
      revision: this.#revision,
      offersReadAt: this.#offersReadAt,
    };
  }

  /** The row whose quote was made of what has this digest, or -1. */
  rowOfDigest(digest: number): Row {
    const row = this.quotes.rowOf(digest, this.series.nextGuess);
    if (row >= 0) this.series.met(row);
    return row;
  }

  /** Marks a series, and the item it belongs to, to have its floor worked out again. */
  markDirty(row: Row): void {
    this.#revise(row);
    this.#markOneDirty(row);
    if (!this.series.isWhole(row)) this.#markOneDirty(this.series.wholeOf(row));
  }

  /** Rises with whatever may change of an item here, and with what only confirms it. */
  revision(whole: Row): number {
    return this.#revision.get(whole);
  }

  /** Something has come that was made earlier. */
  expectLate(recordTime: RecordTime): void {
    this.tombstones.expect(recordTime);
    this.orderTombstones.expect(recordTime);
  }

  see(row: Row, at: number): void {
    const whole = this.series.wholeOf(row);
    if (at > this.#seenAt.get(whole)) this.#seenAt.set(whole, at);
  }

  date(row: Row, changedAt: number): void {
    if (this.isReplaying) return;
    for (const one of [row, this.series.wholeOf(row)]) {
      this.#changedAt.set(one, Math.max(this.#changedAt.get(one), changedAt));
    }
  }

  readItem(whole: Row, seenBefore: number, isCut: boolean): void {
    this.readsOffers = true;
    if (seenBefore < this.#offersReadAt.get(whole)) return;
    this.#offersReadAt.set(whole, seenBefore);
    this.#setFlag(whole, cut, isCut);
  }

  /** Takes back what of an item was seen or read later than now; whether its offers were. */
  readBy(row: Row, now: number): boolean {
    if (this.#seenAt.get(row) > now) this.#seenAt.set(row, now);
    if (this.#offersReadAt.get(row) <= now) return false;
    this.#offersReadAt.set(row, now);
    return true;
  }

  /** When all offers of an item were last read completely, or cut at a page size; -Infinity is never. */
  offersReadOf(whole: Row): number {
    return Math.max(this.offersReadAt, this.#offersReadAt.get(whole) || Number.NEGATIVE_INFINITY);
  }

  /** Whether that reading was cut at its page size. */
  isReadCut(whole: Row): boolean {
    return this.#offersReadAt.get(whole) > this.offersReadAt && (this.#flags.get(whole) & cut) !== 0;
  }

  changedAt(row: Row): number {
    return this.#changedAt.get(row);
  }

  seenAt(whole: Row): number {
    return Math.max(this.#seenAt.get(whole), this.readAt);
  }

  /** Thousandths of a dollar, 0 when unknown. */
  floorUsd(row: Row): number {
    return this.#floors.usd.get(row);
  }

  floorCount(row: Row): number {
    return this.#floorCount.get(row) >>> 0;
  }

  hasFloor(row: Row): boolean {
    return this.#floorSource.get(row) !== 0 || this.floorCount(row) > 0;
  }

  /** As in a floor. */
  floorSource(row: Row): number {
    return this.#floorSource.get(row);
  }

  floorPrices(row: Row): Prices {
    const source = this.#floorSource.get(row);
    if (source === 0) return noPrices;
    return source > 0 ? this.offers.money.prices((source - 1) as Slot) : this.quotes.money.prices((-source - 1) as Row);
  }

  /** In a public currency, 0 where it is not known. */
  floorAmount(row: Row, currency: Currency): number {
    const source = this.#floorSource.get(row);
    if (source === 0) return 0;
    if (source > 0) return this.offers.money.amountIn((source - 1) as Slot, currency);
    return this.quotes.money.amountIn((-source - 1) as Row, currency);
  }

  floorAt(row: Row): Floor {
    return {
      game: this.game,
      name: this.series.nameOf(row),
      phase: this.series.phaseOf(row),
      marketplaceId: this.marketplaceId,
      prices: this.floorPrices(row),
      offerCount: this.floorCount(row),
    };
  }

  /**
   * Works out the floors of all marked series; `changes` takes the floors that moved, null is no report and no date. Nothing but
   * rates moved where `isConverted` says so.
   */
  recompute(at: number, changes: Change[] | null, isConverted = false): void {
    for (const row of this.#dirty) {
      this.#setFlag(row, dirty, false);
      const former = this.floorUsd(row);
      const told = this.isReplaying ? this.#lastTold.get(row) : undefined;
      const floor = told === undefined ? this.#floorNow(row, isConverted) : this.#floorAsTold(row, told);
      const isMoved = this.#take(row, floor);
      if (changes !== null && this.floorUsd(row) !== former) this.usual.stood(row, former, at);
      this.#told.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
      if (changes !== null) this.#report(row, isMoved, at, changes);
      this.bids.look(row, changes === null ? null : at);
    }
    this.#dirty.length = 0;
    this.offers.recompute();
    this.orders.recompute();
  }

  /**
   * Puts back the floor that stood last and its date. Of single offers alone it follows whatever their age; what follows
   * otherwise than it was told was never told.
   */
  restoreFloor(row: Row, { at, offerCount, prices }: PlainFloor): void {
    this.#dateFloor(row, at);
    const told = { offerCount, prices };
    const kept = hasQuote(this, row) ? restoredFloor(this, row, told, this.#floorState) : null;
    if (kept === null) {
      const now = { source: this.floorSource(row), count: this.floorCount(row) };
      if (!isFloorLike(this, now, told)) this.#lastTold.set(row, told);
      return;
    }
    this.#take(row, kept);
    this.#told.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
  }

  /** The same of a floor that was told among changes that are replayed. */
  replayFloor(row: Row, told: ToldFloor, at: number): void {
    this.#dateFloor(row, at);
    this.#take(row, this.#floorAsTold(row, told));
    this.#told.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
  }

  /**
   * Reports the floors that are not as they were told last, or were never told, in portions of so many: what moved them was
   * told, and the process killed before their turn came.
   */
  *reportUntold(now: Clock['now'], portion: number): Generator<Change[]> {
    let changes: Change[] = [];
    for (let row = 0 as Row; row < this.series.rowCount; row = (row + 1) as Row) {
      const told = this.#lastTold.get(row);
      this.#lastTold.delete(row);
      if (!this.#isUntold(row, told)) continue;
      const at = now();
      this.usual.stood(row, told?.prices.USD ?? 0, at);
      this.#report(row, true, at, changes);
      if (changes.length < portion) continue;
      yield changes;
      changes = [];
    }
    yield changes;
  }

  /** After prices that its floor is made of were converted anew, without a report. */
  convertFloor(row: Row): void {
    this.#revise(row);
    const told = this.#lastTold.get(row) ?? { offerCount: this.floorCount(row), prices: this.floorPrices(row) };
    this.#take(row, this.#floorAsTold(row, told));
    this.#told.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
    this.bids.look(row, null);
  }

  floorSeenAt(row: Row): number {
    const source = this.#floorSource.get(row);
    return source > 0 ? this.offers.seenAt((source - 1) as Slot) : this.quotes.seenAt.get((-source - 1) as Row);
  }

  usualUsd(row: Row, at: number): number {
    return this.usual.at(row, this.floorUsd(row), at);
  }

  floorPrice(row: Row): Money | null {
    const source = this.#floorSource.get(row);
    if (source === 0) return null;
    return source > 0 ? this.offers.money.price((source - 1) as Slot) : this.quotes.money.price((-source - 1) as Row);
  }

  /** What has the price of a floor, as in it: the same wherever the same stands, as at every node of a cluster. */
  floorPlace(row: Row): number {
    return placeOfFloor(this, row, (slot) =>
      readOffer(this.offers.open(slot, this.memory.reader), this.memory.strings),
    );
  }

  floorPhase(row: Row): Phase | null {
    if (this.#floorSource.get(row) === 0) return null;
    // Without variants all of it is of the one row
    if (!this.series.isWhole(row) || this.series.nextPart(row) < 0) return this.series.phaseOf(row);
    const source = this.floorPlace(row);
    return this.series.phaseOf(source > 0 ? this.offers.row((source - 1) as Slot) : ((-source - 1) as Row));
  }

  unlocked(row: Row, at: number): { readonly slot: Slot; readonly count: number } {
    const found: { slot: Slot; count: number } = { slot: none, count: 0 };
    for (let part = row; part >= 0; part = this.series.isWhole(row) ? this.series.nextPart(part) : none) {
      for (let slot = this.offers.first(part); slot >= 0; slot = this.offers.after(slot)) {
        const { tradableAt } = readOffer(this.offers.open(slot, this.memory.reader), this.memory.strings);
        if (tradableAt === null || tradableAt > at) continue;
        found.count += 1;
        if (found.slot < 0 || this.offers.isBetter(slot, found.slot)) found.slot = slot;
      }
    }
    return found;
  }

  #stickersAt(slot: Slot): readonly Sticker[] {
    if (this.offers.row(slot) < 0) return [];
    return readOffer(this.offers.open(slot, this.memory.reader), this.memory.strings).stickers ?? [];
  }

  /** As it is when they change: one that has the same price as it is asked, and as many offers, is not told again. */
  #isUntold(row: Row, told: ToldFloor | undefined): boolean {
    if (told !== undefined)
      return !isFloorLike(this, { source: this.floorSource(row), count: this.floorCount(row) }, told);
    return (this.#flags.get(row) & unreported) !== 0 && this.hasFloor(row);
  }

  #report(row: Row, isMoved: boolean, at: number, changes: Change[]): void {
    if (isMoved) {
      this.#changedAt.set(row, at);
      changes.push({ kind: 'floor', at, floor: this.floorAt(row) });
    } else if ((this.#flags.get(row) & unreported) !== 0) {
      changes.push({ kind: 'known', at: this.changedAt(row), floor: this.floorAt(row) });
    } else return;
    this.#setFlag(row, unreported, false);
  }

  #revise(row: Row): void {
    const whole = this.series.wholeOf(row);
    this.#revision.set(whole, this.#revision.get(whole) + 1);
  }

  #dateFloor(row: Row, at: number): void {
    this.#revise(row);
    this.#changedAt.set(row, at);
    this.usual.begin(row, at);
    this.#setFlag(row, unreported, false);
  }

  #floorAsTold(row: Row, told: ToldFloor): FloorState {
    const kept = hasQuote(this, row) ? restoredFloor(this, row, told, this.#floorState) : null;
    const floor = kept ?? floorOf(this, row, this.#floorState);
    if (isFloorLike(this, floor, told)) this.#lastTold.delete(row);
    else this.#lastTold.set(row, told);
    return floor;
  }

  #take(row: Row, floorState: FloorState): boolean {
    const wasLive = this.hasFloor(row);
    const isMoved = this.#keep(row, floorState);
    const isLive = this.hasFloor(row);
    if (this.series.isWhole(row) && isLive !== wasLive) this.liveItemCount += isLive ? 1 : -1;
    return isMoved;
  }

  #keep(row: Row, floorState: FloorState): boolean {
    const formerCount = this.floorCount(row);
    this.#floorSource.set(row, floorState.source);
    const isRepriced = this.#floors.take(row, floorState.usd, floorState.amount);
    if (!isRepriced && floorState.count === formerCount) return false;
    this.#floorCount.set(row, floorState.count);
    if (this.series.isWhole(row) && floorState.count !== formerCount) {
      this.offerCount += floorState.count - formerCount;
      this.#told.counted(this.series.nameNumber(row), formerCount, floorState.count);
    }
    return true;
  }

  /**
   * Of prices that were converted anew the floor stays, beside a quote, of what it was told of: whether that or the offers
   * counted was decided by when each was last confirmed, as it was then, which is not kept.
   */
  #floorNow(row: Row, isConverted: boolean): FloorState {
    if (!isConverted || !hasQuote(this, row)) return floorOf(this, row, this.#floorState);
    const amount = this.floorPrice(row)?.amount ?? 0;
    const source = this.floorSource(row);
    return { source, usd: this.floorAmount(row, 'USD'), amount, count: this.floorCount(row) };
  }

  #begin(row: Row, at: number): void {
    this.#changedAt.set(row, at);
    this.#setFlag(row, unreported, true);
  }

  #markOneDirty(row: Row): void {
    if ((this.#flags.get(row) & dirty) !== 0) return;
    this.#setFlag(row, dirty, true);
    this.#dirty.push(row);
    if (!this.isReplaying || (this.#flags.get(row) & unreported) !== 0 || this.#lastTold.has(row)) return;
    this.#lastTold.set(row, { offerCount: this.floorCount(row), prices: this.floorPrices(row) });
  }

  #setFlag(row: Row, flag: number, isSet: boolean): void {
    const flags = this.#flags.get(row);
    this.#flags.set(row, isSet ? flags | flag : flags & ~flag);
  }
}
