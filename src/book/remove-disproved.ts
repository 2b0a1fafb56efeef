import type { Change } from '../schema/index.ts';
import { retireOffer } from './apply-offer.ts';
import type { MarketBook } from './market/market-book.ts';
import type { RecordTime } from './market/record-time.ts';
import type { Row, Slot } from './memory/numbers.ts';

/** Prices in different currencies may differ by so much through rates and rounding alone. */
const rateShare = 0.03;

/**
 * Removes offers that a quote made after them proves gone: all of them where it says that nothing is on sale, and what would be
 * cheaper than the cheapest that is. How many there are of it proves nothing of any one of them.
 */
export function removeDisproved(marketBook: MarketBook, row: Row, quotedAt: RecordTime, changes: Change[]): void {
  if (marketBook.quotes.seenAt.get(row) > quotedAt.asOf) return;
  for (const part of quotedParts(marketBook, row)) {
    const gone = slotsBefore(marketBook, part, quotedAt.asOf).filter((slot) => isDisproved(marketBook, slot, row));
    for (const slot of gone) retireOffer(marketBook, slot, 'unknown', quotedAt, changes);
  }
}

function slotsBefore({ offers }: MarketBook, part: Row, instant: number): Slot[] {
  const slots: Slot[] = [];
  for (let slot = offers.first(part); slot >= 0; slot = offers.after(slot)) {
    if (offers.seenAt(slot) < instant) slots.push(slot);
  }
  return slots;
}

/** The rows a quote speaks for: its own, and all variants of the item where none of them is quoted apart. */
function quotedParts(marketBook: MarketBook, row: Row): Row[] {
  const parts = [row];
  if (!marketBook.series.isWhole(row)) return parts;
  for (let part = marketBook.series.nextPart(row); part >= 0; part = marketBook.series.nextPart(part)) {
    if (marketBook.quotes.has(part)) return [row];
    parts.push(part);
  }
  return parts;
}

function isDisproved({ offers, quotes }: MarketBook, slot: Slot, row: Row): boolean {
  const lowest = quotes.money.price(row);
  if (lowest === null) return true;
  const price = offers.money.price(slot);
  if (price === null) return false;
  if (price.currency === lowest.currency) return price.amount < lowest.amount;
  const usd = quotes.money.usd(row);
  const offered = offers.money.usd(slot);
  return usd > 0 && offered > 0 && offered < usd * (1 - rateShare);
}
