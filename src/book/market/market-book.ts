import type { Clock } from '../../runtime/clock.ts';
import {
  type Change,
  type Currency,
  type Floor,
  type Game,
  type Money,
  noPrices,
  type Prices,
  type QuoteKind,
  type SeriesFacts,
  type SweepScope,
  type Variant,
} from '../../schema/index.ts';
import { bytesOf, Column } from '../memory/column.ts';
import type { NameTable } from '../memory/name-table.ts';
import { type NameId, none, type Row, type Slot } from '../memory/numbers.ts';
import type { Memory } from '../memory/offer-record.ts';
import { type OfferDetails, readOffer } from '../memory/offer-record.ts';
import { OfferTraits, type Pieces } from '../memory/offer-traits.ts';
import { cheapestFirst, dearestFirst, type IsGone, OrderTable } from '../memory/order-table.ts';
import { QuoteTable } from '../memory/quote-table.ts';
import { UsualPrices } from '../memory/usual-prices.ts';
import {
  createFloorState,
  type FloorState,
  floorOf,
  floorSeenAt,
  hasQuote,
  isFloorLike,
  type PublishedFloor,
  publishedFloorOf,
  quoteRowIn,
  restoredFloor,
  rowOfFloor,
  slotIn,
} from './floor.ts';
import { MarketBids } from './market-bids.ts';
import { ReadTime } from './read-time.ts';
import { isBehind, type RecordTime } from './record-time.ts';
import { SeriesTable } from './series-table.ts';
import { TakenPrices } from './taken-prices.ts';
import { Tombstones } from './tombstones.ts';

/** Callbacks for changes: of an item's offer count, and of anything that can affect the best prices of a row. */
export type MarketListener = {
  readonly counted: (name: NameId, previous: number, now: number) => void;
  readonly priced: (marketBook: MarketBook, name: NameId, variant: number) => void;
  /** The top bid of a row has another price; called once until the row is taken. */
  readonly topBid: (marketBook: MarketBook, row: Row, at: number) => void;
};

export type MarketBookKey = { readonly marketplaceId: number; readonly game: Game };

/** What a market book knows beside its entries and series; null: never. Epoch milliseconds. */
export type MarketState = Pick<MarketBook, 'readsOffers' | 'isBehindRates' | 'readAt' | 'quotesDoubtedUntil'> & {
  readonly offersReadAt: number | null;
  readonly read: ReadTime['spans'];
  readonly sources: readonly string[];
};

const dirty = 1;
const cut = 2;
/** No floor of the row has been reported yet. */
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
  readonly traits = new OfferTraits((slot) => this.#piecesAt(slot));
  readonly usual = new UsualPrices();
  readonly tombstones = new Tombstones();
  readonly orderTombstones = new Tombstones();
  /** Until then quotes prove nothing about offers, since they have left out some that are on sale. */
  quotesDoubtedUntil = 0;
  readonly #sources: string[] = [];
  /** Whether single offers were ever read, not only quotes. */
  readsOffers = false;
  /** Something was restored at its reported prices, although the current rates make its price known or unknown. */
  isBehindRates = false;
  /** The latest complete reading of all offers, and of anything that floors are computed from. */
  offersReadAt = Number.NEGATIVE_INFINITY;
  readAt = 0;
  /**
   * What was confirmed before this instant, another process received, and this one may not know of it: until a reading that has
   * begun later, nothing is gone because it was not confirmed. -Infinity if the book knows of every confirmation.
   */
  receivedFrom = Number.NEGATIVE_INFINITY;
  readonly readTime = new ReadTime();
  /** Items that have a price or an offer now. */
  liveItemCount = 0;
  offerCount = 0;

  readonly #flags = new Column<Row>('uint8');
  readonly #floors = new TakenPrices();
  readonly #floorCount = new Column<Row>('int32');
  readonly #floorSource = new Column<Row>('int32');
  readonly #changedAt = new Column<Row>('float64');
  /** Set while changes are replayed: the last reported floors then stay in force until another one is restored. */
  isReplaying = false;
  readonly #seenAt = new Column<Row>('float64');
  readonly #offersReadAt = new Column<Row>('float64');
  readonly #dirty: Row[] = [];
  readonly #revision = new Column<Row>('int32');
  /** The last reported floors of series marked during a replay; afterwards only those that differ from the current floor. */
  readonly #lastPublished = new Map<Row, PublishedFloor>();
  readonly #floorState: FloorState = createFloorState();
  readonly #listener: MarketListener;

  constructor(key: MarketBookKey, names: NameTable, memory: Memory, listener: MarketListener) {
    this.marketplaceId = key.marketplaceId;
    this.game = key.game;
    this.names = names;
    this.memory = memory;
    this.series = new SeriesTable(names, (row, at) => this.#begin(row, at));
    this.offers = new OrderTable(memory.arena, cheapestFirst);
    this.orders = new OrderTable(memory.arena, dearestFirst);
    this.bids = new MarketBids(key, this.series, this.orders, (row, at) => listener.topBid(this, row, at));
    this.quotes = new QuoteTable(memory);
    this.#listener = listener;
  }

  get state(): MarketState {
    const { readsOffers, isBehindRates, readAt, quotesDoubtedUntil, offersReadAt } = this;
    return {
      ...{ readsOffers, isBehindRates, readAt, quotesDoubtedUntil },
      offersReadAt: offersReadAt === Number.NEGATIVE_INFINITY ? null : offersReadAt,
      read: this.readTime.spans,
      sources: this.#sources,
    };
  }

  /** Takes over the state of another market book before anything else of it. */
  restoreState({ offersReadAt, read, sources, ...state }: MarketState): void {
    Object.assign(this, state);
    this.offersReadAt = offersReadAt ?? Number.NEGATIVE_INFINITY;
    this.readTime.spans = read;
    this.#sources.push(...sources);
  }

  /** What is known of a series beside its floor; null as long as nothing of it was reported. */
  seriesFacts(row: Row): SeriesFacts | null {
    if ((this.#flags.get(row) & unreported) !== 0) return null;
    const whole = this.series.wholeOf(row);
    return {
      seenAt: this.#seenAt.get(whole),
      offersReadAt: this.#offersReadAt.get(whole) || null,
      isReadCut: (this.#flags.get(whole) & cut) !== 0,
      usual: this.usual.stored(row),
    };
  }

  /** After the offers and quotes of the item, and after its other variants if this is the whole item. */
  restoreSeries(row: Row, floor: PublishedFloor, at: number, facts: SeriesFacts): void {
    const { seenAt, offersReadAt, isReadCut, usual } = facts;
    const whole = this.series.wholeOf(row);
    this.#seenAt.set(whole, seenAt);
    // Decides whether quotes count
    if (offersReadAt !== null) this.readItem(whole, offersReadAt, isReadCut);
    this.markDirty(row);
    this.recompute(0, null);
    this.replayFloor(row, floor, at);
    this.usual.restore(row, usual);
  }

  /** Bytes of all columns and tables. */
  get bytes(): number {
    const { series, offers, orders, bids, quotes, traits, usual, tombstones, orderTombstones } = this;
    const tables = [series, offers, orders, bids, quotes, traits, usual, tombstones, orderTombstones];
    const instants = [this.#changedAt, this.#seenAt, this.#offersReadAt];
    const floors = [this.#floors, this.#floorCount, this.#floorSource];
    return bytesOf([...tables, ...instants, ...floors, this.#flags, this.#revision]);
  }

  /** The row whose quote was made from the payload row with this digest, or -1. */
  rowOfDigest(digest: number): Row {
    const row = this.quotes.rowOf(digest, this.series.nextGuess);
    if (row >= 0) this.series.met(row);
    return row;
  }

  /** Marks a series and its item for a recomputation of their floors. */
  markDirty(row: Row): void {
    this.#revise(row);
    this.#markOneDirty(row);
    if (!this.series.isWhole(row)) this.#markOneDirty(this.series.wholeOf(row));
  }

  /** Increases with every possible change of an item, and with some confirmations. */
  revision(whole: Row): number {
    return this.#revision.get(whole);
  }

  /** A number for a source; it stays the same. */
  sourceNumber(source: string): number {
    const at = this.#sources.indexOf(source);
    // They fit in one byte
    return Math.min(255, at < 0 ? this.#sources.push(source) : at + 1);
  }

  areQuotesDoubted(at: number): boolean {
    return at < this.quotesDoubtedUntil;
  }

  /** Whether this book knows of everything that was confirmed since an instant. */
  hasReceivedSince(instant: number): boolean {
    return this.receivedFrom < instant;
  }

  /** Whether an entry that a reading lacks, or contradicts, is gone; none is if the book has not received all of the reading. */
  provesGone(read: Omit<RecordTime, 'at'>): IsGone {
    return this.hasReceivedSince(read.asOf) ? isBehind(read) : () => false;
  }

  /** The series with a quote, of the rows from `from` up to `to`: those of whole items, of variants, or both. */
  *quotedRows(kind: QuoteKind, from = 0, to: number = this.series.rowCount): Generator<Row> {
    for (let row = from as Row; row < Math.min(to, this.series.rowCount); row = (row + 1) as Row) {
      const isOther = kind === (this.series.isWhole(row) ? 'variantQuote' : 'itemQuote');
      if (!isOther && this.quotes.has(row)) yield row;
    }
  }

  /** Notes a complete reading that began at `readFrom` and ended at `at`. */
  noteReading(kinds: SweepScope['kinds'], readFrom: number, at: number): void {
    const hasOffers = kinds.includes('offer');
    if (hasOffers) this.offersReadAt = Math.max(this.offersReadAt, readFrom);
    if (hasOffers || kinds.includes('quote') || kinds.includes('itemQuote')) this.readAt = Math.max(this.readAt, at);
    if (hasOffers) this.readsOffers = true;
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

  /** Corrects instants of an item that are in the future; returns whether its offers were read in the future. */
  readBy(row: Row, now: number): boolean {
    if (this.#seenAt.get(row) > now) this.#seenAt.set(row, now);
    if (this.#offersReadAt.get(row) <= now) return false;
    this.#offersReadAt.set(row, now);
    return true;
  }

  /** When all offers of an item were last read completely, or up to a page size; -Infinity means never. */
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

  /** The `source` of the floor, as in `FloorState`. */
  floorSource(row: Row): number {
    return this.#floorSource.get(row);
  }

  floorPrices(row: Row): Prices {
    const source = this.#floorSource.get(row);
    if (source === 0) return noPrices;
    return source > 0 ? this.offers.money.prices(slotIn(source)) : this.quotes.money.prices(quoteRowIn(source));
  }

  /** In a public currency; 0 if unknown. */
  floorAmount(row: Row, currency: Currency): number {
    const source = this.#floorSource.get(row);
    if (source === 0) return 0;
    if (source > 0) return this.offers.money.amountIn(slotIn(source), currency);
    return this.quotes.money.amountIn(quoteRowIn(source), currency);
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
   * Recomputes the floors of all marked series and adds those that changed to `changes`; null: neither report nor date them.
   * `isConverted`: only exchange rates have changed.
   */
  recompute(at: number, changes: Change[] | null, isConverted = false): void {
    for (const row of this.#dirty) {
      this.#setFlag(row, dirty, false);
      const previous = this.floorUsd(row);
      const published = this.isReplaying ? this.#lastPublished.get(row) : undefined;
      const floor = published === undefined ? this.#floorNow(row, isConverted) : this.#floorAsPublished(row, published);
      const isMoved = this.#take(row, floor);
      if (changes !== null && this.floorUsd(row) !== previous) this.usual.stood(row, previous, at);
      this.#listener.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
      if (changes !== null) this.#report(row, isMoved, at, changes);
      this.bids.look(row, changes === null ? null : at);
    }
    this.#dirty.length = 0;
    this.offers.recompute();
    this.orders.recompute();
  }

  /**
   * Takes the floor that was last reported, and the time it changed. Without a quote a floor follows from the offers whatever
   * their age; if it then differs, that change was never reported and `reportUnpublished` does so.
   */
  replayFloor(row: Row, published: PublishedFloor, at: number): void {
    const previous = this.floorUsd(row);
    this.#dateFloor(row, at);
    this.#take(row, this.#floorAsPublished(row, published));
    if (this.floorUsd(row) !== previous) this.usual.stoodAgain(row, previous, at);
    this.#listener.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
  }

  /**
   * Reports, in portions, floors that differ from their last report or were never reported: the process was killed after
   * reporting what moved them and before reporting the floors.
   */
  *reportUnpublished(now: Clock['now'], portion: number): Generator<Change[]> {
    let changes: Change[] = [];
    for (let row = 0 as Row; row < this.series.rowCount; row = (row + 1) as Row) {
      const published = this.#lastPublished.get(row);
      this.#lastPublished.delete(row);
      if (!this.#isUnpublished(row, published)) continue;
      const at = now();
      this.usual.stood(row, published?.prices.USD ?? 0, at);
      this.#report(row, true, at, changes);
      if (changes.length < portion) continue;
      yield changes;
      changes = [];
    }
    yield changes;
  }

  /** Updates a floor after its prices were reconverted, without reporting it. */
  convertFloor(row: Row): void {
    this.#revise(row);
    const published = this.#lastPublished.get(row) ?? {
      offerCount: this.floorCount(row),
      prices: this.floorPrices(row),
    };
    this.#take(row, this.#floorAsPublished(row, published));
    this.#listener.priced(this, this.series.nameNumber(row), this.series.variantOf(row));
    this.bids.look(row, null);
  }

  /** Reports the floor of a row as it is, if it has been reported before. */
  reportAgain(row: Row, at: number, changes: Change[]): void {
    if ((this.#flags.get(row) & unreported) === 0) this.#report(row, true, at, changes);
  }

  floorSeenAt(row: Row): number {
    return floorSeenAt(this, row);
  }

  usualUsd(row: Row, at: number): number {
    return this.usual.at(row, this.floorUsd(row), at);
  }

  floorPrice(row: Row): Money | null {
    const source = this.#floorSource.get(row);
    if (source === 0) return null;
    return source > 0 ? this.offers.money.price(slotIn(source)) : this.quotes.money.price(quoteRowIn(source));
  }

  /** The source to show for a floor, the same on every node of a cluster. See `rowOfFloor`. */
  floorRow(row: Row): number {
    return rowOfFloor(this, row, (slot) => this.offerDetails(slot));
  }

  floorPhase(row: Row): Variant | null {
    if (this.#floorSource.get(row) === 0) return null;
    // Without variants there is only this row
    if (!this.series.isWhole(row) || this.series.nextPart(row) < 0) return this.series.phaseOf(row);
    const source = this.floorRow(row);
    return this.series.phaseOf(source > 0 ? this.offers.row(slotIn(source)) : quoteRowIn(source));
  }

  floorLink(row: Row): string | null {
    const source = this.floorRow(row);
    if (source === 0) return null;
    if (source < 0) return this.quotes.details(quoteRowIn(source), null).purchaseLink;
    return this.offerDetails(slotIn(source)).purchaseLink;
  }

  /** The page of an item or of a variant of it, which a quote links to; otherwise the offer behind its floor. */
  itemLink(name: NameId, variant: number): string | null {
    const own = this.series.knownRow(name, variant);
    for (const row of [own, this.series.wholeRow(name)]) {
      const link = row >= 0 && this.quotes.has(row) ? this.quotes.details(row, null).purchaseLink : null;
      if (link !== null) return link;
    }
    return own < 0 ? null : this.floorLink(own);
  }

  unlocked(row: Row, at: number): { readonly slot: Slot; readonly count: number } {
    const found: { slot: Slot; count: number } = { slot: none, count: 0 };
    for (let part = row; part >= 0; part = this.series.isWhole(row) ? this.series.nextPart(part) : none) {
      for (let slot = this.offers.first(part); slot >= 0; slot = this.offers.after(slot)) {
        const { tradableAt } = this.offerDetails(slot);
        if (tradableAt === null || tradableAt > at) continue;
        found.count += 1;
        if (found.slot < 0 || this.offers.isBetter(slot, found.slot)) found.slot = slot;
      }
    }
    return found;
  }

  offerDetails(slot: Slot): OfferDetails {
    return readOffer(this.offers.open(slot, this.memory.reader), this.memory.strings);
  }

  #piecesAt(slot: Slot): Pieces {
    return this.offers.row(slot) < 0 ? { stickers: null } : this.offerDetails(slot);
  }

  /** Whether a floor differs from its last report in the original price or the offer count, as in `recompute`. */
  #isUnpublished(row: Row, published: PublishedFloor | undefined): boolean {
    if (published !== undefined)
      return !isFloorLike(this, { source: this.floorSource(row), count: this.floorCount(row) }, published);
    return (this.#flags.get(row) & unreported) !== 0 && this.hasFloor(row);
  }

  #report(row: Row, isMoved: boolean, at: number, changes: Change[]): void {
    if (isMoved) {
      // Of several sources, one can be applied after another that was read later
      const changedAt = Math.max(at, this.changedAt(row));
      this.#changedAt.set(row, changedAt);
      changes.push({ kind: 'floor', at: changedAt, floor: this.floorAt(row) });
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
    this.#setFlag(row, unreported, false);
  }

  #floorAsPublished(row: Row, published: PublishedFloor): FloorState {
    let floor = floorOf(this, row, this.#floorState);
    if (!isFloorLike(this, floor, published) && hasQuote(this, row))
      floor = restoredFloor(this, row, published, floor) ?? floor;
    if (isFloorLike(this, floor, published)) this.#lastPublished.delete(row);
    else this.#lastPublished.set(row, published);
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
    const previousCount = this.floorCount(row);
    this.#floorSource.set(row, floorState.source);
    const isRepriced = this.#floors.take(row, floorState.usd, floorState.amount);
    if (!isRepriced && floorState.count === previousCount) return false;
    this.#floorCount.set(row, floorState.count);
    if (this.series.isWhole(row) && floorState.count !== previousCount) {
      this.offerCount += floorState.count - previousCount;
      this.#listener.counted(this.series.nameNumber(row), previousCount, floorState.count);
    }
    return true;
  }

  /** After a reconversion, a floor with a quote keeps its source. */
  #floorNow(row: Row, isConverted: boolean): FloorState {
    if (!isConverted || !hasQuote(this, row)) return floorOf(this, row, this.#floorState);
    const stored = { source: this.floorSource(row), count: this.floorCount(row) };
    return publishedFloorOf(this, row, stored, this.#floorState);
  }

  #begin(row: Row, at: number): void {
    this.#changedAt.set(row, at);
    this.#setFlag(row, unreported, true);
  }

  #markOneDirty(row: Row): void {
    if ((this.#flags.get(row) & dirty) !== 0) return;
    this.#setFlag(row, dirty, true);
    this.#dirty.push(row);
    if (!this.isReplaying || (this.#flags.get(row) & unreported) !== 0 || this.#lastPublished.has(row)) return;
    this.#lastPublished.set(row, { offerCount: this.floorCount(row), prices: this.floorPrices(row) });
  }

  #setFlag(row: Row, flag: number, isSet: boolean): void {
    const flags = this.#flags.get(row);
    this.#flags.set(row, isSet ? flags | flag : flags & ~flag);
  }
}
