import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RandomMarket } from '../../../test/support/book/random-market.ts';
import { saleOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { keepingSnapshots } from '../../../test/support/tape/snapshot-keeping.ts';
import { Book } from '../../book/book.ts';
import { readConfig } from '../../config/config.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { type ExportRequest, NoDatabase } from '../../schema/index.ts';
import { noStore } from '../../store/no-store.ts';
import { openStore } from '../../store/open-store.ts';
import { Writer } from '../../store/writer.ts';
import { snapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import { openTape } from '../snapshots/open-tape.ts';
import { openFolderTarget } from './folder-target.ts';
import { readFrames } from './frames.ts';
import { receiveBackup } from './receive.ts';
import { restoreBackup } from './restore.ts';
import { type BackupSource, createBackupSource, openBackupSource } from './source.ts';

const now = () => 1_790_000_000_000;
const atRest = (task: () => Promise<void>) => task();
const written = async () => {};
const book = async () => new Book();
const log = { warn: () => {} };
const sales = { table: 'sales', format: 'csv', since: null } as const;

async function setUp() {
  const { path, remove } = temporaryFolder();
  const store = await openStore({ at: { folder: join(path, 'data') }, now });
  onTestFinished(async () => {
    await store.close();
    remove();
  });
  return { path, source: createBackupSource({ store, dataFolder: path, atRest, written, book, now }), store };
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
    const writer = new Writer({ store });
    const source = createBackupSource({ store, dataFolder: path, atRest, written: () => writer.flush(), book, now });
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
    const source = createBackupSource({ store, dataFolder: file, atRest, written, book, now });
    for (let time = 0; time < 2; time += 1)
      expect(await textsOf(source.export(sales))).toEqual([expect.stringMatching(/^\{"error":"ENOTDIR/)]);
  });

  it('says how to copy what it cannot reach', () => {
    const asked = (more: object): BackupSource =>
      createBackupSource({
        store: { copies: null, keepsPast: true },
        ...{ dataFolder: '/nowhere', atRest, written, book, now, ...more },
      });
    expect(() => asked({}).backup()).toThrow(/separate server.*BACKUP DATABASE.*keys\.json/);
    expect(() => asked({ cluster: 'mine' }).export(sales)).toThrow(/streams mine-snapshot, mine and KV_mine-keys/);
    expect(() => asked({ store: noStore }).export(sales)).toThrow(NoDatabase);
  });
});

const standing = ['offers', 'buyOrders', 'quotes', 'catalogue'] as const;

/** A folder with a snapshot, and what was published while it was written and after it. */
async function publishedInto(folder: string) {
  const filled = new Book();
  const publishing = await openPublishing({ book: filled, now, folder: tapeFolder(folder) });
  const options = { folder: snapshotFolder(folder), rates: new ExchangeRates({ now }), now };
  const { keeper } = await keepingSnapshots(filled, publishing, options);
  const market = new RandomMarket(5, { names: 40, ids: 400 });
  let writing = Promise.resolve();
  for (let step = 0; step < 30; step += 1) {
    publishing.publisher.publish(market.reading(200)(filled));
    if (step === 20) writing = keeper.run();
    await publishing.publisher.ready();
  }
  await writing;
  await publishing.recorder.flush();
  return { filled, publishing };
}

/** The exported lines, without what no record tells. */
async function linesOf(source: BackupSource, table: ExportRequest['table']): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  for await (const frame of readFrames(source.export({ table, format: 'json', since: null })))
    if (frame.kind === 'file') for await (const piece of frame.content) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/"seenAt":"[^"]*"/, ''))
    .sort();
}

const configOf = (folder: string) => {
  const { config } = readConfig({ file: null, environment: {}, flags: {} });
  return { ...config, 'data.folder': folder };
};

/** The files below a folder, with their sizes. */
const contentOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${name} ${statSync(join(folder, String(name))).size}`)
    .sort();

describe('what stands', () => {
  it('is exported from the book, and the same from the folder of a killed service, which stays as it is', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const { path } = folder;
    const { filled, publishing } = await publishedInto(path);
    const store = await openStore({ at: { folder: path }, now });
    const options = { store, dataFolder: path, atRest, written, now };
    const running = createBackupSource({ ...options, book: async () => filled });
    const before = [];
    for (const table of standing) before.push(await linesOf(running, table));
    await store.close();
    const left = [tapeFolder(path), snapshotFolder(path)].map(contentOf);

    const stopped = await openBackupSource(configOf(path), now, log);
    const after = [];
    for (const table of standing) after.push(await linesOf(stopped, table));
    await stopped.close();

    for (const [at, table] of standing.entries()) expect(after[at], table).toEqual(before[at]);
    expect(before.map(({ length }) => length > 40)).toEqual([true, true, true, true]);
    expect([tapeFolder(path), snapshotFolder(path)].map(contentOf)).toEqual(left);
    expect(readdirSync(join(path, 'outgoing'))).toEqual([]);
    await publishing.close();
  });

  it('is of no instant where it is what items are', async () => {
    const { source } = await setUp();
    expect(() => source.export({ table: 'catalogue', format: 'csv', since: 0 })).toThrow('leave out since');
  });

  it('is backed up and restored without a database, also after a restore that was cut short', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const data = join(folder.path, 'data');
    const { publishing } = await publishedInto(data);
    const { epoch, head } = publishing.tape;
    writeFileSync(join(data, 'keys.json'), '{}');
    const options = { store: noStore, dataFolder: data, atRest, written, book, now };
    const target = openFolderTarget(join(folder.path, 'kept'));
    const source = createBackupSource(options);
    const { signal } = new AbortController();
    const manifest = await receiveBackup(
      async () => source.backup(),
      target,
      signal,
      () => {},
    );
    expect(manifest).toMatchObject({ tape: { epoch, first: 1, last: head } });
    expect(manifest).not.toHaveProperty('schemaVersion');
    await publishing.close();

    const restored = join(folder.path, 'restored');
    for (const left of ['restoring', 'snapshot', 'tape']) mkdirSync(join(restored, left), { recursive: true });
    writeFileSync(join(restored, 'snapshot', 'manifest.9'), 'half');
    await restoreBackup({ target, folder: restored, report: () => {} });

    expect(readdirSync(restored).sort()).toEqual(['keys.json', 'snapshot', 'tape']);
    const quiet = { info: () => {}, warn: () => {} };
    const opened = await openTape({ config: configOf(restored), now, log: quiet as never });
    expect([opened.tape.first, opened.tape.head, opened.tape.previousEpochs]).toEqual([
      1,
      head,
      [{ epoch, last: head }],
    ]);
    expect(opened.plan.files.length).toBeGreaterThan(4);
    expect([opened.plan.suffix?.isWhole, opened.plan.replayedTo]).toEqual([true, head]);
    await opened.tape.close();
  });

  it('is not backed up without a database where one has kept a past', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    mkdirSync(join(folder.path, 'past'));
    const source = createBackupSource({ store: noStore, dataFolder: folder.path, atRest, written, book, now });
    expect(source.backup).toThrow(NoDatabase);
  });
});
