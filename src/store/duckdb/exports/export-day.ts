import { boundsOfDay, type Currency, currencies, type DayFile } from '../../../schema/index.ts';
import { listOf } from '../../engine.ts';
import { copySortedSql, type DuckEngine } from '../engine.ts';
import { last } from '../schema.ts';
import { duckSql } from '../sql.ts';
import {
  type ExportColumn,
  effectColumn,
  exportColumns,
  instantSql,
  marketplaceName,
  namedItems,
  nameSql,
  rowsBetween,
} from './export-table.ts';

const { instant } = duckSql;

/** A column of a file, with the SQL that computes it. */
type ComputedColumn = ExportColumn & { readonly sql: string };

type Bounds = NonNullable<ReturnType<typeof boundsOfDay>>;

// Asks and bids get a point every hour while there are any; after a stop of the service the last one is valid this long
const pointHours = 24;
const hourMs = 3_600_000;

const series: readonly ComputedColumn[] = [
  { name: 'game', sql: 'game', about: 'CS2, Dota2, Rust or TF2' },
  { name: 'name', sql: nameSql, about: 'Name of the item' },
  { name: 'marketplace', sql: marketplaceName, about: 'Name of the marketplace' },
  { name: 'phase', sql: "nullIf(CAST(phase AS VARCHAR), '')", about: 'Variant of a Doppler; empty for none' },
  effectColumn,
];

const inUnits = (sql: string): string => `nullIf(${sql}, 0) / 1000`;

const ofCurrencies = (make: (currency: Currency) => readonly ComputedColumn[]): ComputedColumn[] =>
  currencies.flatMap(make);

const meanings = {
  open: 'First lowest ask recorded in the hour',
  high: 'Highest of them',
  low: 'Lowest of them',
  close: 'Last of them',
};

const candleColumns: readonly ComputedColumn[] = [
  { name: 'at', sql: instantSql('slotAt'), about: 'Start of the hour, UTC' },
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

const [bidUSD, anyBidUSD] = ['bid', 'anyBid'].map((word) => `coalesce(${word}OfUSD, 0)`);

const saleColumns: readonly ComputedColumn[] = [
  { name: 'soldAt', sql: instantSql('soldAt'), about: 'When it was sold, UTC' },
  ...series,
  { name: 'saleId', sql: 'saleId', about: 'Id of the sale, unique on its marketplace' },
  ...ofCurrencies((currency) => [
    { name: `price${currency}`, sql: inUnits(`price${currency}`), about: `What was paid, in ${currency}` },
  ]),
  { name: 'float', sql: '"float"', about: 'Wear of the item' },
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
    sql: 'askOfferCount',
    about: 'Offers on sale there just before the sale; empty where nothing is known',
  },
  { name: 'askAt', sql: instantSql('askTime'), about: 'When that ask was recorded, UTC' },
  ...ofCurrencies((currency) => [
    {
      name: `bid${currency}`,
      sql: inUnits(`greatest(coalesce(bidOf${currency}, 0), coalesce(anyBidOf${currency}, 0))`),
      about: `Highest bid on that marketplace just before the sale, in ${currency}; empty where none is known`,
    },
  ]),
  {
    name: 'bidAt',
    sql: instantSql(
      `CASE WHEN greatest(${bidUSD}, ${anyBidUSD}) = 0 THEN NULL WHEN ${bidUSD} > ${anyBidUSD} THEN bidTime ELSE anyBidTime END`,
    ),
    about: 'When that bid was recorded, UTC',
  },
];

const candlesSql = ({ since, until }: Bounds): string => `
SELECT itemId, marketplaceId, phase, any_value(game) AS game, "at" // ${hourMs} * ${hourMs} AS slotAt, count() AS points,
  ${currencies
    .map(
      (
        currency,
      ) => `arg_min(price${currency}, "at") AS openOf${currency}, arg_max(price${currency}, "at") AS closeOf${currency},
  max(price${currency}) AS highOf${currency}, min(nullIf(price${currency}, 0)) AS lowOf${currency}`,
    )
    .join(',\n  ')}
FROM ${last('pricePoints')}
WHERE basis = 'floor' AND "at" >= ${instant(since)} AND "at" < ${instant(until)}
GROUP BY itemId, marketplaceId, phase, slotAt`;

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
    more: ', offerCount AS askOfferCount',
  },
  { table: 'bidPoints', word: 'bid', where: "phase != ''", isOfVariant: true },
  // Bids for any variant include the sold one
  { table: 'bidPoints', word: 'anyBid', where: "phase = ''", isOfVariant: false },
];

function joinedSql({ since, until }: Bounds, sold: string, before: Before): string {
  const { table, word, where, isOfVariant, more = '' } = before;
  const prices = currencies.map((currency) => `price${currency} AS ${word}Of${currency}`).join(', ');
  return `
ASOF LEFT JOIN (
  SELECT itemId AS ${word}Item, marketplaceId AS ${word}Marketplace, phase AS ${word}Phase, "at" AS ${word}Time, ${prices}${more}
  FROM ${last(table)}
  WHERE ${where} AND "at" >= ${instant(since - pointHours * hourMs)} AND "at" < ${instant(until)}
    AND itemId IN (SELECT itemId FROM (${sold}))
) AS ${word}s
ON sold.itemId = ${word}s.${word}Item AND sold.marketplaceId = ${word}s.${word}Marketplace${isOfVariant ? ` AND sold.phase = ${word}s.${word}Phase` : ''}
  AND sold.soldAt > ${word}s.${word}Time`;
}

const salesSql = (bounds: Bounds): string => {
  const { since, until } = bounds;
  const sold = `SELECT * FROM ${last('sales')} WHERE soldAt >= ${instant(since)} AND soldAt < ${instant(until)}`;
  return beforeSales.reduce(
    (rows, before) => `SELECT * FROM (${rows}) AS sold${joinedSql(bounds, sold, before)}`,
    sold,
  );
};

/** Files that are computed here; the others are exported tables. */
const madeFiles = {
  candles: { columns: candleColumns, rows: candlesSql },
  sales: { columns: saleColumns, rows: salesSql },
} as const;

const isMade = (file: DayFile): file is keyof typeof madeFiles => file in madeFiles;

/** The columns of a file of a day, with their descriptions. */
export const dayColumns = (file: DayFile): readonly ExportColumn[] =>
  isMade(file) ? madeFiles[file].columns.map(({ name, about }) => ({ name, about })) : exportColumns(file);

// So that few groups have the rows of one item
const groupRows = 24_576;

/** The columns by which a file of a day is sorted: what is of one item is together. */
export const itemOrder = (file: DayFile): readonly string[] => {
  const series = ['game', 'name', 'phase', 'effect', 'marketplace'];
  return file === 'sales' ? [...series, 'soldAt', 'saleId'] : [...series, 'at'];
};

/** Writes one file of a day as Parquet. */
export async function exportDayFile(
  engine: DuckEngine,
  { day, file }: { readonly day: string; readonly file: DayFile },
  path: string,
): Promise<void> {
  const bounds = boundsOfDay(day);
  if (bounds === null) throw new Error(`there is no day ${day}`);
  const rows = isMade(file) ? madeRows(file, bounds) : rowsBetween(file, bounds);
  await engine.copy(copySortedSql(`SELECT * FROM (${rows}) ORDER BY ${listOf(itemOrder(file))}`, path, groupRows));
}

function madeRows(file: keyof typeof madeFiles, bounds: Bounds): string {
  const { columns, rows } = madeFiles[file];
  const list = columns.map(({ name, sql }) => `${sql} AS "${name}"`).join(', ');
  return `SELECT ${list} FROM (${rows(bounds)}) AS kept ${namedItems}`;
}
