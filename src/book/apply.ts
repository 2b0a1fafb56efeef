import type { Change, Game, Stamp } from '../schema/index.ts';
import { applyBuyOrder, cancelBuyOrder } from './apply-buy-order.ts';
import { applyOffer, repriceOffer, withdrawOffer } from './apply-offer.ts';
import { applyQuote } from './apply-quote.ts';
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
    const gameBook = gameBooks[record.game];
    const marketBook = gameBook.marketBookFor(marketplaceId);
    if (!marketBooks.has(marketBook)) gameBook.pastAsks.keep(at);
    marketBooks.add(marketBook);
    if (asOf < at) marketBook.tombstones.expect(recordTime);
    applyOne(marketBook, record, recordTime, changes);
    if ((record.kind === 'quote' || record.kind === 'offer') && record.localName !== undefined)
      gameBook.addLocalName(marketBook.names.numberFor(record.name), record.localName);
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
