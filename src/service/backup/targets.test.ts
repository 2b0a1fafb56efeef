import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3 } from '../../../test/support/servers/s3-server.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { fileFrame, lineFrame, readFrames } from './frames.ts';
import { readManifest } from './manifest.ts';
import { openTarget } from './open-target.ts';
import { receiveBackup } from './receive.ts';
import type { BackupTarget } from './target.ts';

const account = {
  endpoint: 'http://127.0.0.1:9',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a/secret+with=marks',
  region: 'eu-test-1',
};
const megabyte = 2 ** 20;

async function* pieces(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

const sumOf = async (content: Buffer) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(content))).toString('hex');

const manifestOf = async (files: Readonly<Record<string, Buffer>>) => ({
  format: 1 as const,
  schemaVersion: 2,
  createdAt: '2026-01-15T12:00:00.000Z',
  serviceVersion: '0.0.0',
  files: await Promise.all(
    Object.entries(files).map(async ([name, content]) => ({
      name,
      bytes: content.length,
      sha256: await sumOf(content),
    })),
  ),
});

/** A backup of these files as sent, in pieces of any length. */
async function* sent(files: Readonly<Record<string, Buffer>>, manifest: object): AsyncGenerator<Uint8Array> {
  const lines: Buffer[] = [];
  for (const [file, content] of Object.entries(files)) {
    lines.push(lineFrame({ progress: file, bytes: 1 }), lineFrame({ file, bytes: content.length }), content);
  }
  lines.push(Buffer.from(`${JSON.stringify({ manifest })}\n`));
  yield* pieces(Buffer.concat(lines), 7_777);
}

const running = new AbortController().signal;
const receive = async (files: Readonly<Record<string, Buffer>>, target: BackupTarget, manifest?: object) =>
  await receiveBackup(
    async () => sent(files, manifest ?? (await manifestOf(files))),
    target,
    running,
    () => {},
  );

describe('frames', () => {
  const read = async (source: AsyncIterable<Uint8Array>) => {
    const seen: string[] = [];
    for await (const frame of readFrames(source)) {
      if (frame.kind !== 'file') seen.push(frame.kind);
      else for await (const piece of frame.content) seen.push(Buffer.from(piece).toString());
    }
    return seen;
  };
  const text = (...parts: (string | Buffer)[]) => pieces(Buffer.concat(parts.map((part) => Buffer.from(part))), 3);

  it('are read whatever pieces they come in', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder.path, 'a'), 'one\ntwo');
    const all: Uint8Array[] = [];
    for await (const piece of fileFrame('a', join(folder.path, 'a'))) all.push(piece);
    const source = text(Buffer.concat(all), lineFrame({ progress: 'b', bytes: 2 }), lineFrame({ end: true }));
    folder.remove();

    expect((await read(source)).join('')).toBe('one\ntwoprogressend');
  });

  it.each([
    ['a file that is too short', text(lineFrame({ file: 'a', bytes: 9 }), 'abc'), 'broke off 6 bytes before'],
    ['no last line', text(lineFrame({ progress: 'a', bytes: 9 })), 'the copy broke off before its end'],
    ['half a line', text('{"end"'), 'the copy broke off before its end'],
    ['something else', text('<html>\n'), 'the received data is not a copy: "<html>"'],
    ['an error of the sender', text(lineFrame({ error: 'the disk is full' })), 'the disk is full'],
  ])('are refused with %s', async (_, source, message) => {
    await expect(read(source)).rejects.toThrow(message);
  });
});

describe('a backup in a folder', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const files = { 'keys.json': Buffer.from('{}'), 'offers.parquet': randomBytes(300_000) };

  it('is complete and readable only by its owner', async () => {
    const to = join(folder.path, 'new', 'whole');
    await receive(
      files,
      openTarget(to, () => account),
    );

    expect(readdirSync(to).sort()).toEqual(['keys.json', 'manifest.json', 'offers.parquet']);
    expect(readFileSync(join(to, 'offers.parquet')).equals(files['offers.parquet'])).toBe(true);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    expect(statSync(join(to, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, 'new'))).toEqual(['whole']);
  });

  it('can replace an empty folder, nothing else', async () => {
    const to = join(folder.path, 'taken');
    mkdirSync(to);
    await receive(
      files,
      openTarget(to, () => account),
    );
    await expect(
      receive(
        files,
        openTarget(to, () => account),
      ),
    ).rejects.toThrow(`${to} already holds a backup`);

    const other = join(folder.path, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'dear');
    await expect(
      receive(
        files,
        openTarget(other, () => account),
      ),
    ).rejects.toThrow(`${other} holds something else (letter.txt)`);
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });

  it('leaves nothing when the data was changed in transit', async () => {
    const to = join(folder.path, 'changed');
    const manifest = await manifestOf({ ...files, 'keys.json': Buffer.from('[]') });

    await expect(
      receive(
        files,
        openTarget(to, () => account),
        manifest,
      ),
    ).rejects.toThrow('keys.json changed on the way');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('changed'))).toEqual([]);
  });

  it('removes what a dead process left of it, and nothing of a running one', async () => {
    const to = join(folder.path, 'again');
    // Above the largest process id on Linux
    mkdirSync(`${to}.unfinished-4999999`);
    mkdirSync(`${to}.unfinished-1`);
    await receive(
      files,
      openTarget(to, () => account),
    );

    expect(existsSync(`${to}.unfinished-4999999`)).toBe(false);
    expect(existsSync(`${to}.unfinished-1`)).toBe(true);
  });
});

describe('a backup in an S3-compatible store', () => {
  const folder = temporaryFolder();
  let s3: S3Server;
  const at = (target: string, change: Partial<typeof account> = {}) =>
    openTarget(target, () => ({ ...account, ...change, endpoint: s3.origin }));

  beforeAll(async () => {
    s3 = await startS3('tapes', account);
  });
  afterAll(async () => {
    await s3.stop();
    folder.remove();
  });

  it('is written with signed requests, large files in parts, and read back the same', async () => {
    const files = { 'keys.json': Buffer.from('{}'), 'offers.parquet': randomBytes(20 * megabyte + 5) };
    const target = at('s3://tapes/nightly/first one');
    s3.failPuts(2);
    await receive(files, target);

    expect(s3.completedUploads()).toBe(1);
    expect(s3.openUploads()).toBe(0);
    expect([...s3.objects.keys()].sort()).toEqual([
      'nightly/first one/keys.json',
      'nightly/first one/manifest.json',
      'nightly/first one/offers.parquet',
    ]);
    expect(readManifest(await target.manifest(), target.name).files).toHaveLength(2);
    const fetched = readFileSync(await target.fetch('offers.parquet', folder.path));
    expect(fetched.equals(files['offers.parquet'])).toBe(true);
    await expect(receive(files, target)).rejects.toThrow('s3://tapes/nightly/first one already holds a backup');
  });

  it('leaves nothing when it fails', async () => {
    const files = { 'keys.json': Buffer.from('{}'), 'offers.parquet': randomBytes(9 * megabyte) };
    const manifest = await manifestOf({ ...files, 'keys.json': Buffer.from('[]') });
    await expect(receive(files, at('s3://tapes/broken'), manifest)).rejects.toThrow('changed on the way');
    s3.failPuts(1_000);
    await expect(receive(files, at('s3://tapes/broken'))).rejects.toThrow('SlowDown');
    s3.failPuts(0);

    expect([...s3.objects.keys()].filter((key) => key.startsWith('broken'))).toEqual([]);
    expect(s3.openUploads()).toBe(0);
  });

  it('can be written over the leftovers of a killed one, but not where something else is', async () => {
    s3.setObject('left/offers.parquet', Buffer.from('half'));
    s3.setObject('left/tape-0000000000000001.tape', Buffer.from('half'));
    s3.setObject('left/tape-0000000000000007.open', Buffer.from('half'));
    await receive({ 'keys.json': Buffer.from('{}') }, at('s3://tapes/left'));
    s3.setObject('mine/photo.jpg', Buffer.from('jpg'));

    await expect(receive({}, at('s3://tapes/mine'))).rejects.toThrow('holds something else (photo.jpg)');
    await expect(at('s3://tapes/mine').manifest()).rejects.toThrow('there is no manifest.json under s3://tapes/mine');
  });

  it('reports what is wrong with the account, the bucket and the place', async () => {
    await expect(receive({}, at('s3://tapes/x', { secretAccessKey: 'wrong' }))).rejects.toThrow(
      / for s3:\/\/tapes\/x failed: .*AWS_SECRET_ACCESS_KEY/,
    );
    await expect(receive({}, at('s3://nothing/x'))).rejects.toThrow('there is no bucket nothing');
    expect(() => at('s3://tapes')).toThrow('"s3://tapes" is not a place for a backup');
    expect(() => at('s3://tapes/a (copy)')).toThrow('without any of');
    expect(() => at('ftp://tapes/x')).toThrow('"ftp://tapes/x" is not a place for a backup');
  });
});

describe('a manifest', () => {
  it.each([
    ['{', 'is not JSON'],
    ['{"format":2}', 'has format 2, and this release reads formats up to 1'],
    ['{"format":1}', 'is not the list of files of a backup'],
    [
      '{"format":1,"schemaVersion":2,"createdAt":"","serviceVersion":"","files":[{"name":"../x","bytes":1,"sha256":""}]}',
      'is not the list of files of a backup',
    ],
  ])('like %s is refused', (text, message) => {
    expect(() => readManifest(text, '/somewhere')).toThrow(message);
  });
});
