import type { Change } from '../schema/index.ts';
import { retireOffer } from './apply-offer.ts';
import type { Stall } from './market-book.ts';
import type { Moment } from './record-time.ts';

/** Prices in different currencies may differ by so much through rates and rounding alone. */
const rateShare = 0.03;

/**
 * Removes offers that a quote made after them proves gone: all of them where it says that nothing is on sale, and what would be
 * cheaper than the cheapest that is. How many there are of it proves nothing of any one of them.
 */
export function removeDisproved(stall: Stall, row: number, quoted: Moment, changes: Change[]): void {
  if (stall.quotes.seenAt.get(row) > quoted.asOf) return;
  for (const part of quotedParts(stall, row)) {
    const gone = slotsBefore(stall, part, quoted.asOf).filter((slot) => isDisproved(stall, slot, row));
    for (const slot of gone) retireOffer(stall, slot, 'unknown', quoted, changes);
  }
}

function slotsBefore({ offers }: Stall, part: number, instant: number): number[] {
  const slots: number[] = [];
  for (let slot = offers.first(part); slot >= 0; slot = offers.after(slot)) {
    if (offers.seenAt(slot) < instant) slots.push(slot);
  }
  return slots;
}

/** The rows a quote speaks for: its own, and all variants of the item where none of them is quoted apart. */
function quotedParts(stall: Stall, row: number): number[] {
  const parts = [row];
  if (!stall.isWhole(row)) return parts;
  for (let part = stall.nextPart(row); part >= 0; part = stall.nextPart(part)) {
    if (stall.quotes.has(part)) return [row];
    parts.push(part);
  }
  return parts;
}

function isDisproved({ offers, quotes }: Stall, slot: number, row: number): boolean {
  const lowest = quotes.money.price(row);
  if (lowest === null) return true;
  const price = offers.money.price(slot);
  if (price === null) return false;
  if (price.currency === lowest.currency) return price.amount < lowest.amount;
  const usd = quotes.money.usd(row);
  const offered = offers.money.usd(slot);
  return usd > 0 && offered > 0 && offered < usd * (1 - rateShare);
}
