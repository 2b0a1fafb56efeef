import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotStorage } from './snapshot.ts';

/** The folder of snapshots in a data folder. */
export const snapshotFolder = (dataFolder: string): string => join(dataFolder, 'snapshot');

const manifestForm = /^manifest\.(\d+)$/;
const ending = '.part';
const bytesPerRead = 1024 * 1024;

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
  const pathOf = (name: string): string => join(folder, `${name}${ending}`);
  const manifestPath = (number: number): string => join(folder, `manifest.${number}`);
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
