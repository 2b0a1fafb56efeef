import type { Trade } from '../flags/liquidity.ts';
import {
  type Floor,
  type Game,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  type Money,
  type Prices,
  type TopBid,
  type Variant,
  variantNumber,
} from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt } from './apply-offer.ts';
import { quoteAt } from './apply-quote.ts';
import type { GameBook } from './game-book.ts';
import { isOverListed, slotIn } from './market/floor.ts';
import type { MarketBook } from './market/market-book.ts';
import { type NameId, none, type Row, type Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';
import { readText } from './memory/packed-text.ts';
import { bestOf } from './search/best-of.ts';

/** The floors of one item on one marketplace. Instants are epoch milliseconds. */
export type BookSummary = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly prices: Prices;
  readonly offerCount: number;
  readonly thumbnail: string | null;
  /** When the price or the count last changed. */
  readonly changedAt: number;
  /** When the marketplace last confirmed it. */
  readonly seenAt: number;
};

/** The offer or quote behind the lowest price of a series on a marketplace. */
export type AskBasis = {
  /** The offer with this price; null if the price is only quoted, or there is none. */
  readonly offerId: string | null;
  /** Where that offer can be bought, or the page of the item; null if unknown. */
  readonly link: string | null;
  readonly phase: Variant | null;
  readonly price: Money | null;
  readonly prices: Prices;
  /** The lowest quoted price of what can be traded at once; null if it is not known, or all is locked. */
  readonly tradable: Money | null;
  readonly count: number;
  /** The usual lowest price there over the past week, in thousandths of a dollar; 0 if unknown. */
  readonly usualUsd: number;
  /** When the price or the count last changed. */
  readonly changedAt: number;
  /** When the marketplace last confirmed it. */
  readonly seenAt: number;
};

/** What a marketplace has of an item: its lowest price there, and whether anything is on sale or wanted. */
export type KnownHere = {
  readonly lowest: Money | null;
  readonly isOffered: boolean;
  readonly isWanted: boolean;
  /** Rises with every change to the item there. */
  readonly revision: number;
};

/** A marketplace's lowest ask for a series, in thousandths of a dollar. */
export type Ask = { readonly marketplaceId: number; readonly usd: number };

/** A buy order from the seller's point of view. `quantity` is 1 where the marketplace does not state it. */
export type Bid = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** What the seller receives, in thousandths of a dollar; null if no fee is known. */
  readonly afterFeesUsd: number | null;
  readonly quantity: number;
};

export type Depth = Omit<Trade, 'salesPerDay'>;

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

const revisionOf = (marketBook: MarketBook, whole: Row): number =>
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
  const source = marketBook.floorRow(row);
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

/** Names after one that any of these market books knows, in UTF-16 code unit order; at most `limit`. */
export function namesAfter(
  { names }: GameBook,
  marketBooks: readonly MarketBook[],
  after: string,
  limit: number,
): string[] {
  const behind: string[] = [];
  for (let number = 0 as NameId; number < names.size; number = (number + 1) as NameId) {
    const name = names.name(number);
    if (name > after && marketBooks.some((marketBook) => marketBook.series.wholeRow(number) >= 0)) behind.push(name);
  }
  const nameAt = (at: number) => behind[at] as string;
  return bestOf(behind.length, limit, (a, b) => (nameAt(a) < nameAt(b) ? -1 : 1)).map(nameAt);
}

/** Cheapest first, unknown prices last, then newest found. */
export function offerSlots(marketBook: MarketBook, whole: Row): Slot[] {
  const { offers } = marketBook;
  return sortedSlots(marketBook, offers, whole, {
    first: (slot) => offers.money.usd(slot) || Number.MAX_VALUE,
    second: (slot) => -offers.foundAt(slot),
  });
}

/** Best first, unknown prices last, then last changed. */
export function buyOrderSlots(marketBook: MarketBook, whole: Row): Slot[] {
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

export function slotsOf(marketBook: MarketBook, table: OrderTable, whole: Row): Slot[] {
  const slots: Slot[] = [];
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) {
    for (let slot = table.first(row); slot >= 0; slot = table.after(slot)) slots.push(slot);
  }
  return slots;
}
