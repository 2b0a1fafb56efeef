import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeSnapshots } from '../../test/support/tape/snapshot-suite.ts';
import { openSnapshotFolder } from './snapshot-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'itemtape-snapshots-'));
afterAll(() => rmSync(root, { recursive: true }));

describeSnapshots('snapshots in a folder', async () => {
  const folder = mkdtempSync(join(root, 'of-'));
  const pathOf = (name: string): string => join(folder, `${name}.part`);
  return {
    storage: await openSnapshotFolder(folder),
    spoil: async (name, change) => {
      const bytes = change(readFileSync(pathOf(name)));
      if (bytes === null) rmSync(pathOf(name));
      else writeFileSync(pathOf(name), bytes);
    },
    spoilManifest: async (number, change) => {
      const path = join(folder, `manifest.${number}`);
      writeFileSync(path, change(readFileSync(path)));
    },
    names: async () => readdirSync(folder).flatMap((name) => (name.endsWith('.part') ? [name.slice(0, -5)] : [])),
  };
});
