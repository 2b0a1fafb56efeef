import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../../runtime/clock.ts';
import { type DayFile, dayFiles } from '../../schema/index.ts';
import { dayColumns } from '../../store/duckdb/exports/export-day.ts';
import { type LakeTable, lakeStatements } from '../../store/duckdb/exports/lake-views.ts';
import type { StoreCopies } from '../../store/open-store.ts';
import { manifestName } from '../backup/manifest.ts';
import { measured } from '../backup/pack.ts';
import { typedColumns } from '../backup/write-day.ts';
import { makeFolderForAll, releaseFile, writeManifest } from './list-files.ts';

const Count = Type.Integer({ minimum: 0 });
const Name = Type.String({ pattern: '^[a-zA-Z]+$' });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const LakeFile = Type.Object({
  bucket: Type.String({ pattern: '^[0-9a-f]+$' }),
  path: Type.String({ pattern: '^[a-zA-Z]+/month=[0-9-]+/bucket=[0-9a-f]+/to-[0-9-]+\\.parquet$' }),
  rows: Count,
  bytes: Count,
  sha256: Type.String(),
});

const LakeMonth = Type.Object({
  table: Name,
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  columns: Type.Array(Type.Object({ name: Name, type: Type.String(), about: Type.String() })),
  files: Type.Array(LakeFile, { minItems: 1 }),
});
type LakeMonth = Static<typeof LakeMonth>;

const LakeManifest = Type.Object({
  format: Type.Literal(1),
  /** The last day in it. */
  until: Day,
  madeAt: Type.String(),
  serviceVersion: Type.String(),
  /** The newest month first. */
  months: Type.Array(LakeMonth),
});
type LakeManifest = Static<typeof LakeManifest>;

// Some 25,000 rows: a month of it in sixteen buckets is 46,000 rows in each, which lake-bytes.test.ts measures
const largeDayBytes = 173_000;

/** Days as months of larger files that are divided by item, with views of them, in the subfolder `lake` of publish.folder. */
export class Lake {
  readonly #folder: string;
  readonly #months: number;
  readonly #parts;

  constructor(
    folder: string,
    months: number,
    parts: {
      readonly copies: Pick<StoreCopies, 'addToLake' | 'columnTypes' | 'writeLakeDatabase'>;
      readonly now: Clock['now'];
      readonly version: string;
    },
  ) {
    this.#folder = folder;
    this.#months = months;
    this.#parts = parts;
  }

  /** Adds the files of a day, which lie in `from`; a day that is not after those in it changes nothing. */
  async add(day: string, from: string): Promise<void> {
    const before = await this.#manifest();
    if (before !== null && day <= before.until) return;
    await makeFolderForAll(this.#folder);
    const month = day.slice(0, 7);
    const added: LakeMonth[] = [];
    for (const table of dayFiles) {
      const known = before?.months.find((one) => one.table === table && one.month === month);
      added.push(await this.#month(table, day, { from: join(from, `${table}.parquet`), known }));
    }
    const others = before?.months.filter((one) => one.month !== month) ?? [];
    const retained = [...new Set([month, ...others.map((one) => one.month)])].slice(0, this.#months);
    const manifest: LakeManifest = {
      format: 1,
      until: day,
      madeAt: new Date(this.#parts.now()).toISOString(),
      serviceVersion: this.#parts.version,
      months: [...added, ...others.filter((one) => retained.includes(one.month))],
    };
    await this.#writeViews(manifest);
    await writeManifest(this.#folder, manifest);
    await this.#removeOthers([before, manifest]);
  }

  async #manifest(): Promise<LakeManifest | null> {
    const text = await readFile(join(this.#folder, manifestName), 'utf8').catch(() => null);
    if (text === null) return null;
    const content: unknown = JSON.parse(text);
    if (Check(LakeManifest, content)) return content;
    throw new Error(`${manifestName} in ${this.#folder} is not of a lake; move the folder away to begin a new one`);
  }

  /** A month of a table with another day in it. */
  async #month(
    table: DayFile,
    day: string,
    { from, known }: { readonly from: string; readonly known: LakeMonth | undefined },
  ): Promise<LakeMonth> {
    const { copies } = this.#parts;
    const month = day.slice(0, 7);
    const files = new Map(known?.files.map((file) => [file.bucket, file]));
    const digits = known?.files[0]?.bucket.length ?? ((await stat(from)).size > largeDayBytes ? 2 : 1);
    const nameOf = (bucket: string) => `${table}/month=${month}/bucket=${bucket}/to-${day}.parquet`;
    const rows = await copies.addToLake({
      file: table,
      from,
      before: new Map([...files].map(([bucket, { path }]) => [bucket, join(this.#folder, path)])),
      isWidened: known !== undefined && known.columns.length < dayColumns(table).length,
      digits,
      scratch: join(this.#folder, '.making'),
      pathOf: async (bucket) => {
        const path = join(this.#folder, nameOf(bucket));
        await makeFolderForAll(dirname(path));
        return `${path}.part`;
      },
    });
    for (const [bucket, count] of rows) {
      const path = join(this.#folder, nameOf(bucket));
      await releaseFile(`${path}.part`, path);
      files.set(bucket, { bucket, path: nameOf(bucket), rows: count, ...(await measured(path)) });
    }
    const sorted = [...files.values()].sort((one, other) => (one.bucket < other.bucket ? -1 : 1));
    return { table, month, columns: typedColumns(dayColumns(table), await copies.columnTypes(from)), files: sorted };
  }

  async #writeViews({ months }: LakeManifest): Promise<void> {
    const tables: LakeTable[] = dayFiles.map((name) => ({
      name,
      months: months
        .filter(({ table }) => table === name)
        .map(({ columns, files }) => ({
          columns: columns.map((one) => one.name),
          files: files.map(({ path }) => path),
        })),
    }));
    const database = join(this.#folder, 'lake.duckdb');
    await this.#parts.copies.writeLakeDatabase(tables, { path: `${database}.part`, root: this.#folder });
    await releaseFile(`${database}.part`, database);
    const text = join(this.#folder, 'lake.sql');
    await writeFile(`${text}.part`, `${lakeStatements(tables).join(';\n')};\n`);
    await releaseFile(`${text}.part`, text);
  }

  /** Removes files that neither the present manifest names nor the former one, whose readers may still be at it. */
  async #removeOthers(manifests: readonly (LakeManifest | null)[]): Promise<void> {
    const named = new Set(
      manifests.flatMap((one) => one?.months.flatMap(({ files }) => files.map(({ path }) => path)) ?? []),
    );
    const found = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    for (const entry of found) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(this.#folder, path).split(sep).join('/');
      if (entry.isFile() && name.includes('/month=') && !named.has(name)) await rm(path);
    }
  }
}
