import type { DatedFloor } from '../../schema/index.ts';
import type { PastPriceRow } from '../store.ts';
import { countCell } from './cells.ts';
import * as column from './columns.ts';
import { named, type Table } from './table.ts';

/** The lowest price at an instant, or a median of past sales from a marketplace. */
type PricePoint = DatedFloor | PastPriceRow;

export const basisType = "Enum8('floor' = 1, 'median' = 2)";

const columns = {
  itemId: column.itemId(),
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  phase: column.phase(),
  basis: column.coded(
    basisType,
    (point) => ('offerCount' in point ? 'floor' : 'median'),
    'floor: lowest price seen by this service; median: median of sales as published by the marketplace',
  ),
  at: column.instant((point) => point.at, 'When this was the price, UTC'),
  ...column.prices('Price'),
  offerCount: column.number(
    'UInt32',
    (point) => ('offerCount' in point ? countCell(point.offerCount) : 0),
    'Offers on sale; 0 for a median',
  ),
  saleCount: column.number(
    'Nullable(UInt32)',
    (point) => ('offerCount' in point || point.saleCount === null ? null : countCell(point.saleCount)),
    'Sales behind a median',
  ),
} satisfies column.Columns<PricePoint>;

export const pricePoints: Table<PricePoint> = {
  name: 'pricePoints',
  columns,
  key: ['itemId', 'marketplaceId', 'phase', 'basis', 'at'],
  agesFrom: 'at',
  exported: {
    time: 'at',
    columns: ['at', ...named.series, 'basis', ...named.prices, 'offerCount', 'saleCount'],
  },
};
