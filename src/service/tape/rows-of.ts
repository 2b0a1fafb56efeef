import type { Change } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import type { TapeRecord } from '../../tape/record.ts';

/** The rows that the store keeps of records. */
export function rowsOf(records: readonly TapeRecord[]): StoredRow[] {
  const rows: StoredRow[] = [];
  for (const record of records) {
    if (record.what === 'change') pushRows(rows, record.change);
    else if (record.what === 'sale') rows.push({ table: 'sales', row: record.sale });
    else if (record.what === 'topBid') rows.push({ table: 'bidPoints', row: record.topBid });
    else if (record.what === 'item') rows.push({ table: 'itemAttributes', row: record.item });
    else if (record.what === 'confirmation') rows.push({ table: 'readings', row: record.confirmation });
    else if (record.what === 'gap') rows.push({ table: 'gaps', row: record.gap });
  }
  return rows;
}

function pushRows(rows: StoredRow[], change: Change): void {
  switch (change.kind) {
    case 'added':
    case 'updated':
      rows.push({ table: 'offers', row: change.offer, isRemoved: false });
      return;
    case 'removed':
      rows.push({ table: 'offers', row: { ...change.offer, changedAt: change.at }, isRemoved: true });
      return;
    case 'ordered':
      rows.push({ table: 'buyOrders', row: change.buyOrder, isRemoved: false });
      return;
    case 'orderRemoved':
      rows.push({ table: 'buyOrders', row: { ...change.buyOrder, changedAt: change.at }, isRemoved: true });
      return;
    case 'quoted':
      rows.push({ table: 'quotes', row: change.quote });
      return;
    case 'floor': {
      // A member after the spread takes three times as long
      const row = { at: change.at, ...change.floor };
      rows.push({ table: 'pricePoints', row }, { table: 'figures', row });
      return;
    }
    case 'known':
      rows.push({ table: 'figures', row: { at: change.at, ...change.floor } });
  }
}
