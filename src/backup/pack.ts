import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreSnapshot } from '../store/snapshot.ts';
import { copyTape, type TapeCopy } from '../tape/copy.ts';
import { fileFrame, lineFrame } from './frames.ts';
import { type BackupFile, nameInBackup } from './manifest.ts';

export type PackSettings = {
  readonly snapshot: () => Promise<StoreSnapshot>;
  /** Folder for files until they are sent, one at a time. */
  readonly scratch: string;
  /** Paths of files to copy besides the tables, by their names in the backup; missing files are omitted. */
  readonly files: Readonly<Record<string, string>>;
  /** The tape folder. */
  readonly tape: string;
  readonly serviceVersion: string;
};

const progressMs = 1_000;

/** A backup as frames, with all tables as of one instant. */
export async function* packBackup(settings: PackSettings): AsyncGenerator<Uint8Array> {
  await mkdir(settings.scratch, { recursive: true });
  const folder = await mkdtemp(join(settings.scratch, 'backup-'));
  let snapshot: StoreSnapshot | null = null;
  try {
    // Not at the instant of the tables, which is fine: keys are few and rarely change
    const kept = await copied(settings.files, folder);
    snapshot = await settings.snapshot();
    // After the tables, so that the tape covers everything in them
    const tape = await copyTape(settings.tape, join(folder, 'tape'));
    const files: BackupFile[] = [];
    for (const name of kept) {
      const path = join(folder, name);
      files.push({ name, ...(await measured(path)) });
      yield* fileFrame(name, path);
    }
    for (const table of snapshot.tables) {
      const name = `${table}.native.zst`;
      const path = join(folder, name);
      const { columns, rows } = yield* reported(name, path, snapshot.write(table, path));
      files.push({ name, ...(await measured(path)), table: { name: table, columns: [...columns], rows } });
      yield* fileFrame(name, path);
      await rm(path);
    }
    yield* packTape(tape, join(folder, 'tape'), files);
    const { schemaVersion, takenAt } = snapshot;
    const createdAt = new Date(takenAt).toISOString();
    const { serviceVersion } = settings;
    const carried = tape === null ? {} : { tape: { epoch: tape.epoch, first: tape.first, last: tape.last } };
    yield lineFrame({ manifest: { format: 1, schemaVersion, createdAt, serviceVersion, files, ...carried } });
  } finally {
    await rm(folder, { recursive: true, force: true });
    // If the store was closed meanwhile, the next start drops the snapshot
    await snapshot?.release();
  }
}

async function* packTape(tape: TapeCopy | null, folder: string, files: BackupFile[]): AsyncGenerator<Uint8Array> {
  for (const file of tape?.files ?? []) {
    const name = nameInBackup(file);
    const path = join(folder, file);
    files.push({ name, ...(await measured(path)) });
    yield* fileFrame(name, path);
    await rm(path);
  }
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

async function copied(files: Readonly<Record<string, string>>, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [name, from] of Object.entries(files)) {
    try {
      await copyFile(from, join(folder, name));
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
