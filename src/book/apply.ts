import type {
  Change,
  DatedFloor,
  Game,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  Prices,
  Stamp,
} from '../schema/index.ts';
import { applyBuyOrder, cancelBuyOrder, restoreBuyOrder } from './apply-buy-order.ts';
import { applyOffer, repriceOffer, restoreOffer, withdrawOffer } from './apply-offer.ts';
import { applyQuote, restoreQuote } from './apply-quote.ts';
import type { BookRecord } from './book.ts';
import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market-book.ts';
import type { RecordTime } from './record-time.ts';

export type GameBooks = Readonly<Record<Game, GameBook>>;

export function applyAll(
  gameBooks: GameBooks,
  records: readonly BookRecord[],
  { marketplaceId, at, asOf = at }: Stamp,
): Change[] {
  const recordTime = { at, asOf };
  const changes: Change[] = [];
  const marketBooks = new Set<MarketBook>();
  for (const record of records) {
    const marketBook = gameBooks[record.game].marketBookFor(marketplaceId);
    marketBooks.add(marketBook);
    if (asOf < at) marketBook.tombstones.expect(recordTime);
    applyOne(marketBook, record, recordTime, changes);
    if ((record.kind === 'quote' || record.kind === 'offer') && record.localName !== undefined)
      gameBooks[record.game].words.addLocalName(marketBook.names.numberFor(record.name), record.localName);
  }
  for (const marketBook of marketBooks) marketBook.recompute(at, changes);
  return changes;
}

function applyOne(marketBook: MarketBook, record: BookRecord, recordTime: RecordTime, changes: Change[]): void {
  if (record.kind === 'offer') applyOffer(marketBook, record, recordTime, changes);
  else if (record.kind === 'quote') applyQuote(marketBook, record, recordTime, changes);
  else if (record.kind === 'buyOrder') applyBuyOrder(marketBook, record, recordTime, changes);
  else if (record.kind === 'repricing') repriceOffer(marketBook, record, recordTime, changes);
  else if (record.kind === 'cancellation') cancelBuyOrder(marketBook, record.orderId, recordTime, changes);
  else withdrawOffer(marketBook, record.offerId, record.reason, recordTime, changes);
}

export function restoreAll(
  gameBooks: GameBooks,
  rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[],
  toPrices: ((price: Money | null) => Prices) | null,
): void {
  const marketBooks = new Set<MarketBook>();
  for (const row of rows) {
    const marketBook = gameBooks[row.game].marketBookFor(row.marketplaceId);
    marketBooks.add(marketBook);
    if ('offerId' in row) restoreOffer(marketBook, row, toPrices);
    else if ('orderId' in row) restoreBuyOrder(marketBook, row, toPrices);
    else restoreQuote(marketBook, row, toPrices);
  }
  for (const marketBook of marketBooks) marketBook.recompute(0, null);
}

export function restoreFloors(gameBooks: GameBooks, floors: readonly DatedFloor[]): void {
  for (const floor of floors) gameBooks[floor.game].marketBookFor(floor.marketplaceId).restoreFloor(floor);
}
