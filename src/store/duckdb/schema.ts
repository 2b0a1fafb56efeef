import { type Cells, listOf, quoted, type WrittenColumn } from '../engine.ts';
import { type Table, writerOf } from '../rows/table.ts';
import { tables } from '../rows/tables.ts';
import { kindOf } from './values.ts';

/*
 * A table is two: rows are added to `…Arrived` in the order in which they come, and from time to time moved to `…Sorted` in
 * the order of their key, so that the rows of one item are in few places. Two views show them as one: all rows, and the last
 * of each key.
 */

/**
 * The version of the tables, which rises with every change of them. Columns that are declared and missing are added when a
 * database is opened; they have to be nullable. Any other change needs statements of its own there.
 */
export const schemaVersion = 19;

/** The first version; earlier ones were of another database. */
export const firstVersion = 17;

export const arrived = (table: string): string => `${table}Arrived`;
export const sorted = (table: string): string => `${table}Sorted`;
export const last = (table: string): string => `${table}Last`;

export const columnsOf = (table: Table<never>): readonly WrittenColumn[] => writerOf(table).columns;

export const definition = ({ name, type }: WrittenColumn): string => {
  const { sql, isNullable } = kindOf(type);
  return `${quoted(name)} ${sql}${isNullable ? '' : ' NOT NULL'}`;
};

/** SQL for those of some rows that are the last of their key; `order` sorts them from the last on. */
export const lastOf = ({ key, version }: Table<never>, rows: string, order: string): string =>
  `SELECT * FROM ${rows} QUALIFY row_number() OVER (PARTITION BY ${listOf(key)} ORDER BY ${version === undefined ? '' : `${quoted(version)} DESC, `}${order}) = 1`;

function viewsOf(table: Table<never>): readonly string[] {
  const { name } = table;
  const rows = (more: string, index: number, of: string) =>
    `SELECT *${more && `, ${index} AS part, rowid AS place`} FROM ${of}`;
  const both = (more: string) => `${rows(more, 0, sorted(name))} UNION ALL ${rows(more, 1, arrived(name))}`;
  return [
    `CREATE OR REPLACE VIEW ${name} AS ${both('')}`,
    `CREATE OR REPLACE VIEW ${last(name)} AS SELECT * EXCLUDE (part, place) FROM (${lastOf(table, `(${both('placed')})`, 'part DESC, place DESC')})`,
  ];
}

/** The statements that make the tables and columns that are missing; `found` has the columns of those that there are. */
export const schema = (found: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  tables.flatMap((table) => {
    const columns = columnsOf(table);
    const make = (name: string): readonly string[] => {
      const there = found.get(name);
      if (there === undefined) return [`CREATE TABLE ${name} (${columns.map(definition).join(', ')})`];
      const missing = columns.filter((column) => !there.includes(column.name));
      return missing.map((column) => `ALTER TABLE ${name} ADD COLUMN ${definition(column)}`);
    };
    return [...make(sorted(table.name)), ...make(arrived(table.name)), ...viewsOf(table)];
  });

/** Rows without a table, as what follows FROM. */
export function rowsSql(
  columns: readonly WrittenColumn[],
  rows: readonly Cells[],
  text: (text: string) => string,
): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])));
  // JSON has no form for the words of a column, which are cast below
  const kinds = columns.map(({ name, type }) => ({ name, sql: kindOf(type).sql }));
  const read = kinds.map(({ name, sql }) => [name, sql.startsWith('ENUM') ? 'VARCHAR' : sql]);
  const form = JSON.stringify([Object.fromEntries(read)]);
  const selected = kinds.map(({ name, sql }) => `CAST(one.${quoted(name)} AS ${sql}) AS ${quoted(name)}`);
  return `(SELECT ${selected.join(', ')} FROM (SELECT unnest(from_json(${text(JSON.stringify(objects))}, ${text(form)})) AS one))`;
}
