import type { StoredRow } from './store.ts';

/** Key of the thing whose state a row is; null for rows that are independent of each other. */
export const keyOf = ({ table, row }: StoredRow): string | null =>
  table === 'sourceDays' ? `${row.marketplaceId}\n${row.source}\n${row.game}\n${row.day}` : null;

/** Tables that are only needed for queries about past states. */
export const statesOfPast = [
  'readings',
  'offerStates',
  'buyOrderStates',
  'quoteStates',
  'figureStates',
  'rateStates',
] as const satisfies readonly StoredRow['table'][];

export type PastRow = Extract<StoredRow, { readonly table: (typeof statesOfPast)[number] }>;

const namesOfPast: ReadonlySet<string> = new Set(statesOfPast);

export const isOfPast = (stored: StoredRow): stored is PastRow => namesOfPast.has(stored.table);

/** Every kind of row. */
export const storedTables = [
  ...statesOfPast,
  'sourceRuns',
  'sourceDays',
  'pastPrices',
  'bidPoints',
  'pricePoints',
  'rates',
  'gaps',
  'sales',
  'removals',
] as const satisfies readonly StoredRow['table'][];
