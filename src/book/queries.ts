import {
  type Floor,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  type Money,
  type TopBid,
  type Variant,
  variantNumber,
} from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt } from './apply-offer.ts';
import { quoteAt } from './apply-quote.ts';
import type { Ask, AskBasis, Bid, BookSummary, Depth, KnownHere, MappedRows, OfferMap } from './book.ts';
import type { GameBook } from './game-book.ts';
import { isOverListed, slotIn } from './market/floor.ts';
import type { MarketBook } from './market/market-book.ts';
import { none, type Row, type Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';
import { readText } from './memory/packed-text.ts';

export function summaryOf(marketBook: MarketBook, whole: Row): BookSummary {
  return {
    marketplaceId: marketBook.marketplaceId,
    game: marketBook.game,
    name: marketBook.series.nameOf(whole),
    prices: marketBook.floorPrices(whole),
    offerCount: marketBook.floorCount(whole),
    thumbnail:
      firstQuoted(marketBook, whole, 'thumbnail') ?? marketBook.names.picture(marketBook.series.nameNumber(whole)),
    changedAt: marketBook.changedAt(whole),
    seenAt: marketBook.seenAt(whole),
  };
}

export const revisionOf = (marketBook: MarketBook, whole: Row): number =>
  marketBook.revision(whole) + marketBook.names.pictureRevision(marketBook.series.nameNumber(whole));

/**
 * Whether quotes tell of offers that are not listed: there are some and none is listed, one is cheaper than all listed, or
 * fewer exist than are listed.
 */
export function isListBehind(marketBook: MarketBook, whole: Row): boolean {
  if (marketBook.floorSource(whole) === 0 && marketBook.floorCount(whole) > 0) return true;
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row))
    if (marketBook.floorSource(row) < 0 || isOverListed(marketBook, row)) return true;
  return false;
}

export function knownOf(marketBook: MarketBook, whole: Row): KnownHere | null {
  const lowest = marketBook.floorPrice(whole);
  const isOffered = lowest !== null || marketBook.floorCount(whole) > 0;
  const isWanted = hasOrders(marketBook, whole);
  return isOffered || isWanted ? { lowest, isOffered, isWanted, revision: revisionOf(marketBook, whole) } : null;
}

function hasOrders({ orders, series }: MarketBook, whole: Row): boolean {
  for (let row = whole; row >= 0; row = series.nextPart(row)) if (orders.count(row) > 0) return true;
  return false;
}

export function askBasisOf(marketBook: MarketBook, row: Row, at: number): AskBasis {
  const source = marketBook.floorPlace(row);
  const { series } = marketBook;
  const offer = source > 0 ? offerAt(marketBook, slotIn(source)) : null;
  return {
    offerId: offer?.offerId ?? null,
    link: offer?.purchaseLink ?? marketBook.itemLink(series.nameNumber(row), series.variantOf(row)),
    phase: marketBook.floorPhase(row),
    price: marketBook.floorPrice(row),
    prices: marketBook.floorPrices(row),
    tradable: tradableOf(marketBook, row),
    count: marketBook.floorCount(row),
    usualUsd: marketBook.usualUsd(row, at),
    changedAt: marketBook.changedAt(row),
    seenAt: source === 0 ? marketBook.seenAt(series.wholeOf(row)) : marketBook.floorSeenAt(row),
  };
}

/** A marketplace quotes all variants in one currency. */
function tradableOf({ series, quotes }: MarketBook, row: Row): Money | null {
  let lowest: Money | null = null;
  for (let part = row; part >= 0; part = series.isWhole(row) ? series.nextPart(part) : none) {
    const amount = quotes.has(part) ? quotes.details(part, null).tradableAmount : undefined;
    const currency = quotes.money.price(part)?.currency;
    if (amount !== undefined && currency !== undefined && amount < (lowest?.amount ?? Number.POSITIVE_INFINITY))
      lowest = { amount, currency };
  }
  return lowest;
}

/** Reads only columns, since it is called for every row of a list. */
export function asksOf({ names, marketBooks }: GameBook, name: string, phase: Variant | null): Ask[] {
  const number = names.numberOf(name);
  const asks: Ask[] = [];
  for (const marketBook of marketBooks) {
    const row = marketBook.series.knownRow(number, variantNumber(phase));
    const usd = row < 0 ? 0 : marketBook.floorUsd(row);
    if (usd > 0) asks.push({ marketplaceId: marketBook.marketplaceId, usd });
  }
  return asks;
}

export function bidsOf({ names, marketBooks, best }: GameBook, name: string, phase: Variant | null): Bid[] {
  const number = names.numberOf(name);
  return marketBooks.flatMap((marketBook) =>
    slotsOfRows(marketBook.orders, marketBook.bids.rowsFor(number, variantNumber(phase))).map((slot) => {
      const { prices, quantity } = buyOrderAt(marketBook, slot);
      const afterFeesUsd = best.bidFigure(marketBook, 'proceeds', slot) || null;
      return { marketplaceId: marketBook.marketplaceId, prices, afterFeesUsd, quantity: quantity ?? 1 };
    }),
  );
}

function slotsOfRows(table: OrderTable, rows: readonly Row[]): Slot[] {
  const slots: Slot[] = [];
  for (const row of rows) {
    for (let slot = row < 0 ? none : table.first(row); slot >= 0; slot = table.after(slot)) slots.push(slot);
  }
  return slots;
}

export function depthOf({ names, marketBooks }: GameBook, name: string): Depth {
  const number = names.numberOf(name);
  const depth = { offerCount: 0, asking: 0, orderCount: 0 };
  let hasOrders = false;
  for (const marketBook of marketBooks) {
    const row = marketBook.series.wholeRow(number);
    const count = row < 0 ? 0 : marketBook.floorCount(row);
    depth.offerCount += count;
    depth.asking += count > 0 ? 1 : 0;
    hasOrders ||= marketBook.orders.size > 0;
    for (let part = row; part >= 0; part = marketBook.series.nextPart(part))
      depth.orderCount += marketBook.orders.count(part);
  }
  return hasOrders ? depth : { ...depth, orderCount: null };
}

/** Reads only columns, since lookups call it repeatedly for every name of a game. */
export function highestAskUsd({ names, marketBooks }: GameBook, name: string): number {
  const number = names.numberOf(name);
  let highest = 0;
  for (const marketBook of marketBooks) {
    const row = marketBook.series.wholeRow(number);
    if (row >= 0) highest = Math.max(highest, marketBook.floorUsd(row));
  }
  return highest;
}

export const marketplaceItemIdOf = (marketBook: MarketBook, whole: Row): string | null =>
  firstQuoted(marketBook, whole, 'marketplaceItemId');

function firstQuoted(marketBook: MarketBook, whole: Row, field: 'thumbnail' | 'marketplaceItemId'): string | null {
  const shared = marketBook.names.thumbnail(marketBook.series.nameNumber(whole));
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) {
    const value = marketBook.quotes.has(row) ? marketBook.quotes.details(row, shared)[field] : null;
    if (value !== null) return value;
  }
  return null;
}

export const offersOf = (marketBook: MarketBook, whole: Row): LiveOffer[] =>
  offerSlots(marketBook, whole).map((slot) => offerAt(marketBook, slot));

export const buyOrdersOf = (marketBook: MarketBook, whole: Row): LiveBuyOrder[] =>
  buyOrderSlots(marketBook, whole).map((slot) => buyOrderAt(marketBook, slot));

/** Keeps values built from the entries of a table; see `MappedRows`. */
class RowMemo<Made> {
  readonly #make: (slot: Slot) => Made;
  readonly #reprice: (made: Made, slot: Slot) => Made;
  #made = new Map<Slot, { readonly stamp: number; readonly value: Made }>();

  /** `reprice` updates a value when only the price of its entry has changed; by default the value is rebuilt. */
  constructor(make: (slot: Slot) => Made, reprice = (_: Made, slot: Slot): Made => make(slot)) {
    this.#make = make;
    this.#reprice = reprice;
  }

  of(table: OrderTable, slots: readonly Slot[]): Made[] {
    const values = slots.map((slot) => this.#valueOf(table, slot));
    if (this.#made.size > slots.length) this.#keepOnly(slots);
    return values;
  }

  *ahead(table: OrderTable, slots: readonly Slot[]): Generator {
    // An entry that has been removed since has no row
    for (const slot of slots) if (table.row(slot) >= 0) yield this.#valueOf(table, slot);
  }

  #valueOf(table: OrderTable, slot: Slot): Made {
    const stamp = table.stamp(slot);
    const known = this.#made.get(slot);
    if (known?.stamp === stamp) return known.value;
    const isRepriced = known !== undefined && table.isRepriced(slot, known.stamp);
    const value = isRepriced ? this.#reprice(known.value, slot) : this.#make(slot);
    this.#made.set(slot, { stamp, value });
    return value;
  }

  #keepOnly(slots: readonly Slot[]): void {
    const made = this.#made;
    this.#made = new Map();
    for (const slot of slots) {
      const known = made.get(slot);
      if (known !== undefined) this.#made.set(slot, known);
    }
  }
}

export function mappedOffers<Made>(
  marketBook: MarketBook,
  whole: Row,
  { make, reprice }: OfferMap<Made>,
): MappedRows<Made> {
  const { offers } = marketBook;
  const memo = new RowMemo(
    (slot) => make(offerAt(marketBook, slot)),
    reprice && ((made, slot) => reprice(made, offers.money.prices(slot), offers.changedAt(slot))),
  );
  return {
    now: () => memo.of(offers, offerSlots(marketBook, whole)),
    ahead: () => memo.ahead(offers, slotsOf(marketBook, offers, whole)),
  };
}

export function mappedBuyOrders<Made>(
  marketBook: MarketBook,
  whole: Row,
  make: (order: LiveBuyOrder) => Made,
): MappedRows<Made> {
  const { orders } = marketBook;
  const memo = new RowMemo((slot) => make(buyOrderAt(marketBook, slot)));
  return {
    now: () => memo.of(orders, buyOrderSlots(marketBook, whole)),
    ahead: () => memo.ahead(orders, slotsOf(marketBook, orders, whole)),
  };
}

export function quotesOf(marketBook: MarketBook, whole: Row): LiveQuote[] {
  const quotes: LiveQuote[] = [];
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) {
    if (marketBook.quotes.has(row)) quotes.push(quoteAt(marketBook, row));
  }
  return quotes;
}

export function* allFloors(marketBooks: readonly MarketBook[]): Generator<Floor> {
  for (const marketBook of marketBooks) {
    for (let row = 0 as Row; row < marketBook.series.rowCount; row = (row + 1) as Row)
      if (marketBook.hasFloor(row)) yield marketBook.floorAt(row);
  }
}

export function* allTopBids(marketBooks: readonly MarketBook[]): Generator<TopBid> {
  for (const marketBook of marketBooks) {
    for (let row = 0 as Row; marketBook.orders.size > 0 && row < marketBook.series.rowCount; row = (row + 1) as Row)
      if (marketBook.orders.count(row) > 0) yield marketBook.bids.top(row);
  }
}

/** Cheapest first, unknown prices last, then newest found. */
function offerSlots(marketBook: MarketBook, whole: Row): Slot[] {
  const { offers } = marketBook;
  return sortedSlots(marketBook, offers, whole, {
    first: (slot) => offers.money.usd(slot) || Number.MAX_VALUE,
    second: (slot) => -offers.foundAt(slot),
  });
}

/** Best first, unknown prices last, then last changed. */
function buyOrderSlots(marketBook: MarketBook, whole: Row): Slot[] {
  const { orders } = marketBook;
  return sortedSlots(marketBook, orders, whole, {
    first: (slot) => -orders.money.usd(slot),
    second: (slot) => -orders.changedAt(slot),
  });
}

type SlotKeys = Readonly<Record<'first' | 'second', (slot: Slot) => number>>;
type KeyedSlot = { readonly slot: Slot; readonly first: number; readonly second: number; id: string | null };

/** In ascending order of two keys, then of ids. Reads keys and ids once per slot: a cheap item has thousands at one price. */
function sortedSlots(marketBook: MarketBook, table: OrderTable, whole: Row, { first, second }: SlotKeys): Slot[] {
  const { reader } = marketBook.memory;
  const idOf = (keyed: KeyedSlot): string => {
    keyed.id ??= readText(table.open(keyed.slot, reader));
    return keyed.id;
  };
  return slotsOf(marketBook, table, whole)
    .map((slot): KeyedSlot => ({ slot, first: first(slot), second: second(slot), id: null }))
    .sort((a, b) => a.first - b.first || a.second - b.second || (idOf(a) < idOf(b) ? -1 : 1))
    .map(({ slot }) => slot);
}

function slotsOf(marketBook: MarketBook, table: OrderTable, whole: Row): Slot[] {
  const slots: Slot[] = [];
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) {
    for (let slot = table.first(row); slot >= 0; slot = table.after(slot)) slots.push(slot);
  }
  return slots;
}
