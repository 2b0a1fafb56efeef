import { boundsOfDay, type Currency, currencies, type DayFile } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { instant } from '../queries/dense-history.ts';
import { sqlText } from '../snapshot.ts';
import {
  type ExportColumn,
  exportColumns,
  exportSettings,
  exportTable,
  itemNames,
  marketplaceName,
} from './export-table.ts';

/** A column of a file: its name, what it is made of, and what it means. */
type Made = ExportColumn & { readonly sql: string };

type Bounds = NonNullable<ReturnType<typeof boundsOfDay>>;

// An ask is told anew each hour while there is one; over a stop of the service the last one counts for so long
const askHours = 24;

const series: readonly Made[] = [
  { name: 'game', sql: 'game', about: 'CS2, Dota2, Rust or TF2' },
  { name: 'name', sql: 'itemName', about: 'Name of the item' },
  { name: 'marketplace', sql: 'marketplace', about: 'Name of the marketplace' },
  { name: 'phase', sql: "nullIf(toString(phase), '')", about: 'Variant of a Doppler; empty for none' },
];

const inUnits = (sql: string): string => `nullIf(${sql}, 0) / 1000`;

const ofCurrencies = (make: (currency: Currency) => readonly Made[]): Made[] => currencies.flatMap(make);

const meanings = {
  open: 'First lowest ask told in the hour',
  high: 'Highest of them',
  low: 'Lowest of them',
  close: 'Last of them',
};

const candleColumns: readonly Made[] = [
  { name: 'at', sql: 'slotAt', about: 'Begin of the hour, UTC' },
  ...series,
  ...ofCurrencies((currency) =>
    (['open', 'high', 'low', 'close'] as const).map((of) => ({
      name: `${of}${currency}`,
      sql: inUnits(`${of}Of${currency}`),
      about: `${meanings[of]}, in ${currency}; empty where none was known`,
    })),
  ),
  { name: 'count', sql: 'points', about: 'How often the lowest ask or the number of offers was told' },
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
  { name: 'askAt', sql: 'if(isAsked, askTime, NULL)', about: 'When that ask was told, UTC' },
];

/** Every column of a file of a day, and what it means. */
export const dayColumns = (file: DayFile): readonly ExportColumn[] =>
  file === 'pricePoints'
    ? exportColumns(file)
    : (file === 'candles' ? candleColumns : saleColumns).map(({ name, about }) => ({ name, about }));

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

const salesSql = (layout: Layout, { since, until }: Bounds): string => {
  const sold = `SELECT * FROM ${layout.table('sales')} FINAL WHERE soldAt >= ${instant(since)} AND soldAt < ${instant(until)}`;
  const asks = currencies.map((currency) => `price${currency} AS askOf${currency}`).join(', ');
  return `
SELECT *, ${marketplaceName} AS marketplace FROM (${sold}) AS sold
ASOF LEFT JOIN (
  SELECT itemId AS askItem, marketplaceId AS askMarketplace, phase AS askPhase, at AS askTime, ${asks},
    offerCount AS askOfferCount, true AS isAsked
  FROM ${layout.table('pricePoints')} FINAL
  WHERE basis = 'floor' AND at >= ${instant(since)} - INTERVAL ${askHours} HOUR AND at < ${instant(until)}
    AND itemId IN (SELECT itemId FROM (${sold}))
) AS asked
ON sold.itemId = asked.askItem AND sold.marketplaceId = asked.askMarketplace AND sold.phase = asked.askPhase
  AND sold.soldAt > asked.askTime`;
};

/** Writes one file of a day as Parquet. */
export async function exportDayFile(
  engine: Engine,
  layout: Layout,
  { day, file }: { readonly day: string; readonly file: DayFile },
  path: string,
): Promise<void> {
  const bounds = boundsOfDay(day);
  if (bounds === null) throw new Error(`there is no day ${day}`);
  if (file === 'pricePoints')
    return await exportTable(engine, layout, { table: file, format: 'parquet', ...bounds }, path);
  const [columns, rows, time] =
    file === 'candles'
      ? [candleColumns, candlesSql(layout, bounds), 'slotAt']
      : [saleColumns, salesSql(layout, bounds), 'soldAt'];
  await engine.maintain(`
INSERT INTO FUNCTION file(${sqlText(path)}, 'Parquet')
SELECT ${columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')}
FROM (${rows}) AS kept
LEFT ANY JOIN ${itemNames(layout)} AS known
ON kept.itemId = known.idOfItem
ORDER BY kept.${time}, kept.itemId, kept.marketplaceId, kept.phase${file === 'sales' ? ', kept.saleId' : ''}
SETTINGS ${exportSettings}, prefer_column_name_to_alias = 1`);
}
