import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../runtime/clock.ts';
import type { StoreSnapshot } from '../../store/duckdb/snapshot.ts';
import { copyTape } from '../../tape/copy.ts';
import { copySnapshot, snapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import { fileFrame, lineFrame } from './frames.ts';
import { type BackupFile, besideTables, type CopiedFolder, type Manifest, nameInBackup } from './manifest.ts';

export type PackSettings = {
  /** Takes all tables at one instant; null where there is no database. */
  readonly tables: (() => Promise<StoreSnapshot>) | null;
  /** Folder for files until they are sent, one at a time. */
  readonly scratch: string;
  readonly dataFolder: string;
  readonly now: Clock['now'];
  readonly serviceVersion: string;
};

const progressMs = 1_000;

/** A backup as frames, with all tables as of one instant. */
export async function* packBackup(settings: PackSettings): AsyncGenerator<Uint8Array> {
  const { dataFolder, now, serviceVersion } = settings;
  await mkdir(settings.scratch, { recursive: true });
  const folder = await mkdtemp(join(settings.scratch, 'backup-'));
  let tables: StoreSnapshot | null = null;
  try {
    // Not at the instant of the tables, which is fine: keys are few and rarely change
    const stored = await copied(dataFolder, folder);
    tables = (await settings.tables?.()) ?? null;
    const standing = await copySnapshot(snapshotFolder(dataFolder), join(folder, 'snapshot'));
    // Last, so that the tape covers everything in the others
    const tape = await copyTape(tapeFolder(dataFolder), join(folder, 'tape'));
    const files: BackupFile[] = [];
    for (const name of stored) yield* packFile(name, join(folder, name), files);
    if (tables !== null) yield* packTables(tables, folder, files);
    yield* packFolder('snapshot', standing, folder, files);
    yield* packFolder('tape', tape?.files ?? [], folder, files);
    const manifest: Manifest = {
      format: 1,
      ...(tables !== null && { schemaVersion: tables.schemaVersion }),
      createdAt: new Date(tables?.takenAt ?? now()).toISOString(),
      serviceVersion,
      files,
      ...(tape !== null && { tape: { epoch: tape.epoch, first: tape.first, last: tape.last } }),
    };
    yield lineFrame({ manifest });
  } finally {
    await rm(folder, { recursive: true, force: true });
    // If the store was closed meanwhile, the next start drops the snapshot
    await tables?.release();
  }
}

async function* packTables(tables: StoreSnapshot, folder: string, files: BackupFile[]): AsyncGenerator<Uint8Array> {
  for (const table of tables.tables) {
    const name = `${table}.parquet`;
    const path = join(folder, name);
    const { columns, rows } = yield* reported(name, path, tables.write(table, path));
    yield* packFile(name, path, files, { table: { name: table, columns: [...columns], rows } });
  }
}

async function* packFolder(
  of: CopiedFolder,
  names: readonly string[],
  folder: string,
  files: BackupFile[],
): AsyncGenerator<Uint8Array> {
  for (const name of names) yield* packFile(nameInBackup(of, name), join(folder, of, name), files);
}

/** The frame of a file, which is then removed. */
async function* packFile(
  name: string,
  path: string,
  files: BackupFile[],
  more: Pick<BackupFile, 'table'> = {},
): AsyncGenerator<Uint8Array> {
  files.push({ name, ...(await measured(path)), ...more });
  yield* fileFrame(name, path);
  await rm(path);
}

/** Yields the size of a file once a second until the work on it is done. */
export async function* reported<Result>(
  name: string,
  path: string,
  work: Promise<Result>,
): AsyncGenerator<Uint8Array, Result> {
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    while (!(await Promise.race([done, pause(progressMs, false)]))) {
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      yield lineFrame({ progress: name, bytes: size });
    }
  } finally {
    // When the reader stops early, the folder must not be removed while the engine writes to it
    await done;
  }
  return await work;
}

/** Copies the files of the data folder that there are. */
async function copied(dataFolder: string, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of besideTables) {
    try {
      await copyFile(join(dataFolder, name), join(folder, name));
      names.push(name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return names;
}

export async function measured(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
