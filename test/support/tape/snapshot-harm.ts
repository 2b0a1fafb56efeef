import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { Snapshots } from '../../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../../src/tape/snapshot/snapshot-folder.ts';

const silent = { warn: () => {} };

/** Resolves once a process begins to write another file of a snapshot into its data folder. */
export async function snapshotBegun(dataFolder: string): Promise<void> {
  const folder = snapshotFolder(dataFolder);
  for await (const { filename } of watch(folder))
    if (filename?.endsWith('.part') === true && existsSync(join(folder, filename))) return;
}

export const harms: readonly [title: string, harm: (path: string) => void][] = [
  [
    'damaged',
    (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
  ],
  ['cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, -9))],
  ['empty', (path) => writeFileSync(path, '')],
  ['missing', (path) => rmSync(path)],
];

/** Harms the newest file of each part that has a former one, too; returns how many these are. */
export async function harmSnapshot(dataFolder: string, harm: (path: string) => void): Promise<number> {
  const folder = snapshotFolder(dataFolder);
  const snapshots = await Snapshots.open(await openSnapshotFolder(folder), silent);
  let harmed = 0;
  for (const { part } of snapshots.newest?.files ?? []) {
    const [newest, previous] = snapshots.filesOf(part);
    if (newest === undefined || previous === undefined) continue;
    harm(join(folder, `${newest.name}.part`));
    harmed += 1;
  }
  return harmed;
}
