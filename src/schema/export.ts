import { dayMs } from './told/days-left.ts';

/** Tables that can be taken out for analysis. */
export const exportTables = ['pricePoints', 'bidPoints', 'sales', 'offers', 'buyOrders', 'quotes'] as const;
export type ExportTable = (typeof exportTables)[number];

export const exportFormats = ['csv', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportWish = {
  readonly table: ExportTable;
  readonly format: ExportFormat;
  /** Epoch milliseconds; everything when null. */
  readonly since: number | null;
};

/** The files of one day: every lowest ask and highest bid that was told, candles of an hour, and sales beside the ask and the bid before each. */
export const dayFiles = ['pricePoints', 'bidPoints', 'candles', 'sales'] as const;
export type DayFile = (typeof dayFiles)[number];

/** When a day such as 2026-01-31 begins and ends, UTC, epoch milliseconds; null where there is no such day. */
export function boundsOfDay(day: string): { readonly since: number; readonly until: number } | null {
  const since = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Some readers of dates take 31 February for 3 March
  if (!Number.isFinite(since) || new Date(since).toISOString().slice(0, 10) !== day) return null;
  return { since, until: since + dayMs };
}
