import type { StoredRow } from './store.ts';

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

/** Tables that are only needed for queries about past states. */
export const statesOfPast = [
  'readings',
  'offerStates',
  'buyOrderStates',
  'quoteStates',
  'figureStates',
  'rateStates',
] as const satisfies readonly StoredRow['table'][];

/** Every kind of row. */
export const storedTables = [
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
