import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestIn, type SnapshotStorage } from './snapshot.ts';

/** The folder of snapshots in a data folder. */
export const snapshotFolder = (dataFolder: string): string => join(dataFolder, 'snapshot');

const manifestForm = /^manifest\.(\d+)$/;
const ending = '.part';
const bytesPerRead = 1024 * 1024;

const manifestNamed = (number: number): string => `manifest.${number}`;
const fileNamed = (name: string): string => `${name}${ending}`;

/** The numbers of the manifests in a folder, newest first, and the names of the files that hold parts. */
export async function snapshotFiles(
  folder: string,
): Promise<{ readonly numbers: readonly number[]; readonly names: readonly string[] }> {
  const found = await readdir(folder).catch((): string[] => []);
  const numbers = found.flatMap((name) => manifestForm.exec(name)?.[1] ?? []).map(Number);
  const names = found.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  return { numbers: numbers.sort((a, b) => b - a), names };
}

/** Snapshots in a folder. */
export async function openSnapshotFolder(folder: string): Promise<SnapshotStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string): string => join(folder, fileNamed(name));
  const manifestPath = (number: number): string => join(folder, manifestNamed(number));
  return {
    manifests: async () => {
      const { numbers } = await snapshotFiles(folder);
      const texts = numbers.map(async (number) => ({ number, text: await readFile(manifestPath(number), 'utf8') }));
      return await Promise.all(texts);
    },
    read: (name) => createReadStream(pathOf(name), { highWaterMark: bytesPerRead }),
    write: async (name, bytes) => {
      const file = await open(pathOf(name), 'w', 0o600);
      try {
        for await (const piece of bytes) await file.appendFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    keep: async (number, text) => {
      const unfinished = join(folder, 'manifest.new');
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      const { numbers } = await snapshotFiles(folder);
      if (Math.max(0, ...numbers) >= number) throw new Error(`a snapshot ${number} is kept already`);
      await rename(unfinished, manifestPath(number));
    },
    keepOnly: async (numbers, names) => {
      const found = await snapshotFiles(folder);
      for (const number of found.numbers)
        if (!numbers.includes(number)) await rm(manifestPath(number), { force: true });
      for (const name of found.names) if (!names.includes(name)) await rm(pathOf(name), { force: true });
    },
  };
}

const maxAttempts = 3;

/**
 * Copies the newest snapshot of a folder, which can be replaced meanwhile, into another folder on the same disk. Returns the
 * names of its files; none where there is no snapshot.
 */
export async function copySnapshot(folder: string, into: string): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    await rm(into, { recursive: true, force: true });
    await mkdir(into, { recursive: true, mode: 0o700 });
    const names = await newestIn(folder);
    const copied = [];
    for (const name of names) if (await isCopied(join(folder, name), join(into, name))) copied.push(name);
    // A file that stays missing is lost, and a restore does without its part
    const isWhole = names.length > 0 && copied.length === names.length;
    if (isWhole || attempt === maxAttempts) return copied;
  }
}

/** The names of the files of the newest snapshot, its manifest first. */
async function newestIn(folder: string): Promise<readonly string[]> {
  for (const number of (await snapshotFiles(folder)).numbers) {
    const manifest = manifestIn(await readFile(join(folder, manifestNamed(number)), 'utf8').catch(() => ''));
    if (manifest !== null) return [manifestNamed(number), ...manifest.files.map(({ name }) => fileNamed(name))];
  }
  return [];
}

/** Links a file, which is never written again; false if there is none. */
async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
