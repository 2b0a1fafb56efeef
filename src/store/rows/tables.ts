import { bidPoints } from './bid-points.ts';
import { gaps, items, rates, sourceDays, sourceRuns, tapeMarks } from './plain-rows.ts';
import { pricePoints } from './price-points.ts';
import { removals } from './removals.ts';
import { sales } from './sales.ts';
import { stateLogs } from './state-tables.ts';
import type { Table } from './table.ts';

/** Every table that rows are written to. */
export const tables: readonly Table<never>[] = [
  items,
  pricePoints,
  bidPoints,
  sales,
  removals,
  rates,
  sourceRuns,
  tapeMarks,
  gaps,
  sourceDays,
  ...stateLogs,
];
