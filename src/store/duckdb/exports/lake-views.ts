import { rm } from 'node:fs/promises';
import { quoted } from '../../engine.ts';
import type { DuckEngine } from '../engine.ts';
import { sqlText } from '../sql.ts';

/** The files of a table of the lake. */
export type LakeTable = {
  readonly name: string;
  /** The newest month first. */
  readonly months: readonly {
    readonly columns: readonly string[];
    /** Their paths in the lake. */
    readonly files: readonly string[];
  }[];
};

// What is set by `SET VARIABLE lake = '…'`, or else the working folder
const root = `coalesce(getvariable('lake'), '.')`;

const filesSql = (files: readonly string[]): string =>
  `read_parquet([${root} || '/' || file FOR file IN [${files.map(sqlText).join(', ')}]], hive_partitioning = true, hive_types = {'month': VARCHAR, 'bucket': VARCHAR})`;

/** SQL for all rows of a table; months that have the same columns are read together, and others lack some. */
function allRows({ months }: LakeTable): string {
  const alike = new Map<string, string[]>();
  for (const { columns, files } of months) {
    const known = alike.get(columns.join());
    if (known === undefined) alike.set(columns.join(), [...files]);
    else known.push(...files);
  }
  return [...alike.values()].map((files) => `SELECT * FROM ${filesSql(files)}`).join('\nUNION ALL BY NAME ');
}

/**
 * The statements that make the views of a lake, in `schema` where one is given. For each table there is also a macro that
 * gives the rows of one item and opens only the files of its bucket, which a condition on the name alone does not tell.
 */
export const lakeStatements = (tables: readonly LakeTable[], schema = ''): readonly string[] =>
  tables.flatMap((table) => {
    const rows = allRows(table);
    return [
      `CREATE OR REPLACE VIEW ${schema}${quoted(table.name)} AS\n${rows}`,
      `CREATE OR REPLACE MACRO ${schema}${quoted(`${table.name}Of`)}(item) AS TABLE\nSELECT * FROM (${rows}) WHERE name = item AND starts_with(md5(item), bucket)`,
    ];
  });

/** Writes the views to a new database file, which can be attached. */
export async function writeLakeDatabase(
  engine: DuckEngine,
  tables: readonly LakeTable[],
  { path, root: folder }: { readonly path: string; readonly root: string },
): Promise<void> {
  await rm(path, { force: true });
  const { run, close } = await engine.connect();
  try {
    // A view is bound when it is made
    await run(`SET VARIABLE lake = ${sqlText(folder)}`);
    await run(`ATTACH ${sqlText(path)} AS lakeViews`);
    try {
      for (const statement of lakeStatements(tables, 'lakeViews.')) await run(statement);
    } finally {
      await run('DETACH lakeViews');
    }
  } finally {
    close();
  }
}

/** The type of each column of a Parquet file, as DuckDB names it. */
export const parquetTypes = async (engine: DuckEngine, path: string): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await engine.ask<readonly [name: string, type: string]>(
      `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${sqlText(path)}, hive_partitioning = false))`,
    ),
  );
