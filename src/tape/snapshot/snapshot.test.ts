import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSnapshots } from '../../../test/support/tape/snapshot-suite.ts';
import { type SnapshotFile, Snapshots } from './snapshot.ts';
import { copySnapshot, openSnapshotFolder } from './snapshot-folder.ts';

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

describe('a copied snapshot', () => {
  const log = { warn: () => {} };
  const openIn = async (folder: string): Promise<Snapshots> =>
    await Snapshots.open(await openSnapshotFolder(folder), log);
  const newFolder = (): string => mkdtempSync(join(root, 'copied-'));

  async function seal(snapshots: Snapshots, sequence: number): Promise<SnapshotFile[]> {
    const blocks = async function* () {
      yield { lines: Buffer.from(`${sequence}\n`), count: 1 };
    };
    const files = [];
    for (const part of ['service', '2-CS2', 'CS2']) files.push(await snapshots.write(part, sequence, blocks()));
    await snapshots.seal({ epoch: 'one', sequence, files });
    return files;
  }

  it('is whole, and as new as any before it, although others replace it meanwhile', async () => {
    const folder = newFolder();
    const snapshots = await openIn(folder);
    await seal(snapshots, 1);
    for (let sequence = 1; sequence < 60; sequence += 2) {
      const into = newFolder();
      // The second one removes what a copy has begun with
      const replaced = seal(snapshots, sequence + 1).then(() => seal(snapshots, sequence + 2));
      const [names] = await Promise.all([copySnapshot(folder, into), replaced]);
      const copied = await openIn(into);
      expect(readdirSync(into).sort()).toEqual([...names].sort());
      expect(copied.newest?.sequence).toBeGreaterThanOrEqual(sequence);
      for (const file of copied.newest?.files ?? []) await copied.check(file);
    }
  });

  it('lacks what is lost, and is of the newest manifest that can be read', async () => {
    const folder = newFolder();
    const snapshots = await openIn(folder);
    const [lost, ...others] = (await seal(snapshots, 1)).map(({ name }) => `${name}.part`);
    rmSync(join(folder, lost ?? ''));
    await seal(snapshots, 2);
    writeFileSync(join(folder, 'manifest.2'), '17\n{}');

    expect(await copySnapshot(folder, newFolder())).toEqual(['manifest.1', ...others]);
    expect(await copySnapshot(join(folder, 'none'), newFolder())).toEqual([]);
  });

  it('is not of a manifest that names files elsewhere', async () => {
    const folder = newFolder();
    const snapshots = await openIn(folder);
    const [file] = await seal(snapshots, 1);
    const name = '../elsewhere';
    await snapshots.seal({ epoch: 'one', sequence: 2, files: [{ ...(file as SnapshotFile), name }] });

    expect((await openIn(folder)).newest?.sequence).toBe(1);
    expect(await copySnapshot(folder, newFolder())).toContain('manifest.1');
  });
});
