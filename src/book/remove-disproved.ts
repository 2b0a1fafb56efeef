import type { Change } from '../schema/index.ts';
import { removeOffer } from './apply-offer.ts';
import type { MarketBook } from './market/market-book.ts';
import type { RecordTime } from './market/record-time.ts';
import type { Row, Slot } from './memory/numbers.ts';
import type { IsGone } from './memory/order-table.ts';

/** How far prices in different currencies can differ through rates and rounding alone. */
const rateShare = 0.03;

/**
 * Removes offers that a newer quote proves gone: all of them if it says that nothing is on sale, otherwise those cheaper than
 * its lowest price. Its offer count proves nothing about a single offer, and where quotes have repeatedly left out offers that
 * are on sale, neither do their prices.
 */
export function removeDisproved(marketBook: MarketBook, row: Row, quotedAt: RecordTime, changes: Change[]): void {
  if (marketBook.quotes.seenAt.get(row) > quotedAt.asOf || marketBook.areQuotesDoubted(quotedAt.at)) return;
  const isBehind = marketBook.provesGone(quotedAt);
  for (const part of quotedParts(marketBook, row)) {
    const gone = slotsBehind(marketBook, part, isBehind).filter((slot) => isDisproved(marketBook, slot, row));
    for (const slot of gone) removeOffer(marketBook, slot, 'unknown', quotedAt, changes, true);
  }
}

function slotsBehind({ offers }: MarketBook, part: Row, isBehind: IsGone): Slot[] {
  const slots: Slot[] = [];
  for (let slot = offers.first(part); slot >= 0; slot = offers.after(slot)) {
    if (offers.isGone(slot, isBehind)) slots.push(slot);
  }
  return slots;
}

/** The rows a quote covers: its own, and for a whole item all variants if none of them has a quote of its own. */
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
