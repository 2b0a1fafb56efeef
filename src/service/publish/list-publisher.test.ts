import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { fillBook, offerRecord, startAt } from '../../../test/support/api/served-api.ts';
import { startS3 } from '../../../test/support/servers/s3-server.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { Book } from '../../book/book.ts';
import { readConfig } from '../../config/config.ts';
import { bucketCopyOf } from './bucket-copy.ts';
import { ListPublisher, publisherMetrics } from './list-publisher.ts';

const account = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret', region: 'us-east-1' };
const secrets: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: account.accessKeyId,
  AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
};

function publishing(settings: Readonly<Record<string, string>> = {}, endpoint?: string) {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const clock = { at: startAt };
  const book = new Book();
  fillBook(book);
  let sequence = 7;
  const environment = { PUBLISH_FOLDER: folder, ...settings };
  const { config } = readConfig({ file: null, environment, flags: {} });
  const given: { secrets: Readonly<Record<string, string>>; isBookRead: boolean } = {
    secrets: { ...secrets, ...(endpoint !== undefined && { AWS_ENDPOINT_URL: endpoint }) },
    isBookRead: true,
  };
  const parts = {
    book,
    stream: { position: () => ({ epoch: 'e', sequence }), untilPublished: async () => {} },
    now: () => clock.at,
    version: '1.2.3',
    isBookRead: () => given.isBookRead,
    copy: () => bucketCopyOf(config, (name) => given.secrets[name] ?? null),
  };
  const publisher = new ListPublisher(config, parts);
  const change = () => {
    sequence += 1;
    book.apply([offerRecord('CS2', 'New', 'new', 5_000)], { marketplaceId: 2, source: 'test', at: clock.at });
  };
  const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const restarted = () => new ListPublisher(config, parts);
  return { folder, clock, publisher, change, manifest, given, restarted };
}

it('writes every list in full, as counted in the manifest, also under a stable name', async () => {
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

it('publishes when due, and keeps three versions and files of others', async () => {
  const { folder, clock, publisher, change, manifest, given } = publishing({ PUBLISH_FORMATS: 'csv' });
  given.isBookRead = false;
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

it('publishes after a start what was missed, once the book is read, and nothing that is there already', async () => {
  const { clock, publisher, manifest, given, restarted } = publishing({
    PUBLISH_FORMATS: 'csv',
    PUBLISH_MINUTES: '1440',
  });
  await publisher.runWhenDue();
  const { version } = manifest();
  clock.at += 60_000;
  await restarted().runWhenDue();
  expect(manifest().version).toBe(version);

  clock.at += 86_400_000;
  given.isBookRead = false;
  const later = restarted();
  await later.runWhenDue();
  expect(manifest().version).toBe(version);
  given.isBookRead = true;
  await later.runWhenDue();
  expect(manifest().publishedAt).toBe(Math.floor(clock.at / 1000));
});

it('keeps the version just written after a clock that ran ahead', async () => {
  const { folder, clock, publisher, manifest } = publishing({ PUBLISH_FORMATS: 'csv' });
  for (let round = 0; round < 3; round += 1) {
    clock.at += 15 * 60_000;
    await publisher.publish();
  }
  const ahead = readdirSync(folder).filter((name) => /^\d/.test(name));
  clock.at = startAt;
  await publisher.publish();

  const { version, files } = manifest();
  expect(readdirSync(folder).filter((name) => /^\d/.test(name))).toEqual([version, ...ahead.slice(1)].sort());
  for (const { path } of files) expect(readFileSync(join(folder, path)).length).toBeGreaterThan(0);
});

it('leaves nothing of a version that a stop interrupts, and does not call that a failure', async () => {
  const { folder, clock, publisher, change, manifest } = publishing();
  await publisher.publish();
  const { version } = manifest();
  clock.at += 15 * 60_000;
  change();
  const running = publisher.runWhenDue();
  await publisher.stop();
  await running;

  expect(manifest().version).toBe(version);
  expect(readdirSync(folder).sort()).toEqual([version, 'latest', 'manifest.json']);
});

it('copies the folder into a bucket, and removes what was removed from the folder', async () => {
  const s3 = await startS3('lists', account);
  onTestFinished(() => s3.stop());
  s3.setObject('cs/mine.txt', Buffer.from('mine'));
  const settings = { PUBLISH_FORMATS: 'csv', PUBLISH_BUCKET: 's3://lists/cs' };
  const { folder, clock, publisher, change } = publishing(settings, s3.origin);
  const namesThere = () => [...s3.objects.keys()].filter((key) => key !== 'cs/mine.txt').sort();
  const namesHere = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).replace(folder, 'cs'))
      .sort();
  for (let round = 0; round < 5; round += 1) {
    clock.at += 15 * 60_000;
    change();
    s3.failPuts(round === 2 ? 1 : 0);
    await publisher.publish();
    expect(namesThere()).toEqual(namesHere());
  }

  for (const key of namesThere())
    expect(s3.objects.get(key)?.equals(readFileSync(key.replace('cs', folder))), key).toBe(true);
  expect(s3.objects.get('cs/mine.txt')?.toString()).toBe('mine');
});

it('reports why copying to a bucket fails, keeps the folder, and copies everything later', async () => {
  const s3 = await startS3('lists', account);
  onTestFinished(() => s3.stop());
  const settings = { PUBLISH_FORMATS: 'csv', PUBLISH_BUCKET: 's3://lists/cs' };
  const { clock, publisher, manifest } = publishing(settings, s3.origin);
  s3.failPuts(1_000);
  await expect(publisher.publish()).rejects.toThrow(' for s3://lists/cs failed: ');
  expect(manifest().files.length).toBeGreaterThan(0);
  expect(publisherMetrics(publisher)[0]?.samples).toEqual([]);
  expect([...s3.objects.keys()]).toEqual([]);
  s3.failPuts(0);
  clock.at += 15 * 60_000;
  await publisher.publish();

  expect(JSON.parse(s3.objects.get('cs/manifest.json')?.toString() ?? '{}')).toEqual(manifest());
  expect([...s3.objects.keys()].filter((key) => /^cs\/\d/.test(key)).length).toBe(2 * manifest().files.length);
});

it('writes a version that failed again after a minute, however long its interval is', async () => {
  const settings = { PUBLISH_FORMATS: 'csv', PUBLISH_MINUTES: '1440' };
  const { folder, clock, publisher, manifest } = publishing(settings);
  writeFileSync(join(folder, 'latest'), 'no folder');
  await expect(publisher.runWhenDue()).rejects.toThrow('EEXIST');
  rmSync(join(folder, 'latest'));
  clock.at += 50_000;
  await publisher.runWhenDue();
  const early = existsSync(join(folder, 'manifest.json'));
  clock.at += 10_000;
  await publisher.runWhenDue();
  const { version } = manifest();
  clock.at += 120_000;
  await publisher.runWhenDue();

  expect(early).toBe(false);
  expect(manifest().version).toBe(version);
});

it('copies a version whose upload failed again after a minute, without writing it again', async () => {
  const s3 = await startS3('lists', account);
  onTestFinished(() => s3.stop());
  const bucket = { PUBLISH_BUCKET: 's3://lists/cs' };
  const { clock, publisher, manifest } = publishing(
    { PUBLISH_FORMATS: 'csv', PUBLISH_MINUTES: '1440', ...bucket },
    s3.origin,
  );
  const begun = clock.at;
  s3.failPuts(1_000);
  await expect(publisher.runWhenDue()).rejects.toThrow(' for s3://lists/cs failed: ');
  const { version } = manifest();
  s3.failPuts(0);
  await publisher.runWhenDue();
  const early = s3.objects.has('cs/manifest.json');
  clock.at += 60_000;
  await publisher.runWhenDue();

  expect(early).toBe(false);
  expect(JSON.parse(s3.objects.get('cs/manifest.json')?.toString() ?? '{}').version).toBe(version);
  expect(publisherMetrics(publisher)[0]?.samples).toEqual([{ value: begun / 1000 }]);
});

it('copies the next version according to changed addresses and credentials', async () => {
  const [before, after] = [await startS3('lists', account), await startS3('lists', { ...account, accessKeyId: 'NEW' })];
  onTestFinished(async () => void (await Promise.all([before.stop(), after.stop()])));
  const settings = { PUBLISH_FORMATS: 'csv', PUBLISH_BUCKET: 's3://lists/cs' };
  const { publisher, given } = publishing(settings, before.origin);
  await publisher.publish();
  const names = [...before.objects.keys()];
  given.secrets = { ...secrets, AWS_ENDPOINT_URL: after.origin, AWS_ACCESS_KEY_ID: 'NEW' };
  await publisher.publish();

  expect(names).toContain('cs/manifest.json');
  expect([...after.objects.keys()]).toEqual(names);
});

it('refuses an invalid bucket, or one without a folder', () => {
  const of = (environment: Readonly<Record<string, string>>) => readConfig({ file: null, environment, flags: {} });

  expect(of({ PUBLISH_BUCKET: 's3://lists/cs' }).problems).toEqual([
    'publish.bucket copies publish.folder; set that as well',
  ]);
  expect(of({ PUBLISH_BUCKET: 'lists', PUBLISH_FOLDER: 'out' }).problems).toEqual([
    'publish.bucket is "lists"; give s3://bucket/prefix, without any of !\'()*',
  ]);
});

it('refuses an unknown format', () => {
  const { problems } = readConfig({ file: null, environment: { PUBLISH_FORMATS: 'csv,xml' }, flags: {} });
  expect(problems).toEqual(['publish.formats names "xml", but can only name json, ndjson, csv']);
});

it('says that days need a folder and the embedded database', () => {
  const of = (environment: Readonly<Record<string, string>>) => readConfig({ file: null, environment, flags: {} });

  expect(of({ PUBLISH_DAYS: '7' }).problems).toEqual(['publish.days writes to publish.folder; set that as well']);
  expect(of({ PUBLISH_DAYS: '7', PUBLISH_FOLDER: 'out', STORE_URL: 'http://127.0.0.1:8123' }).problems).toEqual([
    'publish.days needs the embedded database; remove it when store.url is set',
  ]);
});
