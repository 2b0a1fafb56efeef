import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreTables, type TableFile } from '../../store/duckdb/restore-tables.ts';
import { firstVersion, schemaVersion as ownVersion } from '../../store/duckdb/schema.ts';
import { pastIn, restoringIn } from '../../store/folder.ts';
import { writeRestoredMark } from '../../tape/mark.ts';
import { snapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import {
  type BackupFile,
  besideTables,
  type CopiedFolder,
  type Manifest,
  nameInFolder,
  readManifest,
} from './manifest.ts';
import type { BackupTarget } from './target.ts';

export type RestoreReport = (step: { readonly what: 'checked' | 'loaded'; readonly file: BackupFile }) => void;

/** Restores a backup into a data folder. All files are verified before anything is put in place. */
export async function restoreBackup(options: {
  readonly target: BackupTarget;
  readonly folder: string;
  readonly report: RestoreReport;
}): Promise<Manifest> {
  const { target, folder, report } = options;
  await requireEmpty(folder);
  const manifest = readManifest(await target.manifest(), target.name);
  requireReadable(manifest, target.name);
  const scratch = restoringIn(folder);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, 'files'), { recursive: true, mode: 0o700 });
  try {
    const paths = new Map<BackupFile, string>();
    for (const file of manifest.files) {
      const path = await target.fetch(file.name, join(scratch, 'files'));
      await requireWhole(file, path, target.name);
      paths.set(file, path);
      report({ what: 'checked', file });
    }
    await load(manifest, paths, { path: pastIn(scratch), report });
    await putInPlace(manifest, paths, scratch, folder);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder);
  // A killed restore can be repeated, even after a service was started on what it left: the folder of the past, if there is one,
  // is put in place last
  const isLeft = entries.includes('restoring') && !entries.includes('past');
  const others = entries.filter(
    (entry) =>
      entry !== 'lost+found' &&
      !(isLeft && ['restoring', ...besideTables, 'snapshot', 'tape', 'instance'].includes(entry)),
  );
  if (others.length === 0) return;
  throw new Error(
    `the data folder ${folder} is not empty (${others.slice(0, 3).join(', ')}); a restore never overwrites anything: give another folder with --data-folder, or move this one away`,
  );
}

function requireReadable({ schemaVersion, serviceVersion }: Manifest, target: string): void {
  if (schemaVersion === undefined) return;
  const found = `the backup in ${target} has schema version ${schemaVersion}, written by release ${serviceVersion}`;
  if (schemaVersion > ownVersion)
    throw new Error(
      `${found}, and this release knows versions up to ${ownVersion}; restore with a release at least as new as that`,
    );
  if (schemaVersion < firstVersion)
    throw new Error(
      `${found}, which kept the past in another database, and this release reads versions from ${firstVersion} on; restore it with that release, export with it what you want to keep, or use a later backup`,
    );
}

async function requireWhole(file: BackupFile, path: string, target: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: -1 }));
  if (size < 0) throw new Error(`${file.name} is missing in ${target}; use another backup`);
  if (size !== file.bytes) {
    throw new Error(`${file.name} in ${target} has ${size} bytes and should have ${file.bytes}; use another backup`);
  }
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  if (hash.digest('hex') === file.sha256) return;
  throw new Error(
    `${file.name} in ${target} is damaged: its SHA-256 differs from the one in the manifest; use another backup`,
  );
}

/** Creates the database, if the backup has one. */
async function load(
  { schemaVersion, files }: Manifest,
  paths: ReadonlyMap<BackupFile, string>,
  { path, report }: { path: string; report: RestoreReport },
): Promise<void> {
  if (schemaVersion === undefined) return;
  const byTable = new Map<string, BackupFile>();
  const tables = files.flatMap((file): TableFile[] => {
    if (file.table === undefined) return [];
    byTable.set(file.table.name, file);
    const { name, columns, rows } = file.table;
    return [{ table: name, columns, rows, file: paths.get(file) ?? '' }];
  });
  const loaded = ({ table }: TableFile) => {
    const file = byTable.get(table);
    if (file !== undefined) report({ what: 'loaded', file });
  };
  await restoreTables({ path, tables, loaded });
}

async function putInPlace(
  { schemaVersion, tape }: Manifest,
  paths: ReadonlyMap<BackupFile, string>,
  scratch: string,
  folder: string,
): Promise<void> {
  for (const [{ name }, path] of paths) {
    if (!besideTables.some((one) => one === name)) continue;
    await copyFile(path, join(scratch, name));
    await rename(join(scratch, name), join(folder, name));
  }
  for (const [of, folderIn] of [['snapshot', snapshotFolder] as const, ['tape', tapeFolder] as const]) {
    const restored = folderIn(scratch);
    const isThere = await gathered(of, paths, restored);
    if (of === 'tape' && isThere && tape !== undefined) writeRestoredMark(restored, tape.epoch);
    await rm(folderIn(folder), { recursive: true, force: true });
    if (isThere) await rename(restored, folderIn(folder));
  }
  if (schemaVersion !== undefined) await rename(pastIn(scratch), pastIn(folder));
  await rm(scratch, { recursive: true, force: true });
}

/** Copies the files of a folder into a new one; false if there are none. */
async function gathered(of: CopiedFolder, paths: ReadonlyMap<BackupFile, string>, into: string): Promise<boolean> {
  const files = [...paths].flatMap(([{ name }, path]) => {
    const own = nameInFolder(of, name);
    return own === null ? [] : [{ own, path }];
  });
  if (files.length === 0) return false;
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const { own, path } of files) await copyFile(path, join(into, own));
  return true;
}
