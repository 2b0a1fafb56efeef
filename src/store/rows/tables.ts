import { stateLogs } from '../states/tables.ts';
import { bidPoints } from './bid-points.ts';
import { buyOrders } from './buy-orders.ts';
import { figures } from './figures.ts';
import { itemAttributes } from './item-attributes.ts';
import { offers } from './offers.ts';
import { gaps, items, rates, sourceDays, sourceRuns, tapeMarks } from './plain-rows.ts';
import { pricePoints } from './price-points.ts';
import { quotes } from './quotes.ts';
import { sales } from './sales.ts';
import type { Table } from './table.ts';

/** Every table that rows are written to. */
export const tables: readonly Table<never>[] = [
  items,
  itemAttributes,
  pricePoints,
  bidPoints,
  sales,
  offers,
  buyOrders,
  quotes,
  rates,
  sourceRuns,
  figures,
  tapeMarks,
  gaps,
  sourceDays,
  ...stateLogs,
];

/** Tables in which the last version of a row is its state. */
export const stateTables = tables.filter(({ state }) => state !== undefined);
/** Tables whose rows can be removed individually. */
export const removableTables = stateTables.filter(({ state = {} }) => 'isRemoved' in state);
