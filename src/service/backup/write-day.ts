import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { dayFiles } from '../../schema/index.ts';
import { dayColumns } from '../../store/duckdb/exports/export-day.ts';
import { type ExportColumn, exportColumns } from '../../store/duckdb/exports/export-table.ts';
import type { StoreCopies } from '../../store/open-store.ts';
import { manifestName } from './manifest.ts';
import { measured } from './pack.ts';
import { type ReadBook, standingRows } from './standing-rows.ts';

type DaySettings = {
  readonly copies: Pick<StoreCopies, 'exportDayFile' | 'exportStanding' | 'columnTypes'>;
  readonly book: ReadBook;
  /** Such as 2026-01-31. */
  readonly day: string;
  /** An empty folder. */
  readonly folder: string;
  readonly now: Clock['now'];
  readonly serviceVersion: string;
};

/** Columns with their types in a file. */
export const typedColumns = (columns: readonly ExportColumn[], types: ReadonlyMap<string, string>) =>
  columns.map(({ name, about }) => ({ name, type: types.get(name) ?? '', about }));

/** Writes the files of a day, with the present catalogue, and then their manifest; returns the file names in that order. */
export async function writeDay({ copies, book, day, folder, now, serviceVersion }: DaySettings): Promise<string[]> {
  const madeAt = new Date(now()).toISOString();
  const files: { readonly name: string; readonly columns: readonly object[] }[] = [];
  const add = async (table: string, columns: readonly ExportColumn[], write: (path: string) => Promise<void>) => {
    const name = `${table}.parquet`;
    await write(join(folder, name));
    const typed = typedColumns(columns, await copies.columnTypes(join(folder, name)));
    files.push({ name, ...(await measured(join(folder, name))), columns: typed });
  };
  for (const file of dayFiles) await add(file, dayColumns(file), (path) => copies.exportDayFile({ day, file }, path));
  const catalogue = { table: 'catalogue', format: 'parquet', since: null } as const;
  await add('catalogue', exportColumns('catalogue'), (path) =>
    copies.exportStanding(catalogue, standingRows(book, 'catalogue'), path),
  );
  const manifest = { format: 1, day, madeAt, serviceVersion, files };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return [...files.map(({ name }) => name), manifestName];
}
