import type { StoredRow } from './store.ts';

const minute = 60_000;

const seriesOf = ({
  row,
}: Extract<StoredRow, { readonly table: 'pricePoints' | 'bidPoints' | 'quotes' | 'figures' }>): string =>
  `${row.marketplaceId}\n${row.game}\n${row.phase}\n${row.name}`;

/** What a row is the state of, or null for rows that each stand for themselves. */
export const keyOf = (stored: StoredRow): string | null => {
  switch (stored.table) {
    case 'offers':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.offerId}`;
    case 'buyOrders':
      return `${stored.row.marketplaceId}\n${stored.row.game}\n${stored.row.orderId}`;
    case 'quotes':
    case 'figures':
      return seriesOf(stored);
    case 'sourceDays':
      return `${stored.row.marketplaceId}\n${stored.row.source}\n${stored.row.game}\n${stored.row.day}`;
    default:
      return null;
  }
};

type Point = Extract<StoredRow, { readonly table: 'pricePoints' | 'bidPoints' }>;

/** What was asked or bid at a moment. */
export const isPoint = (stored: StoredRow): stored is Point =>
  stored.table === 'pricePoints' || stored.table === 'bidPoints';

/**
 * The same where room is short: of the price and bid points of one series and minute the last one stands for all, since
 * every answer about the past is made of the last point of a slot.
 */
export const thinKeyOf = (stored: StoredRow): string | null =>
  isPoint(stored) ? `${seriesOf(stored)}\n${Math.floor(stored.row.at / minute)}` : keyOf(stored);

/** What is kept for questions about the past alone. */
export const statesOfPast = [
  'readings',
  'offerStates',
  'buyOrderStates',
  'quoteStates',
  'figureStates',
  'rateStates',
] as const satisfies readonly StoredRow['table'][];

/**
 * What is given up first where there is no room at all: what stood in the past, what marketplaces tell again by
 * themselves, then prices of the past, and sales last, which are told once.
 */
export const leastPreciousFirst: readonly StoredRow['table'][] = [
  ...statesOfPast,
  'sourceRuns',
  'sourceDays',
  'pastPrices',
  'offers',
  'buyOrders',
  'quotes',
  'figures',
  'bidPoints',
  'pricePoints',
  'rates',
  'gaps',
  'sales',
];
