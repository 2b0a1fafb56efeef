import { createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { manifestName } from './manifest.ts';
import type { BackupTarget, PendingBackup } from './target.ts';

const entriesOf = async (folder: string): Promise<readonly string[] | null> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${folder} cannot be read as a folder: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

/** A backup in a folder; until it is complete, the folder's name ends in the id of the writing process. */
export function openFolderTarget(text: string): BackupTarget {
  const folder = resolve(text);
  return {
    name: folder,
    async begin() {
      const found = await entriesOf(folder);
      if (found !== null && found.length > 0) throw notEmpty(folder, found);
      await mkdir(dirname(folder), { recursive: true });
      await dropUnfinished(dirname(folder), (name) => name === basename(folder));
      const next = join(dirname(folder), unfinishedName(basename(folder)));
      await mkdir(next, { mode: 0o700 });
      return pendingBackup(next, folder);
    },
    async manifest() {
      const found = await entriesOf(folder);
      if (found === null) throw new Error(`there is no folder ${folder}; give the folder of a backup`);
      if (!found.includes(manifestName)) {
        throw new Error(`${folder} holds no ${manifestName}, so it is not a backup; give the folder of a backup`);
      }
      return await readFile(await ownFile(folder, manifestName), 'utf8');
    },
    fetch: (name) => ownFile(folder, name),
  };
}

/** The path of a file of a backup; refuses links, which can lead to any file of this machine. */
async function ownFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() === false) {
    throw new Error(`${name} is not a regular file in ${folder}; copy the backup with its files, not with links`);
  }
  return path;
}

const notEmpty = (folder: string, found: readonly string[]): Error =>
  new Error(
    found.includes(manifestName)
      ? `${folder} already holds a backup; give a folder that does not exist yet, such as one with the date in its name`
      : `${folder} holds something else (${found.slice(0, 3).join(', ')}); give a folder that does not exist yet`,
  );

function pendingBackup(next: string, folder: string): PendingBackup {
  return {
    async put(name, _bytes, content) {
      const path = join(next, name);
      await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      await toDisk(path);
    },
    async finish(manifest) {
      const path = join(next, manifestName);
      await pipeline(Readable.from([manifest]), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      await toDisk(path);
      await chmod(next, 0o700);
      await toDisk(next);
      // Removes an empty folder that was created in advance
      await rmdir(folder).catch(() => undefined);
      await rename(next, folder);
      await toDisk(dirname(folder));
    },
    drop: () => rm(next, { recursive: true, force: true }),
  };
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Folder name of a backup until it is complete, and while it is removed. */
export const unfinishedName = (name: string): string => `${name}.unfinished-${process.pid}`;

/** Removes unfinished backups that killed processes left in a folder. */
export async function dropUnfinished(folder: string, matches: (name: string) => boolean): Promise<void> {
  for (const entry of (await entriesOf(folder)) ?? []) {
    const [, name = '', pid = ''] = /^(.*)\.unfinished-(\d+)$/.exec(entry) ?? [];
    if (pid === '' || !matches(name) || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(folder, entry), { recursive: true, force: true });
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
