import { createHash } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callCommand } from '../../../test/support/processes/called.ts';
import { type S3Server, startS3 } from '../../../test/support/servers/s3-server.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { schemaVersion } from '../../store/duckdb/schema.ts';

const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-test-1' };
const content = 'not what was asked for';
const sha256 = createHash('sha256').update(content).digest('hex');
const listed = (name: string) => ({ name, bytes: content.length, sha256 });
const about = { format: 1, createdAt: '2026-01-31T12:00:00.000Z', serviceVersion: '1.2.3' };

type Sent = readonly { readonly name: string; readonly text: string }[];

const inFrames = (files: Sent, last: object): string =>
  [...files.map(({ name, text }) => `${JSON.stringify({ file: name, bytes: text.length })}\n${text}`), ''].join('') +
  `${JSON.stringify(last)}\n`;

const withContent = (names: readonly string[]): Sent => names.map((name) => ({ name, text: content }));

const backupOf = (names: readonly string[], inManifest = names): string =>
  inFrames(withContent(names), {
    manifest: { ...about, schemaVersion, files: inManifest.map(listed) },
  });

const dayOf = (names: readonly string[], inManifest = names): string => {
  const manifest = JSON.stringify({
    ...about,
    day: '2026-01-31',
    madeAt: about.createdAt,
    files: inManifest.map(listed),
  });
  return inFrames([...withContent(names), { name: 'manifest.json', text: manifest }], { end: true });
};

/** Names that lead elsewhere, mean something to a file system, or cannot be a file. */
const hostileNames = [
  '../escaped',
  '../../escaped',
  'a/../../escaped',
  '/tmp/itemtape-escaped',
  '..\\escaped',
  'C:\\escaped',
  'C:escaped',
  '\\\\server\\share\\escaped',
  '.',
  '..',
  '.hidden',
  '',
  ' ',
  'nul\0.parquet',
  'two\nlines',
  'escape\u001b[2J',
  'right\u202eleft',
  '-rf',
  'a'.repeat(300),
  '%2e%2e%2fescaped',
];

describe('of a service that sends files under other names,', () => {
  const folder = temporaryFolder();
  const root = join(folder.path, 'outer', 'inner');
  let answer = '';
  let s3: S3Server;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer));
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    s3 = await startS3('tapes', account);
    rmSync(join(folder.path, 'outer'), { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
  });
  afterEach(() => s3.stop());
  afterAll(() => {
    server.close();
    folder.remove();
  });

  const environment = () => ({
    ITEMTAPE_KEY: 'it_x',
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    AWS_ENDPOINT_URL: s3.origin,
    AWS_REGION: account.region,
  });
  const call = async (words: readonly string[], sent: string) => {
    answer = sent;
    return await callCommand([...words, '--url', url], environment());
  };
  const left = () => [
    ...readdirSync(folder.path, { recursive: true })
      .map(String)
      .filter((path) => !['outer', join('outer', 'inner')].includes(path)),
    ...s3.objects.keys(),
  ];

  const receivers = {
    'backup into a folder': { words: () => ['backup', join(root, 'b1')], of: backupOf, first: 'quotes.parquet' },
    'backup into a bucket': { words: () => ['backup', 's3://tapes/b1'], of: backupOf, first: 'quotes.parquet' },
    'export of a day': {
      words: () => ['export', '--day', '2026-01-31', '--to', root],
      of: dayOf,
      first: 'prices.parquet',
    },
  };

  describe.each(Object.entries(receivers))('%s', (_, { words, of, first }) => {
    it('takes usual names', async () => {
      expect(await call(words(), of([first]))).toMatchObject({ code: 0 });
      expect(left().length).toBeGreaterThan(1);
    });

    it.each(hostileNames)('refuses %j and leaves nothing', async (name) => {
      const { code, out, err } = await call(words(), of([first, name]));
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('the received data is not a copy');
      expect(left()).toEqual([]);
    });

    it.each([
      ['that the manifest does not list', () => of([first, 'other.parquet'], [first])],
      ['sent twice', () => of([first, first], [first])],
      ['that the manifest lists and that was not sent', () => of([first], [first, 'other.parquet'])],
      ['that the manifest lists twice', () => of([first], [first, first])],
    ])('refuses a file %s', async (_reason, sent) => {
      const { code, err } = await call(words(), sent());
      expect(code).toBe(1);
      expect(err).toMatch(/quotes\.parquet|other\.parquet|prices\.parquet/);
      expect(left()).toEqual([]);
    });

    it('refuses a manifest in place of a file', async () => {
      expect((await call(words(), of([first, 'manifest.json']))).code).toBe(1);
      expect(left()).toEqual([]);
    });
  });

  it('export of a table writes to the given file alone', async () => {
    const to = join(root, 'quotes.csv');
    const words = ['export', 'quotes', '--to', to];
    for (const name of hostileNames) {
      expect((await call(words, inFrames(withContent([name]), { end: true }))).code).toBe(1);
      expect(left()).toEqual([]);
    }
    const twice = await call(words, inFrames(withContent(['quotes.csv', 'sales.csv']), { end: true }));
    expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('more than one file') });
    const none = await call(words, inFrames([], { end: true }));
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no file') });
    expect(await call(words, inFrames(withContent(['quotes.csv']), { end: true }))).toMatchObject({ code: 0 });
    expect(readFileSync(to, 'utf8')).toBe(content);
  });

  it('restore refuses names that lead elsewhere, and names that are listed twice', async () => {
    const from = join(folder.path, 'outer', 'backup');
    mkdirSync(from);
    for (const names of [...hostileNames.map((name) => [name]), ['keys.json', 'keys.json'], ['manifest.json']]) {
      const manifest = JSON.stringify({ ...about, schemaVersion, files: names.map(listed) });
      writeFileSync(join(from, 'manifest.json'), manifest);
      s3.setObject('b1/manifest.json', Buffer.from(manifest));
      for (const location of [from, 's3://tapes/b1']) {
        const words = ['restore', location, '--data-folder', join(root, 'data')];
        const { code, err } = await callCommand(words, environment());
        expect([location, names, code, err]).toEqual([
          location,
          names,
          1,
          expect.stringContaining('list of files of a backup'),
        ]);
      }
    }
    expect(readdirSync(root, { recursive: true })).toEqual(['data']);
  });
});

describe('restore from a folder', () => {
  it('refuses everything that is not a file of its own', async () => {
    const folder = temporaryFolder();
    const from = join(folder.path, 'backup');
    mkdirSync(from);
    const outside = join(folder.path, 'outside');
    writeFileSync(outside, content);
    const manifest = join(from, 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ ...about, schemaVersion, files: [listed('keys.json')] }));
    const restore = () => callCommand(['restore', from, '--data-folder', join(folder.path, 'data')]);

    symlinkSync(outside, join(from, 'keys.json'));
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('keys.json is not a regular file') });
    rmSync(join(from, 'keys.json'));
    mkdirSync(join(from, 'keys.json'));
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('keys.json is not a regular file') });
    rmSync(join(from, 'keys.json'), { recursive: true });
    linkSync(outside, join(from, 'keys.json'));
    renameSync(manifest, join(folder.path, 'elsewhere.json'));
    symlinkSync(join(folder.path, 'elsewhere.json'), manifest);
    expect(await restore()).toMatchObject({
      code: 1,
      err: expect.stringContaining('manifest.json is not a regular file'),
    });
    expect(statSync(outside).size).toBe(content.length);
    expect(readdirSync(join(folder.path, 'data'))).toEqual([]);
    folder.remove();
  });
});
