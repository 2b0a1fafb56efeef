import type { Change } from '../schema/index.ts';
import { buyOrderAt } from './apply-buy-order.ts';
import { offerAt, previousOffer } from './apply-offer.ts';
import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market/market-book.ts';
import type { NameId, Row } from './memory/numbers.ts';

/** Reports the items that have got a better spelling: everything published of them is published again under their name. */
export function reportRespelt(gameBook: GameBook, at: number, changes: Change[]): void {
  for (const [name, previous] of gameBook.names.takeRespelt())
    for (const marketBook of gameBook.marketBooks) reportItem(gameBook, marketBook, name, previous, at, changes);
}

function reportItem(
  gameBook: GameBook,
  marketBook: MarketBook,
  name: NameId,
  previous: string,
  at: number,
  changes: Change[],
): void {
  const { series } = marketBook;
  const whole = series.wholeRow(name);
  if (whole < 0) return;
  gameBook.settle(marketBook);
  for (let row = whole; row >= 0; row = series.nextPart(row)) {
    reportOffers(marketBook, row, previous, at, changes);
    reportOrders(marketBook, row, at, changes);
    marketBook.reportAgain(row, at, changes);
    marketBook.markDirty(row);
  }
  // Those who watch deals and offers read them again
  marketBook.recompute(at, changes);
}

function reportOffers(marketBook: MarketBook, row: Row, previousName: string, at: number, changes: Change[]): void {
  const { offers } = marketBook;
  for (let slot = offers.first(row); slot >= 0; slot = offers.after(slot)) {
    const previous = { ...previousOffer(marketBook, slot, marketBook.offerDetails(slot)), name: previousName };
    offers.change(slot, at);
    const offer = offerAt(marketBook, slot);
    changes.push({ kind: 'updated', at, offer, isNewFloor: false, isNewItemFloor: false, previous, isSilent: false });
  }
}

function reportOrders(marketBook: MarketBook, row: Row, at: number, changes: Change[]): void {
  const { orders } = marketBook;
  for (let slot = orders.first(row); slot >= 0; slot = orders.after(slot)) {
    orders.change(slot, at);
    changes.push({ kind: 'ordered', at, buyOrder: buyOrderAt(marketBook, slot) });
  }
}
