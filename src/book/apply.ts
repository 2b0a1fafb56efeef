import type { Change, DatedFloor, Game, LiveBuyOrder, LiveOffer, LiveQuote, Stamp } from '../schema/index.ts';
import { applyBuyOrder, cancelBuyOrder, restoreBuyOrder } from './apply-buy-order.ts';
import { applyOffer, repriceOffer, restoreOffer, withdrawOffer } from './apply-offer.ts';
import { applyQuote, restoreQuote } from './apply-quote.ts';
import type { BookRecord } from './book.ts';
import type { Aisle } from './game-book.ts';
import type { Stall } from './market-book.ts';
import type { Moment } from './record-time.ts';

export type Aisles = Readonly<Record<Game, Aisle>>;

export function applyAll(
  aisles: Aisles,
  records: readonly BookRecord[],
  { marketplaceId, at, asOf = at }: Stamp,
): Change[] {
  const moment = { at, asOf };
  const changes: Change[] = [];
  const stalls = new Set<Stall>();
  for (const record of records) {
    const stall = aisles[record.game].stallFor(marketplaceId);
    stalls.add(stall);
    if (asOf < at) stall.removals.expect(moment);
    applyOne(stall, record, moment, changes);
    if ((record.kind === 'quote' || record.kind === 'offer') && record.localName !== undefined)
      aisles[record.game].words.addLocalName(stall.names.numberFor(record.name), record.localName);
  }
  for (const stall of stalls) stall.settle(at, changes);
  return changes;
}

function applyOne(stall: Stall, record: BookRecord, moment: Moment, changes: Change[]): void {
  if (record.kind === 'offer') applyOffer(stall, record, moment, changes);
  else if (record.kind === 'quote') applyQuote(stall, record, moment, changes);
  else if (record.kind === 'buyOrder') applyBuyOrder(stall, record, moment, changes);
  else if (record.kind === 'repricing') repriceOffer(stall, record, moment, changes);
  else if (record.kind === 'cancellation') cancelBuyOrder(stall, record.orderId, moment, changes);
  else withdrawOffer(stall, record.offerId, record.reason, moment, changes);
}

export function restoreAll(aisles: Aisles, rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[]): void {
  const stalls = new Set<Stall>();
  for (const row of rows) {
    const stall = aisles[row.game].stallFor(row.marketplaceId);
    stalls.add(stall);
    if ('offerId' in row) restoreOffer(stall, row);
    else if ('orderId' in row) restoreBuyOrder(stall, row);
    else restoreQuote(stall, row);
  }
  for (const stall of stalls) stall.settle(0, null);
}

export function restoreFigures(aisles: Aisles, floors: readonly DatedFloor[]): void {
  for (const floor of floors) aisles[floor.game].stallFor(floor.marketplaceId).restoreFigure(floor);
}
