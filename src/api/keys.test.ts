import { execFileSync } from 'node:child_process';
import fs, {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needing } from '../../test/support/runner/needs.ts';
import { KeyFileError, replaceFile } from './key-file.ts';
import { openKeys } from './keys.ts';

const now = () => 1_790_000_000_000;
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-keys-'));
  file = join(folder, 'data', 'keys.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyRequest = (name: string) => ({ name, websocketAccess: true });

describe('keys', () => {
  it('a new key has 256 random bits, is shown once and kept only as its hash', async () => {
    const keys = openKeys({ file, now });

    const { text, key } = await keys.create(keyRequest('phone'));

    expect(text).toMatch(/^it_[A-Za-z0-9_-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'phone',
      prefix: text.slice(0, 8),
      createdAt: now(),
      revokedAt: null,
      rights: { websocketAccess: true },
    });
    expect(readFileSync(file, 'utf8')).not.toContain(text.slice(9));
    expect(keys.list()).toEqual([key]);
  });

  it('only the owner can read the file, and no other files are left', async () => {
    const keys = openKeys({ file, now });

    await keys.create(keyRequest('a'));
    await keys.create(keyRequest('b'));

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['keys.json']);
  });

  needing('the user root').it('keys changed by root still belong to the user of the service', async () => {
    mkdirSync(join(folder, 'data'));
    chownSync(join(folder, 'data'), 1234, 1235);
    const keys = openKeys({ file, now });
    const owner = () => [statSync(file).uid, statSync(file).gid, statSync(file).mode & 0o777];

    const { key } = await keys.create(keyRequest('phone'));
    expect(owner()).toEqual([1234, 1235, 0o600]);
    chownSync(file, 1236, 1237);
    await keys.revoke(key.id);
    expect(owner()).toEqual([1236, 1237, 0o600]);
  });

  it('tells missing, wrong, valid and revoked keys apart', async () => {
    const keys = openKeys({ file, now });
    const { text, key } = await keys.create({ name: 'phone', websocketAccess: false });

    expect(keys.check(undefined)).toEqual({ state: 'missing' });
    expect(keys.check('')).toEqual({ state: 'missing' });
    expect(keys.check('it_wrong')).toEqual({ state: 'invalid' });
    expect(keys.check('x'.repeat(100_000))).toEqual({ state: 'invalid' });
    expect(keys.check(text)).toMatchObject({ state: 'ok', key: { id: key.id, rights: { websocketAccess: false } } });

    await keys.revoke('phone');
    expect(keys.check(text)).toEqual({ state: 'disabled' });
    expect(keys.list()[0]?.revokedAt).toBe(now());
  });

  it('keys created and revoked by another process apply immediately', async () => {
    const service = openKeys({ file, now });
    const command = openKeys({ file, now });

    const { text, key } = await command.create(keyRequest('phone'));
    await pause(5);
    expect(service.check(text).state).toBe('ok');

    await command.revoke(key.id);
    await pause(5);
    expect(service.check(text)).toEqual({ state: 'disabled' });
  });

  it('a revocation by a real other process applies immediately', async () => {
    const service = openKeys({ file, now });
    const { text, key } = await service.create(keyRequest('phone'));
    expect(service.check(text).state).toBe('ok');

    const content = JSON.parse(readFileSync(file, 'utf8'));
    content.keys[0].revokedAt = 1;
    const replace = `const fs = require('fs'); fs.writeFileSync(process.argv[1] + '.x', process.argv[2]); fs.renameSync(process.argv[1] + '.x', process.argv[1])`;
    execFileSync(process.execPath, ['-e', replace, file, JSON.stringify(content)]);

    expect(service.check(text)).toEqual({ state: 'disabled' });
    expect(service.list()[0]?.id).toBe(key.id);
  });

  it('concurrent creations by several processes lose nothing', async () => {
    const openers = [1, 2, 3, 4].map(() => openKeys({ file, now }));

    await Promise.all(
      openers.flatMap((keys, i) => [keys.create(keyRequest(`a${i}`)), keys.create(keyRequest(`b${i}`))]),
    );

    const names = openKeys({ file, now })
      .list()
      .map(({ name }) => name);
    expect(names.sort()).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2', 'b3']);
  });

  it('keys of another file put in its place apply, even if its size and time are the same', async () => {
    const other = join(folder, 'other', 'keys.json');
    const [keys, others] = [openKeys({ file, now }), openKeys({ file: other, now })];
    const [own, added] = [await keys.create(keyRequest('phone')), await others.create(keyRequest('phone'))];
    for (const one of [file, other]) utimesSync(one, 1_700_000_000, 1_700_000_000);
    const before = keys.changes();
    renameSync(other, file);
    await expect.poll(keys.changes).toBe(before + 1);
    expect([keys.check(own.text).state, keys.check(added.text).state]).toEqual(['invalid', 'ok']);
  });

  it('a file that cannot be replaced is named, and nothing is left beside it', () => {
    mkdirSync(file, { recursive: true });
    expect(() => replaceFile(file, 'x')).toThrow(/keys\.json cannot be written: /);
    expect(readdirSync(dirname(file))).toEqual(['keys.json']);
  });

  it('a lock left by a process that died does not hold others up for good', async () => {
    const keys = openKeys({ file, now });
    await keys.create(keyRequest('a'));
    writeFileSync(`${file}.lock`, '');

    await keys.create(keyRequest('b'));

    expect(keys.list()).toHaveLength(2);
  });

  it('names are unique among keys in use, and a revoked name is free again', async () => {
    const keys = openKeys({ file, now });
    const first = await keys.create(keyRequest('phone'));

    await expect(keys.create(keyRequest('phone'))).rejects.toThrow(/exists already/);
    await expect(keys.create(keyRequest('  '))).rejects.toThrow(/give 1 to 64/);
    await keys.revoke('phone');
    const second = await keys.create(keyRequest('phone'));
    await keys.revoke('phone');

    expect([keys.check(first.text).state, keys.check(second.text).state]).toEqual(['disabled', 'disabled']);
    await expect(keys.revoke('tablet')).rejects.toThrow(/no key has the id or name "tablet"; there are phone/);
  });

  it('a broken file is refused with its name and what to do', async () => {
    await openKeys({ file, now }).create(keyRequest('a'));

    for (const broken of ['{', '{"version":2,"keys":[]}', '{"version":1,"keys":[{"id":"x"}]}', '']) {
      writeFileSync(file, broken);
      expect(() => openKeys({ file, now })).toThrow(/keys\.json is not .*restore a copy/);
    }
    rmSync(file);
    symlinkSync(file, file);
    expect(() => openKeys({ file, now })).toThrow(/keys\.json cannot be read: .*let this user read it/);
  });

  it.each<readonly [string, (text: string) => void]>([
    ['cut short', (text) => writeFileSync(file, text.slice(0, -5))],
    ['emptied', () => writeFileSync(file, '')],
    ['not readable', () => mkdirSync(file)],
    ['not to be found out about', () => symlinkSync(file, file)],
    ['a pipe, which nobody writes', () => void execFileSync('mkfifo', [file])],
  ])(
    'a file that is %s leaves the keys as they were, is told once, and counts again when it is whole',
    async (_, spoil) => {
      const logged: string[] = [];
      const note = (fields: object, text: string) => void logged.push(`${text} ${JSON.stringify(fields)}`);
      const keys = openKeys({ file, now, log: { info: note, error: note } });
      const [stored, revoked] = [await keys.create(keyRequest('kept')), await keys.create(keyRequest('revoked'))];
      await keys.revoke('revoked');
      const whole = readFileSync(file, 'utf8');
      const states = () => [stored, revoked].map(({ text }) => keys.check(text).state);

      rmSync(file);
      spoil(whole);
      for (let look = 0; look < 20; look += 1) {
        await pause(5);
        expect(states()).toEqual(['ok', 'disabled']);
      }
      expect(keys.trouble()).toMatch(/keys\.json/);
      expect(keys.list()).toHaveLength(2);
      await expect(keys.create(keyRequest('more'))).rejects.toThrow(KeyFileError);
      expect(logged).toEqual([expect.stringContaining('keys unreadable; the last ones read stay in force')]);

      rmSync(file, { recursive: true });
      const mended = whole.replace('"revokedAt": null', '"revokedAt": 1');
      writeFileSync(file, mended);
      await pause(300);
      expect(states()).toEqual(['disabled', 'disabled']);
      expect(keys.trouble()).toBeNull();
      expect(logged.slice(1)).toEqual([expect.stringContaining('readable again')]);
    },
  );

  it('are reread when asked whether they can be read, though nobody uses a key', async () => {
    const keys = openKeys({ file, now });
    await keys.create(keyRequest('kept'));
    const whole = readFileSync(file, 'utf8');

    writeFileSync(file, '{');
    expect(keys.trouble()).toMatch(/is not JSON/);

    writeFileSync(file, whole);
    await pause(300);
    expect(keys.trouble()).toBeNull();
  });

  it('a running service without its key file lets nobody in', async () => {
    const keys = openKeys({ file, now });
    const { text } = await keys.create(keyRequest('a'));

    rmSync(file);
    await pause(5);

    expect(keys.check(text)).toEqual({ state: 'invalid' });
  });
});

describe('a listener with a key', () => {
  const waits = async (ended: () => boolean) => {
    for (let waited = 0; !ended() && waited < 120_000; waited += 10) await pause(10);
    return ended();
  };

  it('is notified when the key is revoked here or by another process, or may no longer listen', async () => {
    const keys = openKeys({ file, now });
    const ended: string[] = [];
    for (const name of ['here', 'elsewhere', 'restricted', 'left', 'kept']) {
      const { text } = await keys.create(keyRequest(name));
      const stop = keys.onEnd(text, () => ended.push(name));
      if (name === 'left') stop();
    }

    await keys.revoke('here');
    expect(ended).toEqual(['here']);
    await openKeys({ file, now }).revoke('elsewhere');
    expect(await waits(() => ended.length === 2)).toBe(true);
    const content = JSON.parse(readFileSync(file, 'utf8'));
    content.keys[2].rights.websocketAccess = false;
    content.keys[3].revokedAt = 1;
    writeFileSync(file, JSON.stringify(content));
    expect(await waits(() => ended.length === 3)).toBe(true);

    expect(ended).toEqual(['here', 'elsewhere', 'restricted']);
  });

  it('is notified when the session of a browser expires', async () => {
    let at = now();
    const keys = openKeys({ file, now: () => at });
    let isEnded = false;
    const { text } = await keys.sessions.open('operator', { browser: null, system: null });
    keys.onEnd(text, () => {
      isEnded = true;
    });
    await pause(300);
    expect(isEnded).toBe(false);

    at += 31 * 86_400_000;
    expect(await waits(() => isEnded)).toBe(true);
  });

  it('checks the file a few times per second, for a thousand listeners as for one', async () => {
    const keys = openKeys({ file, now });
    const { text } = await keys.create(keyRequest('shared'));
    const stops = Array.from({ length: 1_000 }, () => keys.onEnd(text, () => {}));
    const { statSync } = fs;
    let traits = 0;
    const counted: typeof statSync = Object.assign((...of: Parameters<typeof statSync>) => {
      traits += 1;
      return statSync(...of);
    }, statSync);
    Object.assign(fs, { statSync: counted });
    syncBuiltinESMExports();
    try {
      const from = performance.now();
      await pause(1_100);
      expect(traits).toBeGreaterThan(0);
      expect(traits).toBeLessThan((performance.now() - from) / 140);
      for (const stop of stops) stop();
      await pause(300);
      traits = 0;
      await pause(600);
      expect(traits).toBe(0);
    } finally {
      Object.assign(fs, { statSync });
      syncBuiltinESMExports();
    }
  });
});
