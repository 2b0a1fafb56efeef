import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DayFile } from '../../../schema/index.ts';
import { listOf } from '../../engine.ts';
import { copySortedSql, type DuckEngine } from '../engine.ts';
import { sqlText } from '../sql.ts';
import { dayColumns, itemOrder } from './export-day.ts';

/*
 * What is known of an item over a year would be in 365 files of a day, each with a footer as large as the rows of the item. So
 * the days of a month are put together, and divided by item into buckets that are small enough for short footers.
 */

// With fewer, each group has a dictionary more; with more, more rows of others are read
const groupRows = 6_144;

/** Adding a file of a day to its month. */
export type LakeAddition = {
  readonly file: DayFile;
  /** The Parquet file of the day. */
  readonly from: string;
  /** The file that each bucket has so far. */
  readonly before: ReadonlyMap<string, string>;
  /** Whether the files so far lack columns; then those of all buckets are written anew. */
  readonly isWidened: boolean;
  /** How many hexadecimal digits name a bucket. */
  readonly digits: number;
  /** A folder for what is needed meanwhile; it is removed. */
  readonly scratch: string;
  /** Where the new file of a bucket is written, in a folder that exists. */
  readonly pathOf: (bucket: string) => Promise<string>;
};

/** SQL for the bucket of an item, which every language can compute: the first digits of the MD5 of its name. */
const bucketSql = (digits: number): string => `substr(md5(name), 1, ${digits})`;

const readSql = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(sqlText).join(', ')}], union_by_name = true, hive_partitioning = false)`;

/** Writes new files of the buckets of a month that the day has rows for, with the rows before; resolves with their numbers of rows. */
export async function addToLake(engine: DuckEngine, addition: LakeAddition): Promise<ReadonlyMap<string, number>> {
  const { file, from, before, isWidened, digits, scratch, pathOf } = addition;
  try {
    // Left by a kill
    await rm(scratch, { recursive: true, force: true });
    await engine.copy(
      `COPY (SELECT *, ${bucketSql(digits)} AS bucket FROM ${readSql([from])}) TO ${sqlText(scratch)} (FORMAT parquet, PARTITION_BY (bucket))`,
    );
    const added = await bucketsIn(scratch);
    // A month without rows has one file, so that it has the columns
    if (added.size === 0 && before.size === 0) added.set('0'.repeat(digits), [from]);
    if (isWidened) for (const bucket of before.keys()) added.set(bucket, added.get(bucket) ?? []);
    const columns = listOf(dayColumns(file).map(({ name }) => name));
    const written = new Map<string, number>();
    for (const [bucket, paths] of added) {
      const own = before.get(bucket);
      const all = readSql(own === undefined ? paths : [own, ...paths]);
      // The day has all columns, even where it has no rows of the bucket
      const rows = `(FROM ${all} UNION ALL BY NAME (FROM ${readSql([from])} LIMIT 0))`;
      const select = `SELECT ${columns} FROM ${rows} ORDER BY ${listOf(itemOrder(file))}`;
      written.set(bucket, await engine.copy(copySortedSql(select, await pathOf(bucket), groupRows)));
    }
    return written;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The files that the database has written for each bucket. */
async function bucketsIn(folder: string): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const bucket = name.replace('bucket=', '');
    found.set(
      bucket,
      (await readdir(join(folder, name))).map((one) => join(folder, name, one)),
    );
  }
  return found;
}
