import { type ExportFormat, type ExportTable, type ExportWish, marketplaces } from '../schema/index.ts';
import type { Engine } from './engine.ts';
import type { Layout } from './layout.ts';
import { sqlText } from './snapshot.ts';

export type ExportColumn = { readonly name: string; readonly about: string };

type Exported = {
  readonly time: string;
  readonly columns: readonly (readonly [name: string, sql: string, about: string])[];
};

const known = (column: string) => `nullIf(${column}, 0) / 1000`;
const prices = (what: string): Exported['columns'] =>
  ['USD', 'EUR', 'CNY', 'RUB'].map((currency) => [
    `price${currency}`,
    known(`price${currency}`),
    `${what} in ${currency}; empty where no rate was known`,
  ]);

const series: Exported['columns'] = [
  ['game', 'game', 'CS2, Dota2, Rust or TF2'],
  ['name', 'itemName', 'Name of the item'],
  ['marketplace', 'marketplace', 'Name of the marketplace'],
  ['phase', `nullIf(toString(phase), '')`, 'Variant of a Doppler; empty for none'],
];

const own: Exported['columns'] = [
  ['amount', 'amount / 1000', 'Price in the currency of the marketplace'],
  ['currency', 'currency', 'Currency of amount'],
];

const looks: Exported['columns'] = [
  ['float', 'float', 'Wear from 0 to 1'],
  ['paintIndex', 'paintIndex', 'Number of the finish'],
  ['paintSeed', 'paintSeed', 'Number of the pattern'],
  ['stickers', 'stickers', 'Applied stickers as JSON: name, wear, slot'],
];

const times: Exported['columns'] = [
  ['foundAt', 'foundAt', 'First seen, UTC'],
  ['changedAt', 'changedAt', 'Last change, UTC'],
  ['seenAt', 'seenAt', 'Last time a change of it was kept, UTC'],
];

/** What can be exported: the time that `since` is about, and every column. */
const exported = {
  pricePoints: {
    time: 'at',
    columns: [
      ['at', 'at', 'When this was the price, UTC'],
      ...series,
      ['basis', 'basis', 'floor: lowest price seen by this service; median: of sales, as the marketplace told'],
      ...prices('Price'),
      ['offerCount', 'offerCount', 'Offers on sale; 0 for a median'],
      ['saleCount', 'saleCount', 'Sales behind a median'],
    ],
  },
  sales: {
    time: 'soldAt',
    columns: [
      ['soldAt', 'soldAt', 'When it was sold, UTC'],
      ...series,
      ['saleId', 'saleId', 'Id of the sale, unique on its marketplace'],
      ...own,
      ...prices('Price'),
      ...looks,
    ],
  },
  offers: {
    time: 'changedAt',
    columns: [
      ...series,
      ['offerId', 'offerId', 'Id that the marketplace gave it'],
      ...own,
      ...prices('Price'),
      ...looks,
      ['purchaseLink', 'purchaseLink', 'Page to buy it on'],
      ['inspectLink', 'inspectLink', 'Link that shows it in the game'],
      ['tradableAt', 'tradableAt', 'When it can be traded, UTC; empty for now or unknown'],
      ['ownerId', 'ownerId', 'Seller, in the words of the marketplace'],
      ...times,
    ],
  },
  buyOrders: {
    time: 'changedAt',
    columns: [
      ...series,
      ['orderId', 'orderId', 'Id of the buy order'],
      ...own,
      ...prices('Bid for one'),
      ['quantity', 'quantity', 'How many are wanted'],
      ...times,
    ],
  },
  quotes: {
    time: 'changedAt',
    columns: [
      ...series,
      ...own,
      ...prices('Lowest price'),
      ['offerCount', 'offerCount', 'Offers on sale'],
      ['purchaseLink', 'purchaseLink', 'Page of the item'],
      ...times,
    ],
  },
} as const satisfies Readonly<Record<ExportTable, Exported>>;

const formats: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSVWithNames',
  json: 'JSONEachRow',
  parquet: 'Parquet',
};

/** Every column of an exported table, and what it means. */
export const exportColumns = (table: ExportTable): readonly ExportColumn[] =>
  exported[table].columns.map(([name, , about]) => ({ name, about }));

const settings =
  "max_threads = 1, date_time_output_format = 'iso', format_csv_null_representation = '', output_format_json_quote_64bit_integers = 0, output_format_json_quote_64bit_floats = 0, output_format_parquet_string_as_string = 1";

/** Writes the last state of every row of a table to a file, in words and units for analysis. */
export const exportTable = async (
  engine: Engine,
  layout: Layout,
  { table, format, since }: ExportWish,
  file: string,
): Promise<void> => {
  const { time, columns } = exported[table];
  const ids = marketplaces.map(({ id }) => id).join(', ');
  const names = marketplaces.map(({ name }) => sqlText(name)).join(', ');
  const condition =
    since === null ? '' : `WHERE ${time} >= fromUnixTimestamp64Milli(toInt64(${Math.trunc(since)}), 'UTC')`;
  // In a query of its own: a name of a result would otherwise stand for the column it is made of
  await engine.maintain(`
INSERT INTO FUNCTION file(${sqlText(file)}, '${formats[format]}')
SELECT ${columns.map(([name, sql]) => `${sql} AS ${name}`).join(', ')}
FROM (
  SELECT *, transform(marketplaceId, [${ids}], [${names}], toString(marketplaceId)) AS marketplace
  FROM ${layout.table(table)} FINAL ${condition}
) AS kept
LEFT ANY JOIN (SELECT itemId AS idOfItem, any(name) AS itemName FROM ${layout.table('items')} GROUP BY itemId) AS known
ON kept.itemId = known.idOfItem
SETTINGS ${settings}, prefer_column_name_to_alias = 1`);
};
