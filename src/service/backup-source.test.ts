import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { saleOf, temporaryFolder } from '../../test/support/store/store-samples.ts';
import { NoDatabase } from '../schema/index.ts';
import { noStore } from '../store/no-store.ts';
import { openStore } from '../store/open-store.ts';
import { createWriter } from '../store/writer.ts';
import { type BackupSource, createBackupSource } from './backup-source.ts';

const now = () => 1_790_000_000_000;
const atRest = (task: () => Promise<void>) => task();
const written = async () => {};
const sales = { table: 'sales', format: 'csv', since: null } as const;

async function setUp() {
  const { path, remove } = temporaryFolder();
  const store = await openStore({ at: { folder: join(path, 'data') }, now });
  onTestFinished(async () => {
    await store.close();
    remove();
  });
  return { path, source: createBackupSource({ store, dataFolder: path, atRest, written, now }), store };
}

const textsOf = async (frames: AsyncIterable<Uint8Array>) => {
  const texts: string[] = [];
  for await (const frame of frames) texts.push(Buffer.from(frame).toString());
  return texts;
};

const busy = 'another backup or export is under way; try again when it is done';

describe('the source of backups and exports', () => {
  it('makes one at a time, and the next as soon as a reader has the last frame, or has left', async () => {
    const { source } = await setUp();
    const begun = source.export(sales)[Symbol.asyncIterator]();
    await begun.next();
    for (const ask of [source.backup, () => source.export(sales), () => source.exportDay('2026-01-31')] as const)
      expect(ask).toThrow(busy);
    await begun.return?.();

    const frames: string[] = [];
    for await (const frame of source.export(sales)) {
      frames.push(Buffer.from(frame).toString());
      if (frames.at(-1) === '{"end":true}\n') expect(() => source.backup()).not.toThrow();
      else expect(() => source.backup()).toThrow(busy);
    }
    expect(frames.at(-1)).toBe('{"end":true}\n');
  });

  it('exports also what was accepted and had not been written when it was asked for', async () => {
    const { path, store } = await setUp();
    const writer = createWriter({ store });
    const source = createBackupSource({ store, dataFolder: path, atRest, written: writer.flush, now });
    const sale = { ...saleOf({ saleId: 'just sold' }), soldAt: Date.UTC(2026, 0, 31, 12) };
    for (const exported of [() => source.export(sales), () => source.exportDay('2026-01-31')]) {
      writer.push([{ table: 'sales', row: sale }]);
      expect(writer.stats().waiting).toBe(1);
      await textsOf(exported());
      expect(writer.stats().waiting).toBe(0);
    }
    expect((await textsOf(source.export(sales))).join('')).toContain('just sold');
    await writer.stop();
  });

  it('ends with the reason where it fails, and can be asked again', async () => {
    const { path, store } = await setUp();
    const file = join(path, 'file');
    writeFileSync(file, '');
    const source = createBackupSource({ store, dataFolder: file, atRest, written, now });
    for (let time = 0; time < 2; time += 1)
      expect(await textsOf(source.export(sales))).toEqual([expect.stringMatching(/^\{"error":"ENOTDIR/)]);
  });

  it('says how to copy what it cannot reach', () => {
    const asked = (more: object): BackupSource =>
      createBackupSource({
        store: { copies: null, keepsPast: true },
        ...{ dataFolder: '/nowhere', atRest, written, now, ...more },
      });
    expect(() => asked({}).backup()).toThrow(/separate server.*BACKUP DATABASE.*keys\.json/);
    expect(() => asked({ cluster: 'mine' }).export(sales)).toThrow(/streams mine-snapshot, mine and KV_mine-keys/);
    expect(() => asked({ store: noStore }).backup()).toThrow(NoDatabase);
  });
});
