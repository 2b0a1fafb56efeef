import type { Change, RemovedChange } from '../../schema/index.ts';
import type { RemovalRow, StoredRow } from '../../store/store.ts';
import type { TapeRecord } from '../../tape/record.ts';

function removalOf({ offer, goneAt, reason }: RemovedChange): RemovalRow {
  const { game, name, phase, marketplaceId, offerId, float, foundAt, prices } = offer;
  const usd = prices.USD;
  return { game, name, phase, marketplaceId, offerId, float, foundAt, usd, goneAt, reason };
}

function addChange(rows: StoredRow[], change: Change): void {
  // A member after the spread takes three times as long
  if (change.kind === 'removed') rows.push({ table: 'removals', row: removalOf(change) });
  else if (change.kind === 'floor') rows.push({ table: 'pricePoints', row: { at: change.at, ...change.floor } });
}

/** The rows that the store keeps of records. */
export function rowsOf(records: readonly TapeRecord[]): StoredRow[] {
  const rows: StoredRow[] = [];
  for (const record of records) {
    if (record.what === 'change') addChange(rows, record.change);
    else if (record.what === 'sale') rows.push({ table: 'sales', row: record.sale });
    else if (record.what === 'topBid') rows.push({ table: 'bidPoints', row: record.topBid });
    else if (record.what === 'confirmation' && record.confirmation.only === undefined)
      rows.push({ table: 'readings', row: record.confirmation });
    else if (record.what === 'gap') rows.push({ table: 'gaps', row: record.gap });
  }
  return rows;
}
