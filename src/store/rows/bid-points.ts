import type { DatedTopBid } from '../../schema/index.ts';
import { countCell } from './cells.ts';
import * as column from './columns.ts';
import { named, type Table } from './table.ts';

const columns = {
  itemId: column.itemId(),
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  phase: { ...column.phase(), about: 'Variant of a Doppler that is bid for; empty for any variant, or none' },
  at: column.instant((bid) => bid.at, 'When this was bid, UTC'),
  ...column.prices('Highest buy order'),
  orderCount: column.number(
    'UInt32',
    (bid) => countCell(bid.orderCount),
    'Buy orders; 0 when the last one was removed',
  ),
} satisfies column.Columns<DatedTopBid>;

/** The highest buy order at an instant; without a price there was none. */
export const bidPoints: Table<DatedTopBid> = {
  name: 'bidPoints',
  columns,
  key: ['itemId', 'marketplaceId', 'phase', 'at'],
  agesFrom: 'at',
  exported: { time: 'at', columns: ['at', ...named.series, ...named.prices, 'orderCount'] },
};
