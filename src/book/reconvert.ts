import type { Change, Money, Prices } from '../schema/index.ts';
import type { Entries } from './entries.ts';
import { offerAt } from './offers.ts';
import type { Stall } from './stall.ts';

type ToPrices = (price: Money | null) => Prices;

/**
 * Converts prices in keys and metal anew. Pushed ones are told once, so that without this they would stay unknown for
 * as long as no rate was, or at a rate of long ago. An offer is reported when its price becomes known or unknown.
 */
export function reconvertStall(stall: Stall, at: number, toPrices: ToPrices): Change[] {
  const changes: Change[] = [];
  reconvertOffers(stall, at, toPrices, changes);
  for (const slot of inTf2(stall.orders)) reconvert(stall, stall.orders, slot, toPrices);
  reconvertQuotes(stall, toPrices);
  stall.settle(at, changes);
  return changes;
}

function* inTf2(entries: Entries): Generator<number> {
  if (entries.money.tf2Count === 0) return;
  for (const slot of entries.unseenSince(Number.POSITIVE_INFINITY)) if (entries.money.isTf2(slot)) yield slot;
}

function reconvert(stall: Stall, entries: Entries, slot: number, toPrices: ToPrices): void {
  const price = entries.money.price(slot) as Money;
  entries.reprice(slot, price, toPrices(price));
  stall.touch(entries.row(slot));
}

function reconvertOffers(stall: Stall, at: number, toPrices: ToPrices, changes: Change[]): void {
  const { offers } = stall;
  for (const slot of inTf2(offers)) {
    const formerPrices = offers.money.prices(slot);
    reconvert(stall, offers, slot, toPrices);
    if ((formerPrices.USD === null) === (offers.money.usd(slot) === 0)) continue;
    offers.change(slot, at);
    changes.push({ kind: 'updated', at, offer: offerAt(stall, slot), isNewFloor: false, formerPrices });
  }
}

function reconvertQuotes(stall: Stall, toPrices: ToPrices): void {
  const { quotes } = stall;
  for (let row = 0; quotes.money.tf2Count > 0 && row < stall.rowCount; row += 1) {
    if (!quotes.money.isTf2(row)) continue;
    const price = quotes.money.price(row);
    quotes.setFigures(row, price, toPrices(price), quotes.count(row));
    stall.touch(row);
  }
}
