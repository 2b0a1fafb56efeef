import { rm } from 'node:fs/promises';
import {
  type ExportFormat,
  type ExportRequest,
  type ExportTable,
  formulaPattern,
  marketplaces,
  type PastTable,
  type StandingTable,
} from '../../schema/index.ts';
import { type Engine, sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { instant } from '../queries/dense-history.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { pricePoints } from '../rows/price-points.ts';
import { sales } from '../rows/sales.ts';
import { buyOrders, offers, quotes } from '../rows/standing.ts';
import { effectSql } from '../rows/stored-item.ts';
import type { Table } from '../rows/table.ts';
import { type StandingRows, writeStanding } from './standing-file.ts';

export type ExportColumn = { readonly name: string; readonly about: string };

const exported: Readonly<Record<ExportTable, Table<never>>> = {
  pricePoints,
  bidPoints,
  sales,
  offers,
  buyOrders,
  quotes,
};

/** The effect follows from the stored item, as the phase follows from its column. */
export const effectColumn = {
  name: 'effect',
  sql: effectSql('itemName'),
  about: 'Effect of an unusual item of TF2; empty for none',
};

/** The declared columns of an export, and the column that `since` filters on. */
const declaredExport = (table: ExportTable) => {
  const { columns, exported: declared } = exported[table];
  if (declared === undefined) throw new Error(`the table ${table} declares no export`);
  const shown = declared.columns.flatMap((name) => {
    const column = columns[name];
    if (column === undefined) throw new Error(`the table ${table} has no column ${name}`);
    const { title = name, shown, showsNumber = false, about } = column;
    const isText = shown === undefined ? column.type.includes('String') : !showsNumber;
    const made = { name: title, sql: shown?.(name) ?? name, about, isText };
    return name === 'phase' ? [made, { ...effectColumn, isText }] : [made];
  });
  return { time: declared.time, columns: shown };
};

/** SQL for a text in CSV, as `csvText` writes it; quotation marks are left to the database. */
const inCsv = (sql: string): string =>
  `if(match(assumeNotNull(${sql}), ${sqlText(formulaPattern)}), concat('\\'', ${sql}), ${sql})`;

const formats: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSVWithNames',
  json: 'JSONEachRow',
  parquet: 'Parquet',
};

/** The columns of an exported table, with their descriptions. */
export const exportColumns = (table: ExportTable): readonly ExportColumn[] =>
  declaredExport(table).columns.map(({ name, about }) => ({ name, about }));

export const exportSettings =
  "max_threads = 1, date_time_output_format = 'iso', format_csv_null_representation = '', output_format_json_quote_64bit_integers = 0, output_format_json_quote_64bit_floats = 0, output_format_parquet_string_as_string = 1";

/** SQL for the name of a row's marketplace. */
export const marketplaceName = `transform(marketplaceId, [${marketplaces.map(({ id }) => id).join(', ')}], [${marketplaces
  .map(({ name }) => sqlText(name))
  .join(', ')}], toString(marketplaceId))`;

/** SQL subquery of item names by id, for joins. */
export const itemNames = (layout: Layout): string =>
  `(SELECT itemId AS idOfItem, name AS itemName FROM ${layout.table('items')} FINAL)`;

/** Writes the last state of every row of a table of the past to a file, with names and whole currency units for analysis. */
export const exportTable = (
  engine: Engine,
  layout: Layout,
  request: ExportRequest<PastTable> & { readonly until?: number | null },
  file: string,
): Promise<void> =>
  select(engine, request, file, {
    rows: `${layout.table(exported[request.table].name)} FINAL`,
    named: `LEFT ANY JOIN ${itemNames(layout)} AS known ON kept.itemId = known.idOfItem`,
  });

/** Writes rows of what stands now to a file of the same form. */
export const exportStanding = async (
  engine: Engine,
  request: ExportRequest<StandingTable>,
  rows: StandingRows,
  file: string,
): Promise<void> => {
  const scratch = `${file}.rows`;
  try {
    await select(engine, request, file, { rows: await writeStanding(request.table, rows, scratch), named: '' });
  } finally {
    await rm(scratch, { force: true });
  }
};

/** Selects rows into a file; `named` is SQL that adds `itemName` to them, where they have none. */
const select = async (
  engine: Engine,
  { table, format, since, until = null }: ExportRequest & { readonly until?: number | null },
  file: string,
  from: { readonly rows: string; readonly named: string },
): Promise<void> => {
  const { time, columns } = declaredExport(table);
  const conditions = [
    ...(since === null ? [] : [`${time} >= ${instant(since)}`]),
    ...(until === null ? [] : [`${time} < ${instant(until)}`]),
  ];
  const condition = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  // In a subquery: otherwise a result name would shadow the column it is computed from
  await engine.maintain(`
INSERT INTO FUNCTION file(${sqlText(file)}, '${formats[format]}')
SELECT ${columns.map(({ name, sql, isText }) => `${isText && format === 'csv' ? inCsv(sql) : sql} AS ${name}`).join(', ')}
FROM (SELECT *, ${marketplaceName} AS marketplace FROM ${from.rows} ${condition}) AS kept
${from.named}
SETTINGS ${exportSettings}, prefer_column_name_to_alias = 1`);
};
