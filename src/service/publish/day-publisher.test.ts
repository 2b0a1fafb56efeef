import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { floorOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { Book } from '../../book/book.ts';
import { readConfig } from '../../config/config.ts';
import { dayFiles, dayOfFolder } from '../../schema/index.ts';
import { openStore, type StoreCopies } from '../../store/open-store.ts';
import { Writer } from '../../store/writer.ts';
import { DayPublisher } from './day-publisher.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const hour = 3_600_000;
const at = (text: string): number => Date.parse(`${text}Z`);

/** Copies that note the day of each file that they write. */
const noting = (copies: StoreCopies, made: string[]): StoreCopies => ({
  ...copies,
  exportDayFile: async (request, path) => {
    made.push(request.day);
    await copies.exportDayFile(request, path);
  },
});

it('writes each day once it is over, and keeps the wanted number of days', async () => {
  let now = at('2026-01-10T00:30');
  const store = await openStore({ at: { folder: join(folder.path, 'data') }, now: () => now });
  const ref = { marketplaceId: 1, game: 'CS2', name: 'Key', phase: null } as const;
  await store.append([floorOf(ref, at('2026-01-09T12:00'), 5_000)]);
  const days = join(folder.path, 'out', 'days');
  const environment = { PUBLISH_FOLDER: join(folder.path, 'out'), PUBLISH_DAYS: '3' };
  const { config } = readConfig({ file: null, environment, flags: {} });
  if (store.copies === null) throw new Error('this store gives no copies');
  const { copies } = store;
  const made: string[] = [];
  const idle = new Writer({ store }).stats();
  let rows = { pushed: 20, settled: 20 };
  const publisher = new DayPublisher(config, {
    copies: noting(copies, made),
    book: new Book(),
    now: () => now,
    version: '1.2.3',
    writer: { stats: () => ({ ...idle, ...rows }) },
  });
  const existing = () =>
    readdirSync(days).flatMap((name) => dayOfFolder(name) ?? (name === 'manifest.json' ? [] : name));

  // Data of the day before can still come in within the first hour
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-08']);
  now += hour;
  // Nor is it all there while rows wait because the store is slow, or cannot be written
  rows = { pushed: 30, settled: 25 };
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-08']);
  rows = { pushed: 40, settled: 29 };
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-08']);
  rows = { pushed: 40, settled: 30 };
  mkdirSync(join(days, '.making-2026-01-09'));
  await publisher.runWhenDue();
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-08', '2026-01-09']);
  expect(new Set(made).size * dayFiles.length).toBe(made.length);

  const manifest = JSON.parse(readFileSync(join(days, 'day=2026-01-09/manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ format: 1, day: '2026-01-09', serviceVersion: '1.2.3' });
  for (const { name, sha256, columns } of manifest.files) {
    const content = readFileSync(join(days, 'day=2026-01-09', name));
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect(columns.length).toBeGreaterThan(5);
  }

  rows = { pushed: 40, settled: 40 };
  // Days that passed while the service did not run are written later
  now += 2 * 24 * hour;
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-09', '2026-01-10', '2026-01-11']);
  expect(JSON.parse(readFileSync(join(days, 'manifest.json'), 'utf8')).days[0]).toEqual({
    day: '2026-01-09',
    manifest: 'day=2026-01-09/manifest.json',
  });

  // A day written while the clock ran ahead does not count, and does not keep other days from being written
  mkdirSync(join(days, 'day=2026-03-01'));
  now += 24 * hour;
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-10', '2026-01-11', '2026-01-12']);

  // Nor does a clock that runs ahead for a while and is set right
  const right = now;
  now += 3 * 24 * hour;
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-13', '2026-01-14', '2026-01-15']);
  now = right + 2 * hour;
  await publisher.runWhenDue();
  expect(existing()).toEqual(['2026-01-12']);
  await publisher.stop();
  await store.close();
});
