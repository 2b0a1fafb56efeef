import type { Floor, LiveBuyOrder, LiveOffer, LiveQuote } from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt } from './apply-offer.ts';
import { quoteAt } from './apply-quote.ts';
import type { BookSummary } from './book.ts';
import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market-book.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { OrderTable } from './memory/order-table.ts';

export function summaryOf(marketBook: MarketBook, whole: Row): BookSummary {
  return {
    marketplaceId: marketBook.marketplaceId,
    game: marketBook.game,
    name: marketBook.nameOf(whole),
    prices: marketBook.floorPrices(whole),
    offerCount: marketBook.floorCount(whole),
    thumbnail: firstQuoted(marketBook, whole, 'thumbnail') ?? marketBook.names.picture(marketBook.nameNumber(whole)),
    changedAt: marketBook.changedAt(whole),
    seenAt: marketBook.seenAt(whole),
  };
}

/** Reads columns alone: look-ups ask it of every name of a game, again and again. */
export function highestAskUsd({ names, marketBooks }: GameBook, name: string): number {
  const number = names.numberOf(name);
  let highest = 0;
  for (const marketBook of marketBooks) {
    const row = marketBook.wholeRow(number);
    if (row >= 0) highest = Math.max(highest, marketBook.floorUsd(row));
  }
  return highest;
}

export const marketplaceItemIdOf = (marketBook: MarketBook, whole: Row): string | null =>
  firstQuoted(marketBook, whole, 'marketplaceItemId');

function firstQuoted(marketBook: MarketBook, whole: Row, field: 'thumbnail' | 'marketplaceItemId'): string | null {
  const shared = marketBook.names.thumbnail(marketBook.nameNumber(whole));
  for (let row = whole; row >= 0; row = marketBook.nextPart(row)) {
    const value = marketBook.quotes.has(row) ? marketBook.quotes.details(row, shared)[field] : null;
    if (value !== null) return value;
  }
  return null;
}

/** Cheapest first, unknown prices last, then newest found. */
export const offersOf = (marketBook: MarketBook, whole: Row): LiveOffer[] =>
  slotsOf(marketBook, marketBook.offers, whole)
    .map((slot) => offerAt(marketBook, slot))
    .sort(
      (a, b) =>
        (a.prices.USD ?? Number.POSITIVE_INFINITY) - (b.prices.USD ?? Number.POSITIVE_INFINITY) ||
        b.foundAt - a.foundAt ||
        (a.offerId < b.offerId ? -1 : 1),
    );

/** Best first, unknown prices last, then last changed. */
export const buyOrdersOf = (marketBook: MarketBook, whole: Row): LiveBuyOrder[] =>
  slotsOf(marketBook, marketBook.orders, whole)
    .map((slot) => buyOrderAt(marketBook, slot))
    .sort(
      (a, b) =>
        (b.prices.USD ?? 0) - (a.prices.USD ?? 0) || b.changedAt - a.changedAt || (a.orderId < b.orderId ? -1 : 1),
    );

export function quotesOf(marketBook: MarketBook, whole: Row): LiveQuote[] {
  const quotes: LiveQuote[] = [];
  for (let row = whole; row >= 0; row = marketBook.nextPart(row)) {
    if (marketBook.quotes.has(row)) quotes.push(quoteAt(marketBook, row));
  }
  return quotes;
}

export function* allFloors(marketBooks: readonly MarketBook[]): Generator<Floor> {
  for (const marketBook of marketBooks) {
    for (let row = 0 as Row; row < marketBook.rowCount; row = (row + 1) as Row)
      if (marketBook.hasFloor(row)) yield marketBook.floorAt(row);
  }
}

function slotsOf(marketBook: MarketBook, table: OrderTable, whole: Row): Slot[] {
  const slots: Slot[] = [];
  for (let row = whole; row >= 0; row = marketBook.nextPart(row)) {
    for (let slot = table.first(row); slot >= 0; slot = table.after(slot)) slots.push(slot);
  }
  return slots;
}
