import type { StoredRow } from './store.ts';

const minute = 60_000;

const seriesOf = ({
  row,
}: Extract<StoredRow, { readonly table: 'pricePoints' | 'bidPoints' | 'quotes' | 'figures' }>): string =>
  `${row.marketplaceId}\n${row.game}\n${row.phase}\n${row.name}`;

/** Key of the thing whose state a row is; null for rows that are independent of each other. */
export const keyOf = (stored: StoredRow): string | null => {
  switch (stored.table) {
    case 'offers':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.offerId}`;
    case 'buyOrders':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.orderId}`;
    case 'quotes':
    case 'figures':
      return seriesOf(stored);
    case 'itemAttributes':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.name}`;
    case 'sourceDays':
      return `${stored.row.marketplaceId}\n${stored.row.source}\n${stored.row.game}\n${stored.row.day}`;
    default:
      return null;
  }
};

type Point = Extract<StoredRow, { readonly table: 'pricePoints' | 'bidPoints' }>;

/** Whether a row is a price point or bid point. */
export const isPoint = (stored: StoredRow): stored is Point =>
  stored.table === 'pricePoints' || stored.table === 'bidPoints';

/**
 * The key when memory is short: only the last price or bid point of a series and minute is kept, since every answer about
 * the past uses the last point of a slot.
 */
export const thinKeyOf = (stored: StoredRow): string | null =>
  isPoint(stored) ? `${seriesOf(stored)}\n${Math.floor(stored.row.at / minute)}` : keyOf(stored);

/** Tables that are only needed for queries about past states. */
export const statesOfPast = [
  'readings',
  'offerStates',
  'buyOrderStates',
  'quoteStates',
  'figureStates',
  'rateStates',
] as const satisfies readonly StoredRow['table'][];

/**
 * The order in which rows are discarded when no memory is left: past states and what marketplaces will send again first,
 * then price history, and sales last, which come only once.
 */
export const leastPreciousFirst = [
  ...statesOfPast,
  'sourceRuns',
  'sourceDays',
  'pastPrices',
  'offers',
  'buyOrders',
  'quotes',
  'figures',
  'itemAttributes',
  'bidPoints',
  'pricePoints',
  'rates',
  'gaps',
  'sales',
] as const satisfies readonly StoredRow['table'][];
