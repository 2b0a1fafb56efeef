import type { Clock } from '../../runtime/clock.ts';
import { type Change, games, subjectOf, type ToPrices } from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import { restoreBuyOrder } from '../apply-buy-order.ts';
import { noteRemoval, restoreOffer } from '../apply-offer.ts';
import { restoreQuote } from '../apply-quote.ts';
import { arrivalOf } from '../arrival.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { OrderTable } from '../memory/order-table.ts';

/** Applies recorded changes again without reporting them, floors last, since they follow from the others. */
export function replayAll(gameBooks: GameBooks, changes: readonly Change[], toPrices: ToPrices | null): void {
  const marketBooks = new Set<MarketBook>();
  for (const change of changes) {
    if (change.kind === 'floor' || change.kind === 'known') continue;
    const { game, marketplaceId } = subjectOf(change);
    const marketBook = gameBooks[game].marketBookFor(marketplaceId);
    if (!marketBooks.has(marketBook)) gameBooks[game].pastAsks.keep(change.at);
    marketBooks.add(marketBook);
    marketBook.isReplaying = true;
    replayOne(marketBook, change, toPrices);
  }
  for (const marketBook of marketBooks) {
    marketBook.recompute(0, null);
    marketBook.isReplaying = false;
  }
  for (const change of changes) {
    if (change.kind !== 'floor' && change.kind !== 'known') continue;
    const { game, marketplaceId, name, phase, ...published } = change.floor;
    const marketBook = gameBooks[game].marketBookFor(marketplaceId);
    marketBook.replayFloor(marketBook.series.rowFor(name, phase, change.at), published, change.at);
  }
}

type StandingChange = Exclude<Change, { readonly kind: 'floor' | 'known' }>;

function replayOne(marketBook: MarketBook, change: StandingChange, toPrices: ToPrices | null): void {
  const { offers, orders } = marketBook;
  switch (change.kind) {
    case 'added':
    case 'updated':
      // What its return says of the quotes
      if (offers.findId(marketBook.memory.writer, change.offer.offerId) < 0)
        arrivalOf(marketBook, change.offer, change.at);
      restoreOffer(marketBook, change.offer, toPrices);
      return;
    case 'removed':
      removeWith(marketBook, offers, change.offer.offerId);
      noteRemoval(marketBook, change);
      return;
    case 'ordered':
      restoreBuyOrder(marketBook, change.buyOrder, toPrices);
      return;
    case 'orderRemoved':
      removeWith(marketBook, orders, change.buyOrder.orderId);
      return;
    case 'quoted':
      restoreQuote(marketBook, change.quote, toPrices);
  }
}

function removeWith(marketBook: MarketBook, table: OrderTable, id: string): void {
  const slot = table.findId(marketBook.memory.writer, id);
  if (slot < 0) return;
  marketBook.markDirty(table.row(slot));
  table.remove(slot);
}

/** Floors per portion: a few milliseconds of work. */
const portion = 2_000;

export function* reportUnpublishedAll(gameBooks: GameBooks, now: Clock['now']): Generator<Change[]> {
  for (const game of games)
    for (const marketBook of gameBooks[game].marketBooks) yield* marketBook.reportUnpublished(now, portion);
}
