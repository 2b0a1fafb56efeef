import {
  type ExportFormat,
  type ExportRequest,
  type ExportTable,
  formulaPattern,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  marketplaces,
  type PastTable,
  type StandingTable,
} from '../../../schema/index.ts';
import type { Cells } from '../../engine.ts';
import { quoted } from '../../engine.ts';
import { bidPoints } from '../../rows/bid-points.ts';
import { type CatalogueRow, catalogue } from '../../rows/catalogue.ts';
import { isInstant } from '../../rows/column-type.ts';
import { type Numbers, text } from '../../rows/columns.ts';
import { pricePoints } from '../../rows/price-points.ts';
import { sales } from '../../rows/sales.ts';
import { buyOrders, offers, quotes } from '../../rows/standing.ts';
import { itemIdOf, storedName } from '../../rows/stored-item.ts';
import { type RowWriter, type TableDeclaration, writerOf } from '../../rows/table.ts';
import { copySql, type DuckEngine } from '../engine.ts';
import { last } from '../schema.ts';
import { duckSql } from '../sql.ts';

export type ExportColumn = { readonly name: string; readonly about: string };

export type StandingRow = LiveOffer | LiveBuyOrder | LiveQuote | CatalogueRow;

/** Rows of what stands now, which the database does not have, in pieces. */
export type StandingRows = AsyncIterable<readonly StandingRow[]>;

const exported: Readonly<Record<ExportTable, TableDeclaration<never>>> = {
  pricePoints,
  bidPoints,
  sales,
  offers,
  buyOrders,
  quotes,
  catalogue,
};

/** SQL for the parts of the name that an item is stored under. */
export const nameSql = `split_part(itemName, chr(31), 1)`;
const effectSql = `nullIf(split_part(itemName, chr(31), 2), '')`;

/** The effect follows from the stored item, as the phase follows from its column. */
export const effectColumn = {
  name: 'effect',
  sql: effectSql,
  about: 'Effect of an unusual item of TF2; empty for none',
};

/** SQL for an instant in Parquet. */
export const instantSql = (sql: string): string => `(epoch_ms(${sql}) AT TIME ZONE 'UTC')`;

/** How each kind of column is shown in exports, given its name; others are shown as they are. */
const shownSql = (name: string, type: string, format: ExportFormat): string => {
  if (name === 'itemId') return nameSql;
  if (name === 'marketplaceId') return marketplaceName;
  if (name === 'phase') return `nullIf(CAST(phase AS VARCHAR), '')`;
  // Without a price nothing is on sale
  if (name === 'amount') return 'nullif(amount, 0) / 1000';
  if (name.startsWith('price')) return `nullIf(${name}, 0) / 1000`;
  if (!isInstant(type)) return quoted(name);
  return format === 'parquet'
    ? instantSql(quoted(name))
    : `strftime(epoch_ms(${quoted(name)}), '%Y-%m-%dT%H:%M:%S.%gZ')`;
};

const isTextual = (name: string, type: string): boolean => name === 'itemId' || type.includes('String');

/** SQL for a text in CSV, as `csvText` writes it; quotation marks are left to the database. */
const inCsv = (sql: string): string =>
  `CASE WHEN regexp_matches(${sql}, ${duckSql.text(formulaPattern)}) THEN '''' || ${sql} ELSE ${sql} END`;

/** The declared columns of an export, and the column that `since` filters on. */
const declaredExport = (table: ExportTable, format: ExportFormat) => {
  const { columns, exported: declared } = exported[table];
  if (declared === undefined) throw new Error(`the table ${table} declares no export`);
  const shown = declared.columns.flatMap((name) => {
    const column = columns[name];
    if (column === undefined) throw new Error(`the table ${table} has no column ${name}`);
    const { title = name, type, about } = column;
    const sql = shownSql(name, type, format);
    const made = { name: title, sql: format === 'csv' && isTextual(name, type) ? inCsv(sql) : sql, about };
    return name === 'phase' ? [made, effectColumn] : [made];
  });
  return { time: declared.time, columns: shown };
};

/** The columns of an exported table, with their descriptions. */
export const exportColumns = (table: ExportTable): readonly ExportColumn[] =>
  declaredExport(table, 'json').columns.map(({ name, about }) => ({ name, about }));

/** SQL for the name of a row's marketplace. */
export const marketplaceName = `CASE marketplaceId ${marketplaces
  .map(({ id, name }) => `WHEN ${id} THEN ${duckSql.text(name)}`)
  .join(' ')} ELSE CAST(marketplaceId AS VARCHAR) END`;

/** SQL for joining the stored names of items to rows. */
export const namedItems = `LEFT JOIN (SELECT itemId AS idOfItem, name AS itemName FROM ${last('items')}) AS known ON kept.itemId = known.idOfItem`;

/** SQL for the exported rows; `named` is SQL that adds `itemName` to them, where they have none. */
function selectSql(
  { table, format, since, until = null }: ExportRequest & { readonly until?: number | null },
  rows: string,
  named: string,
): string {
  const { time, columns } = declaredExport(table, format);
  const conditions = [
    ...(since === null || time === undefined ? [] : [`${quoted(time)} >= ${duckSql.instant(since)}`]),
    ...(until === null || time === undefined ? [] : [`${quoted(time)} < ${duckSql.instant(until)}`]),
  ];
  const condition = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const list = columns.map(({ name, sql }) => `${sql} AS ${quoted(name)}`).join(', ');
  return `SELECT ${list} FROM (SELECT * FROM ${rows} ${condition}) AS kept ${named}`;
}

/** Writes the last state of every row of a table of the past to a file, with names and whole currency units for analysis. */
export const exportTable = async (engine: DuckEngine, request: ExportRequest<PastTable>, file: string): Promise<void> =>
  void (await engine.copy(copySql(selectSql(request, last(request.table), namedItems), file, request.format)));

/** SQL for the rows of a table of the past between two instants, in the types of Parquet. */
export const rowsBetween = (table: PastTable, bounds: { readonly since: number; readonly until: number }): string =>
  selectSql({ table, format: 'parquet', ...bounds }, last(table), namedItems);

const numbers: Numbers = { itemId: itemIdOf, base: () => 0 };

/** Writes what is exported, and the name of the item in place of its id. */
function writerFor<Row extends StandingRow>({ name, columns, exported }: TableDeclaration<Row>) {
  const shown = Object.entries(columns).filter(([one]) => one !== 'itemId' && exported?.columns.includes(one));
  return writerOf<Row>({ name, columns: { ...Object.fromEntries(shown), itemName: text<Row>(storedName) } });
}

const writers: Readonly<Record<StandingTable, RowWriter<never>>> = {
  offers: writerFor(offers),
  buyOrders: writerFor(buyOrders),
  quotes: writerFor(quotes),
  catalogue: writerFor(catalogue),
};

async function* cellsOf({ cells }: RowWriter<never>, pieces: StandingRows): AsyncGenerator<readonly Cells[]> {
  for await (const rows of pieces) yield rows.map((row) => cells(row as never, numbers, false));
}

/** Writes rows of what stands now to a file of the same form. */
export const exportStanding = (
  engine: DuckEngine,
  request: ExportRequest<StandingTable>,
  rows: StandingRows,
  file: string,
): Promise<void> => {
  const writer = writers[request.table];
  return engine.copyRows(writer.columns, cellsOf(writer, rows), (table) =>
    copySql(selectSql(request, table, ''), file, request.format),
  );
};
