import type { Floor, LiveBuyOrder, LiveOffer, LiveQuote } from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt } from './apply-offer.ts';
import { quoteAt } from './apply-quote.ts';
import type { BookSummary } from './book.ts';
import type { Aisle } from './game-book.ts';
import type { Stall } from './market-book.ts';
import type { Entries } from './memory/order-table.ts';

export function summaryOf(stall: Stall, whole: number): BookSummary {
  return {
    marketplaceId: stall.marketplaceId,
    game: stall.game,
    name: stall.nameOf(whole),
    prices: stall.figurePrices(whole),
    offerCount: stall.figureCount(whole),
    thumbnail: firstQuoted(stall, whole, 'thumbnail') ?? stall.names.picture(stall.nameNumber(whole)),
    changedAt: stall.changedAt(whole),
    seenAt: stall.seenAt(whole),
  };
}

/** Reads columns alone: look-ups ask it of every name of a game, again and again. */
export function highestAskUsd({ names, stalls }: Aisle, name: string): number {
  const number = names.numberOf(name);
  let highest = 0;
  for (const stall of stalls) {
    const row = stall.wholeRow(number);
    if (row >= 0) highest = Math.max(highest, stall.figureUsd(row));
  }
  return highest;
}

export const marketplaceItemIdOf = (stall: Stall, whole: number): string | null =>
  firstQuoted(stall, whole, 'marketplaceItemId');

function firstQuoted(stall: Stall, whole: number, field: 'thumbnail' | 'marketplaceItemId'): string | null {
  const shared = stall.names.thumbnail(stall.nameNumber(whole));
  for (let row = whole; row >= 0; row = stall.nextPart(row)) {
    const value = stall.quotes.has(row) ? stall.quotes.details(row, shared)[field] : null;
    if (value !== null) return value;
  }
  return null;
}

/** U16: cheapest first, unknown prices last, then newest found. */
export const offersOf = (stall: Stall, whole: number): LiveOffer[] =>
  slotsOf(stall, stall.offers, whole)
    .map((slot) => offerAt(stall, slot))
    .sort(
      (a, b) =>
        (a.prices.USD ?? Number.POSITIVE_INFINITY) - (b.prices.USD ?? Number.POSITIVE_INFINITY) ||
        b.foundAt - a.foundAt ||
        (a.offerId < b.offerId ? -1 : 1),
    );

/** U17: best first, unknown prices last, then last changed. */
export const buyOrdersOf = (stall: Stall, whole: number): LiveBuyOrder[] =>
  slotsOf(stall, stall.orders, whole)
    .map((slot) => buyOrderAt(stall, slot))
    .sort(
      (a, b) =>
        (b.prices.USD ?? 0) - (a.prices.USD ?? 0) || b.changedAt - a.changedAt || (a.orderId < b.orderId ? -1 : 1),
    );

export function quotesOf(stall: Stall, whole: number): LiveQuote[] {
  const quotes: LiveQuote[] = [];
  for (let row = whole; row >= 0; row = stall.nextPart(row)) {
    if (stall.quotes.has(row)) quotes.push(quoteAt(stall, row));
  }
  return quotes;
}

export function* allFloors(stalls: readonly Stall[]): Generator<Floor> {
  for (const stall of stalls) {
    for (let row = 0; row < stall.rowCount; row += 1) if (stall.hasFigure(row)) yield stall.floorOf(row);
  }
}

function slotsOf(stall: Stall, entries: Entries, whole: number): number[] {
  const slots: number[] = [];
  for (let row = whole; row >= 0; row = stall.nextPart(row)) {
    for (let slot = entries.first(row); slot >= 0; slot = entries.after(slot)) slots.push(slot);
  }
  return slots;
}
