import { dayMs } from './published/days-left.ts';
import { instantIn } from './published/instant.ts';

const pastTables = ['pricePoints', 'bidPoints', 'sales'] as const;
const standingTables = ['offers', 'buyOrders', 'quotes', 'catalogue'] as const;
/** Of what stands now; the other tables are of the past. */
export type StandingTable = (typeof standingTables)[number];
export type PastTable = (typeof pastTables)[number];

/** Tables that can be exported. */
export const exportTables = [...pastTables, ...standingTables] as const;
export type ExportTable = PastTable | StandingTable;

export const isStandingTable = (table: ExportTable): table is StandingTable =>
  standingTables.some((one) => one === table);

export const exportFormats = ['csv', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportRequest<Table extends ExportTable = ExportTable> = {
  readonly table: Table;
  readonly format: ExportFormat;
  /** Epoch milliseconds; null exports everything. */
  readonly since: number | null;
};

/** The files of one day, beside the catalogue: every lowest ask and highest bid, hourly candles, and sales with the ask and bid before each. */
export const dayFiles = ['pricePoints', 'bidPoints', 'candles', 'sales'] as const;
export type DayFile = (typeof dayFiles)[number];

const folderBegin = 'day=';

/** The name of the folder of a day, from which readers of Parquet take a column `day`. */
export const dayFolder = (day: string): string => `${folderBegin}${day}`;

/** The day whose folder has this name; null for other names. */
export function dayOfFolder(name: string): string | null {
  const day = name.slice(folderBegin.length);
  return name.startsWith(folderBegin) && boundsOfDay(day) !== null ? day : null;
}

/** Start and end of a UTC day such as 2026-01-31, in epoch milliseconds; null for a date that does not exist. */
export function boundsOfDay(day: string): { readonly since: number; readonly until: number } | null {
  const since = /^\d{4}-\d\d-\d\d$/.test(day) ? instantIn(day) : null;
  return since === null ? null : { since, until: since + dayMs };
}
