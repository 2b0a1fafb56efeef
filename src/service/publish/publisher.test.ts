import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { fillBook, offerRecord, startAt } from '../../../test/support/served-api.ts';
import { temporaryFolder } from '../../../test/support/store-samples.ts';
import { createBook } from '../../book/create-book.ts';
import { readConfig } from '../../config.ts';
import { Publisher, publisherMetrics } from './publisher.ts';

function publishing(settings: Readonly<Record<string, string>> = {}) {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const clock = { at: startAt };
  const book = createBook();
  fillBook(book);
  let sequence = 7;
  const environment = { PUBLISH_FOLDER: folder, ...settings };
  const { config } = readConfig({ file: null, environment, flags: {} });
  const parts = {
    book,
    places: { place: () => ({ epoch: 'e', sequence }), told: async () => {} },
    now: () => clock.at,
    version: '1.2.3',
  };
  const publisher = new Publisher(config, parts);
  const change = () => {
    sequence += 1;
    book.apply([offerRecord('CS2', 'New', 'new', 5_000)], { marketplaceId: 2, source: 'test', at: clock.at });
  };
  const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return { folder, clock, publisher, change, manifest };
}

it('writes every list whole, as the manifest counts it, under a name that stays', async () => {
  const { folder, publisher, manifest } = publishing({ PUBLISH_CURRENCIES: 'USD,EUR' });
  await publisher.publish();
  const { files, ...facts } = manifest();

  expect(facts).toEqual({
    format: 1,
    version: '20260921T141320Z',
    publishedAt: Math.floor(startAt / 1000),
    serviceVersion: '1.2.3',
  });
  expect(files).toHaveLength(4 * 2 * 2 * 2);
  for (const { path, latest, bytes, sha256, coding, epoch, sequence } of files) {
    const content = readFileSync(join(folder, path));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    expect(readFileSync(join(folder, latest)).equals(content)).toBe(true);
    expect([epoch, sequence]).toEqual(['e', 7]);
    if (coding === 'gzip') expect(gunzipSync(content).equals(readFileSync(join(folder, path.slice(0, -3))))).toBe(true);
  }
  expect(readFileSync(join(folder, 'latest/CS2-USD.csv'), 'utf8')).toContain(
    'AK-47 | Redline (Field-Tested),,CSFloat,32',
  );
});

it('publishes when the time has come, and keeps three versions and what is not its own', async () => {
  const { folder, clock, publisher, change, manifest } = publishing({ PUBLISH_FORMATS: 'csv' });
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, '.making-20260101T000000Z'), 'left by a kill');
  await publisher.runWhenDue();
  expect(readdirSync(folder)).not.toContain('manifest.json');
  for (let round = 0; round < 5; round += 1) {
    clock.at += 15 * 60_000;
    change();
    await publisher.runWhenDue();
    await publisher.runWhenDue();
  }
  const found = readdirSync(folder).sort();

  expect(found.filter((name) => /^\d/.test(name))).toHaveLength(3);
  expect(found.filter((name) => !/^\d/.test(name))).toEqual(['latest', 'manifest.json', 'mine']);
  expect(manifest().files[0].sequence).toBe(12);
  expect(publisherMetrics(publisher)[0]?.samples).toEqual([{ value: clock.at / 1000 }]);
  expect(publisherMetrics(null)[0]?.samples).toEqual([]);
  expect(readFileSync(join(folder, 'latest/CS2-USD.csv'), 'utf8')).toContain('New,,CSFloat,5,1,');
});

it('says of a form that there is none of', () => {
  const { problems } = readConfig({ file: null, environment: { PUBLISH_FORMATS: 'csv,xml' }, flags: {} });
  expect(problems).toEqual(['publish.formats names "xml"; there are json, ndjson, csv']);
});

it('says that days want a folder and the embedded database', () => {
  const of = (environment: Readonly<Record<string, string>>) => readConfig({ file: null, environment, flags: {} });

  expect(of({ PUBLISH_DAYS: '7' }).problems).toEqual(['publish.days goes into publish.folder; set it too']);
  expect(of({ PUBLISH_DAYS: '7', PUBLISH_FOLDER: 'out', STORE_URL: 'http://127.0.0.1:8123' }).problems).toEqual([
    'publish.days is of the embedded database; leave it out with store.url',
  ]);
});
