import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { readConfig, secretsFrom } from '../../config/config.ts';
import type { Config } from '../../config/settings.ts';
import { csfloat } from '../../connectors/csfloat/index.ts';
import { skinport } from '../../connectors/skinport/index.ts';
import { SettingsInForce } from './live-settings.ts';

const secret = 'k-12345678-never-told';

/** Settings from a file and an environment, with what was passed on to the service. */
function settingsOf(environment: Readonly<Record<string, string>> = {}) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, 'data'));
  const file = join(path, 'settings.json');
  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  write({ 'http.port': 7400 });
  const given = { ITEMTAPE_DATA_FOLDER: join(path, 'data'), ...environment };
  const again = () => readConfig({ file, environment: given, flags: {} });
  const read = again();
  const logged: string[] = [];
  const noteMessage = (...messages: unknown[]) => void logged.push(JSON.stringify(messages));
  const open = () =>
    new SettingsInForce({
      ...read,
      again,
      given: secretsFrom(given),
      connectors: [csfloat, skinport],
      log: { info: noteMessage, warn: noteMessage, error: noteMessage },
    });
  const live = open();
  const followed: Config[] = [];
  live.follow(async (config) => {
    followed.push(config);
    return ['csfloat'];
  });
  const stored = join(path, 'data', 'credentials.json');
  const of = (name: string) => live.list().find((one) => one.name === name);
  const credential = (name: string) => live.credentials().find((one) => one.name === name);
  return { path, write, open, live, followed, logged, stored, of, credential };
}

describe('settings that are read again', () => {
  it('apply at once where they can, and are named where they need a restart', async () => {
    const { write, live, followed, of } = settingsOf();
    write({
      'http.port': 7500,
      'log.level': 'debug',
      'backup.folder': '/var/backups/itemtape',
      'publish.folder': '/var/www/lists',
      'publish.bucket': 's3://lists/cs',
    });

    expect(await live.reload()).toEqual({
      changed: ['backup.folder', 'publish.folder', 'publish.bucket', 'log.level'],
      afterRestart: ['http.port'],
      marketplaces: ['csfloat'],
    });
    expect(followed.at(-1)).toMatchObject({ 'http.port': 7400, 'log.level': 'debug' });
    expect(of('http.port')).toMatchObject({ value: 7400, origin: 'file', afterRestart: 7500, isLive: false });
    expect(of('log.level')).toMatchObject({ value: 'debug', origin: 'file', afterRestart: null, isLive: true });
    write({ 'http.port': 7400 });
    expect((await live.reload()).afterRestart).toEqual([]);
    expect(of('log.level')).toMatchObject({ value: 'info', origin: 'default' });
  });

  it.each([
    ['a file that is not JSON', '{"log.level": ', 'is not JSON'],
    ['a setting that there is not', { 'log.levle': 'debug' }, '"log.levle"'],
    ['a wrong value', { 'log.level': 'loud' }, 'must be one of'],
    [
      'what makes no sense together',
      { 'store.url': 'http://x', 'publish.folder': 'a', 'publish.days': 3 },
      'publish.days',
    ],
    ['a server of e-mails that is none', { 'log.level': 'debug', 'alerts.email.server': 'x' }, 'alerts.email.server'],
  ])('stay as they were for %s', async (_, content, words) => {
    const { write, live, followed } = settingsOf();
    const before = live.list();
    write(content);

    await expect(live.reload()).rejects.toThrow(words);
    expect(live.list()).toEqual(before);
    expect(followed).toEqual([]);
  });

  it('replace temporary changes', async () => {
    const { live, of } = settingsOf();
    await expect(live.setLogLevel('loud')).rejects.toThrow('must be one of debug');
    await live.setLogLevel('debug');
    expect(of('log.level')).toMatchObject({ value: 'debug', origin: 'dashboard' });
    await live.reload();
    expect(of('log.level')).toMatchObject({ value: 'info', origin: 'default' });
  });

  it('are shown without users and passwords in addresses', () => {
    const { live } = settingsOf({ ITEMTAPE_STORE_URL: `http://me:${secret}@db:8123` });
    expect(live.list().find(({ name }) => name === 'store.url')?.value).toBe('http://…@db:8123');
    expect(JSON.stringify(live.list())).not.toContain(secret);
  });
});

describe('a credential', () => {
  it('is readable only by its owner, applies at once and after a restart, and is never shown or logged', async () => {
    const { open, live, logged, stored, credential } = settingsOf();
    expect(credential('CSFLOAT_KEY')).toMatchObject({ origin: null, marketplaces: ['CSFloat'], kind: 'credential' });
    expect(await live.keep('CSFLOAT_KEY', ` ${secret}\n`)).toMatchObject({ marketplaces: ['csfloat'] });

    expect(statSync(stored).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(stored, 'utf8'))).toEqual({ CSFLOAT_KEY: secret });
    expect([live.secrets('CSFLOAT_KEY'), open().secrets('CSFLOAT_KEY')]).toEqual([secret, secret]);
    expect(credential('CSFLOAT_KEY')?.origin).toBe('dashboard');
    expect(JSON.stringify([live.credentials(), live.list(), logged])).not.toContain(secret);

    await live.keep('CSFLOAT_KEY', null);
    expect([live.secrets('CSFLOAT_KEY'), credential('CSFLOAT_KEY')?.origin]).toEqual([null, null]);
  });

  it('of the environment takes precedence, and is not overwritten', async () => {
    const { live, credential } = settingsOf({ ITEMTAPE_CSFLOAT_KEY: secret });
    expect(credential('CSFLOAT_KEY')?.origin).toBe('environment');
    await expect(live.keep('CSFLOAT_KEY', 'another-key')).rejects.toThrow('set in the environment');
    expect(live.secrets('CSFLOAT_KEY')).toBe(secret);
  });

  it('in a file that the environment names is read again', async () => {
    const file = { path: '' };
    const { path, remove } = temporaryFolder();
    onTestFinished(remove);
    file.path = join(path, 'key');
    writeFileSync(file.path, 'first-key-of-all\n');
    const { live, credential } = settingsOf({ ITEMTAPE_CSFLOAT_KEY_FILE: file.path });
    writeFileSync(file.path, 'second-key-of-all\n');
    await live.reload();
    expect(live.secrets('CSFLOAT_KEY')).toBe('second-key-of-all');

    rmSync(file.path);
    await expect(live.reload()).rejects.toThrow('cannot be read');
    expect(credential('CSFLOAT_KEY')?.origin).toBe('environment');
    await expect(live.keep('CSFLOAT_KEY', 'another-key')).rejects.toThrow('set in the environment');
    writeFileSync(file.path, 'third-key-of-all\n');
    await live.reload();
    expect(live.secrets('CSFLOAT_KEY')).toBe('third-key-of-all');
  });

  it('that is empty in the file is none', async () => {
    const { live, stored, credential } = settingsOf();
    writeFileSync(stored, '{"CSFLOAT_KEY":""}', { mode: 0o600 });
    await live.reload();
    expect([live.secrets('CSFLOAT_KEY'), credential('CSFLOAT_KEY')?.origin]).toEqual([null, null]);
  });

  it.each([
    ['that nobody asks for', 'PATH', 'x', 'is not a credential'],
    ['that is empty', 'CSFLOAT_KEY', ' ', '1 to 16384 characters'],
    ['that is too long', 'CSFLOAT_KEY', 'x'.repeat(16_385), '1 to 16384 characters'],
    ['that is no way out', 'CSFLOAT_PROXY', `nonsense-${secret}`, 'CSFLOAT_PROXY must be none'],
  ])('%s is refused', async (_, name, value, words) => {
    const { live, followed } = settingsOf();
    const refused = await live.keep(name, value).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refused).toContain(words);
    expect(refused).not.toContain(secret);
    expect([live.secrets(name), followed]).toEqual([null, []]);
  });

  it('in a file that others can read is protected from them, and a damaged file is not quoted', async () => {
    const { live, stored, logged, open } = settingsOf();
    writeFileSync(stored, JSON.stringify({ CSFLOAT_KEY: secret }), { mode: 0o644 });
    await live.reload();
    expect(statSync(stored).mode & 0o777).toBe(0o600);
    expect(logged.join()).toContain('readable by other users');
    expect(live.secrets('CSFLOAT_KEY')).toBe(secret);

    writeFileSync(stored, `{"CSFLOAT_KEY": "${secret}`);
    for (const work of [live.reload(), (async () => open())()]) {
      const outcome = await work.then(String, (error: Error) => error.message);
      expect(outcome).toContain('must hold one object');
      expect(outcome).not.toContain(secret);
    }
    expect(live.secrets('CSFLOAT_KEY')).toBe(secret);
  });
});
