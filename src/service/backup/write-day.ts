import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { dayFiles } from '../../schema/index.ts';
import { dayColumns } from '../../store/duckdb/exports/export-day.ts';
import type { ExportColumn } from '../../store/duckdb/exports/export-table.ts';
import type { StoreCopies } from '../../store/open-store.ts';
import { manifestName } from './manifest.ts';
import { measured } from './pack.ts';

type DaySettings = Pick<StoreCopies, 'exportDayFile' | 'columnTypes'> & {
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

/** Writes the files of a day and then their manifest; returns the file names in that order. */
export async function writeDay({
  exportDayFile,
  columnTypes,
  day,
  folder,
  now,
  serviceVersion,
}: DaySettings): Promise<string[]> {
  const madeAt = new Date(now()).toISOString();
  const files = [];
  for (const file of dayFiles) {
    const name = `${file}.parquet`;
    await exportDayFile({ day, file }, join(folder, name));
    const columns = typedColumns(dayColumns(file), await columnTypes(join(folder, name)));
    files.push({ name, ...(await measured(join(folder, name))), columns });
  }
  const manifest = { format: 1, day, madeAt, serviceVersion, files };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return [...files.map(({ name }) => name), manifestName];
}
