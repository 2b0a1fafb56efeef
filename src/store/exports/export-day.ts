import { boundsOfDay, type Currency, currencies, type DayFile } from '../../schema/index.ts';
import { type Engine, sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { instant } from '../queries/dense-history.ts';
import { nameSql } from '../rows/stored-item.ts';
import {
  type ExportColumn,
  effectColumn,
  exportColumns,
  exportSettings,
  exportTable,
  itemNames,
  marketplaceName,
} from './export-table.ts';

/** A column of a file, with the SQL that computes it. */
type Made = ExportColumn & { readonly sql: string };

type Bounds = NonNullable<ReturnType<typeof boundsOfDay>>;

// Asks and bids get a point every hour while there are any; after a stop of the service the last one is valid this long
const pointHours = 24;

const series: readonly Made[] = [
  { name: 'game', sql: 'game', about: 'CS2, Dota2, Rust or TF2' },
  { name: 'name', sql: nameSql('itemName'), about: 'Name of the item' },
  { name: 'marketplace', sql: 'marketplace', about: 'Name of the marketplace' },
  { name: 'phase', sql: "nullIf(toString(phase), '')", about: 'Variant of a Doppler; empty for none' },
  effectColumn,
];

const inUnits = (sql: string): string => `nullIf(${sql}, 0) / 1000`;

const ofCurrencies = (make: (currency: Currency) => readonly Made[]): Made[] => currencies.flatMap(make);

const meanings = {
  open: 'First lowest ask recorded in the hour',
  high: 'Highest of them',
  low: 'Lowest of them',
  close: 'Last of them',
};

const candleColumns: readonly Made[] = [
  { name: 'at', sql: 'slotAt', about: 'Start of the hour, UTC' },
  ...series,
  ...ofCurrencies((currency) =>
    (['open', 'high', 'low', 'close'] as const).map((of) => ({
      name: `${of}${currency}`,
      sql: inUnits(`${of}Of${currency}`),
      about: `${meanings[of]}, in ${currency}; empty where none was known`,
    })),
  ),
  { name: 'count', sql: 'points', about: 'How often the lowest ask or the number of offers was recorded' },
];

const saleColumns: readonly Made[] = [
  { name: 'soldAt', sql: 'soldAt', about: 'When it was sold, UTC' },
  ...series,
  { name: 'saleId', sql: 'saleId', about: 'Id of the sale, unique on its marketplace' },
  ...ofCurrencies((currency) => [
    { name: `price${currency}`, sql: inUnits(`price${currency}`), about: `What was paid, in ${currency}` },
  ]),
  { name: 'float', sql: 'float', about: 'Wear of the item' },
  { name: 'paintSeed', sql: 'paintSeed', about: 'Seed of its pattern' },
  ...ofCurrencies((currency) => [
    {
      name: `ask${currency}`,
      sql: inUnits(`askOf${currency}`),
      about: `Lowest ask on that marketplace just before the sale, in ${currency}; empty where none is known`,
    },
  ]),
  {
    name: 'askOffers',
    sql: 'if(isAsked, askOfferCount, NULL)',
    about: 'Offers on sale there just before the sale; empty where nothing is known',
  },
  { name: 'askAt', sql: 'if(isAsked, askTime, NULL)', about: 'When that ask was recorded, UTC' },
  ...ofCurrencies((currency) => [
    {
      name: `bid${currency}`,
      sql: inUnits(`greatest(bidOf${currency}, anyBidOf${currency})`),
      about: `Highest bid on that marketplace just before the sale, in ${currency}; empty where none is known`,
    },
  ]),
  {
    name: 'bidAt',
    sql: 'multiIf(greatest(bidOfUSD, anyBidOfUSD) = 0, NULL, bidOfUSD > anyBidOfUSD, bidTime, anyBidTime)',
    about: 'When that bid was recorded, UTC',
  },
];

const candlesSql = (layout: Layout, { since, until }: Bounds): string => `
SELECT *, ${marketplaceName} AS marketplace FROM (
  SELECT itemId, marketplaceId, phase, any(game) AS game, toStartOfHour(at) AS slotAt, count() AS points,
    ${currencies
      .map(
        (
          currency,
        ) => `argMin(price${currency}, at) AS openOf${currency}, argMax(price${currency}, at) AS closeOf${currency},
    max(price${currency}) AS highOf${currency}, min(nullIf(price${currency}, 0)) AS lowOf${currency}`,
      )
      .join(',\n    ')}
  FROM ${layout.table('pricePoints')} FINAL
  WHERE basis = 'floor' AND at >= ${instant(since)} AND at < ${instant(until)}
  GROUP BY itemId, marketplaceId, phase, slotAt
)`;

/** The last point of a series before each sale; `word` prefixes its column names. */
type Before = {
  readonly table: 'pricePoints' | 'bidPoints';
  readonly word: 'ask' | 'bid' | 'anyBid';
  /** Condition for the points, as SQL. */
  readonly where: string;
  /** Whether only points of the sold variant count. */
  readonly isOfVariant: boolean;
  /** Columns besides time and prices, as SQL. */
  readonly more?: string;
};

const beforeSales: readonly Before[] = [
  {
    table: 'pricePoints',
    word: 'ask',
    where: "basis = 'floor'",
    isOfVariant: true,
    more: ', offerCount AS askOfferCount, true AS isAsked',
  },
  { table: 'bidPoints', word: 'bid', where: "phase != ''", isOfVariant: true },
  // Bids for any variant include the sold one
  { table: 'bidPoints', word: 'anyBid', where: "phase = ''", isOfVariant: false },
];

function joinedSql(layout: Layout, { since, until }: Bounds, sold: string, before: Before): string {
  const { table, word, where, isOfVariant, more = '' } = before;
  const prices = currencies.map((currency) => `price${currency} AS ${word}Of${currency}`).join(', ');
  return `
ASOF LEFT JOIN (
  SELECT itemId AS ${word}Item, marketplaceId AS ${word}Marketplace, phase AS ${word}Phase, at AS ${word}Time, ${prices}${more}
  FROM ${layout.table(table)} FINAL
  WHERE ${where} AND at >= ${instant(since)} - INTERVAL ${pointHours} HOUR AND at < ${instant(until)}
    AND itemId IN (SELECT itemId FROM (${sold}))
) AS ${word}s
ON sold.itemId = ${word}s.${word}Item AND sold.marketplaceId = ${word}s.${word}Marketplace${isOfVariant ? ` AND sold.phase = ${word}s.${word}Phase` : ''}
  AND sold.soldAt > ${word}s.${word}Time`;
}

const salesSql = (layout: Layout, bounds: Bounds): string => {
  const { since, until } = bounds;
  const sold = `SELECT * FROM ${layout.table('sales')} FINAL WHERE soldAt >= ${instant(since)} AND soldAt < ${instant(until)}`;
  const joined = beforeSales.reduce(
    (rows, before) => `SELECT * FROM (${rows}) AS sold${joinedSql(layout, bounds, sold, before)}`,
    sold,
  );
  return `SELECT *, ${marketplaceName} AS marketplace FROM (${joined})`;
};

/** Files that are computed here; the others are exported tables. */
const madeFiles = {
  candles: { columns: candleColumns, rows: candlesSql, order: ['slotAt', 'itemId', 'marketplaceId', 'phase'] },
  sales: { columns: saleColumns, rows: salesSql, order: ['soldAt', 'itemId', 'marketplaceId', 'phase', 'saleId'] },
} as const;

const isMade = (file: DayFile): file is keyof typeof madeFiles => file in madeFiles;

/** The columns of a file of a day, with their descriptions. */
export const dayColumns = (file: DayFile): readonly ExportColumn[] =>
  isMade(file) ? madeFiles[file].columns.map(({ name, about }) => ({ name, about })) : exportColumns(file);

/** Writes one file of a day as Parquet. */
export async function exportDayFile(
  engine: Engine,
  layout: Layout,
  { day, file }: { readonly day: string; readonly file: DayFile },
  path: string,
): Promise<void> {
  const bounds = boundsOfDay(day);
  if (bounds === null) throw new Error(`there is no day ${day}`);
  if (!isMade(file)) return await exportTable(engine, layout, { table: file, format: 'parquet', ...bounds }, path);
  const { columns, rows, order } = madeFiles[file];
  await engine.maintain(`
INSERT INTO FUNCTION file(${sqlText(path)}, 'Parquet')
SELECT ${columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')}
FROM (${rows(layout, bounds)}) AS kept
LEFT ANY JOIN ${itemNames(layout)} AS known
ON kept.itemId = known.idOfItem
ORDER BY ${order.map((column) => `kept.${column}`).join(', ')}
SETTINGS ${exportSettings}, prefer_column_name_to_alias = 1`);
}
