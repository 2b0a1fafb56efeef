import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, secretsFrom } from './config.ts';
import { environmentName, flagName, settingKeys } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'itemtape-config-'));

const fileWith = (content: string): string => {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, content);
  return file;
};

describe('settings', () => {
  it('have one name in three spellings', () => {
    expect(environmentName('api.cacheSeconds')).toBe('ITEMTAPE_API_CACHE_SECONDS');
    expect(flagName('api.cacheSeconds')).toBe('api-cache-seconds');
    expect(environmentName('alerts.email.from')).toBe('ITEMTAPE_ALERTS_EMAIL_FROM');
    expect(new Set(settingKeys.map(environmentName)).size).toBe(settingKeys.length);
    // Names that a shell, a systemd unit and a container can all set
    for (const key of settingKeys) expect(environmentName(key)).toMatch(/^[A-Z][A-Z0-9_]*$/);
    for (const key of settingKeys) expect(flagName(key)).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  it('are read from the file, overridden by the environment, overridden by flags', () => {
    // With the byte order mark that editors on Windows write
    const file = fileWith('\uFEFF{"http.port": 1, "api.cacheSeconds": 2, "log.level": "warn"}');

    const { config, origins, problems } = readConfig({
      file,
      environment: { HTTP_PORT: '3', API_CACHE_SECONDS: '4' },
      flags: { 'http-port': '5' },
    });

    expect(config).toMatchObject({
      'http.port': 5,
      'api.cacheSeconds': 4,
      'log.level': 'warn',
      'http.host': '127.0.0.1',
    });
    expect(origins).toMatchObject({
      'http.port': 'flag',
      'api.cacheSeconds': 'environment',
      'log.level': 'file',
      'http.host': 'default',
    });
    expect(problems).toEqual([]);
  });

  it('are read by their short names in the environment if the prefixed ones are not set', () => {
    const environment = { ITEMTAPE_HTTP_PORT: '1', HTTP_PORT: '2', LOG_LEVEL: 'warn' };

    const { config, origins, problems } = readConfig({ file: null, environment, flags: {} });

    expect(config).toMatchObject({ 'http.port': 1, 'log.level': 'warn' });
    expect(origins).toMatchObject({ 'http.port': 'environment', 'log.level': 'environment', 'http.host': 'default' });
    expect(problems).toEqual([]);
  });

  it('may name the schema of their file', () => {
    const file = fileWith('{"$schema": "./docs/settings.schema.json", "http.port": 1}');

    expect(readConfig({ file, environment: {}, flags: {} })).toMatchObject({
      problems: [],
      config: { 'http.port': 1 },
    });
  });

  it('of the address for readers must be one', () => {
    const problemsOf = (address: string) =>
      readConfig({ file: null, environment: { HTTP_PUBLIC_ADDRESS: address }, flags: {} }).problems;

    expect(problemsOf('https://tape.example.org')).toEqual([]);
    expect(problemsOf('tape.example.org')).toEqual([expect.stringContaining('http.publicAddress must be')]);
  });

  it('that are nested get a hint at the flat names', () => {
    const file = fileWith('{"http": {"port": 1, "host": "::1"}, "http2": {"port": 1}}');

    expect(readConfig({ file, environment: {}, flags: {} }).problems).toEqual([
      `"http" in ${file} is not a setting; settings are not nested, write "http.port" and "http.host"`,
      `"http2" in ${file} is not a setting; \`itemtape config print\` lists them`,
    ]);
  });

  it.each([
    ['HTTP_PROT', ['HTTP_PORT']],
    ['HTTP_PRT', ['HTTP_PORT']],
    ['HTTPP_PORT', ['HTTP_PORT']],
    ['HTTP_PORD', ['HTTP_PORT']],
    ['HTTP_PORT', []],
    ['ITEMTAPE_HTTP_PORT', []],
    ['ITEMTAPE_HTTP_PROT', ['ITEMTAPE_HTTP_PORT']],
    ['ITEMTAPE_KEY', []],
    ['ITEMTAPE_PORT', []],
    ['HTTP_PROXY', []],
    ['HTTP_PARTS', []],
    ['PORT', []],
    ['', []],
  ])('in the environment, %j raises doubts about %j', (name, suggestions) => {
    const { doubts, problems } = readConfig({ file: null, environment: { [name]: '7400' }, flags: {} });

    expect(doubts).toEqual(
      suggestions.map((one) => `${name} in the environment is not a setting; did you mean ${one}?`),
    );
    expect(problems).toEqual([]);
  });

  it('accept lists as comma-separated text or arrays, and booleans as words', () => {
    const { config } = readConfig({
      file: fileWith('{"collect.only": ["SkinPort"]}'),
      environment: { COLLECT_GAMES: 'CS2, Rust', STORE_FSYNC: '1' },
      flags: {},
    });

    expect(config).toMatchObject({
      'collect.only': ['SkinPort'],
      'collect.games': ['CS2', 'Rust'],
      'store.fsync': true,
    });
  });

  it.each([
    [{ HTTP_PORT: 'eighty' }, 'HTTP_PORT is "eighty", but must be a whole number from 0 to 65535'],
    [{ HTTP_PORT: '70000' }, 'HTTP_PORT is "70000", but must be a whole number from 0 to 65535'],
    [{ ITEMTAPE_HTTP_PORT: 'eighty' }, 'ITEMTAPE_HTTP_PORT is "eighty", but must be a whole number from 0 to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of debug, info, warn, error, silent'],
    [{ STORE_FSYNC: 'maybe' }, 'STORE_FSYNC is "maybe", but must be true or false'],
  ])('say what is wrong with %j', (environment, problem) => {
    expect(readConfig({ file: null, environment, flags: {} }).problems).toEqual([problem]);
  });

  it('quote nothing of an address, which can contain a password', () => {
    const file = fileWith('{"store.url": ["http://me:s3cret@db"], "cluster.nats": [7, "nats://me:s3cret@a"]}');

    expect(readConfig({ file, environment: {}, flags: {} }).problems).toEqual([
      `"store.url" in ${file} must be text`,
      `"cluster.nats" in ${file} must be a list, or comma-separated words`,
    ]);
  });

  it('of a cluster say what contradicts each other', () => {
    const problemsOf = (environment: Record<string, string>, flags: Record<string, string> = {}): readonly string[] =>
      readConfig({ file: null, environment, flags }).problems;
    const cluster = { CLUSTER_NATS: 'nats://10.0.0.2:4222', STORE_URL: 'http://10.0.0.3:8123' };

    expect(problemsOf({})).toEqual([]);
    expect(problemsOf(cluster, { roles: 'serve,store' })).toEqual([]);
    expect(problemsOf({}, { roles: 'serve' })).toEqual([expect.stringContaining('set cluster.nats as well')]);
    expect(problemsOf({ CLUSTER_NATS: 'nats://a:4222' })).toEqual([expect.stringContaining('set store.url')]);
    expect(problemsOf(cluster, { roles: 'serv' })).toEqual([expect.stringContaining('collect, serve, store')]);
    expect(problemsOf(cluster, { roles: '' })).toEqual([expect.stringContaining('is empty')]);
    expect(problemsOf({ ...cluster, CLUSTER_REPLICAS: '2' })).toEqual([expect.stringContaining('1, 3 or 5')]);
    expect(problemsOf({ ...cluster, CLUSTER_NAME: 'a.b' })).toEqual([expect.stringContaining('letters')]);
  });

  it.each([
    ['SINKS_POSTGRES_URL', 'http://db', 'must be an address such as postgres://'],
    ['SINKS_NATS_SERVERS', 'nats://user:word@a:4222', 'contains credentials'],
    ['SINKS_NATS_STREAM', 'a.b', 'letters, digits'],
    ['SINKS_CHANNELS', 'offers,orders', 'can only name offers'],
  ])('refuses %s of %s', (name, value, problem) => {
    const { problems } = readConfig({ file: null, environment: { [name]: value }, flags: {} });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join()).not.toContain('word@');
  });

  it('say what is wrong with the file', () => {
    const problemsOf = (file: string) => readConfig({ file, environment: {}, flags: {} }).problems.join();

    expect(problemsOf(join(folder, 'absent.json'))).toMatch(/does not exist/);
    expect(problemsOf(folder)).toMatch(/cannot be read/);
    expect(problemsOf(fileWith('{'))).toMatch(/is not JSON/);
    expect(problemsOf(fileWith('[]'))).toMatch(/must hold one object/);
    expect(problemsOf(fileWith('{"http.prot": 1}'))).toMatch(/"http.prot" in .* is not a setting/);
  });
});

describe('secrets', () => {
  it('come from the environment, or from the file it names', () => {
    const secrets = secretsFrom({ ONE_KEY: 'abc', TWO_KEY_FILE: fileWith('def\n'), EMPTY_KEY: '' });

    expect([secrets('ONE_KEY'), secrets('TWO_KEY'), secrets('EMPTY_KEY'), secrets('NO_KEY')]).toEqual([
      'abc',
      'def',
      null,
      null,
    ]);
  });

  it('have no blanks or line feeds at their ends, from the environment as from files', () => {
    const secrets = secretsFrom({ ONE_KEY: ' abc\r\n', TWO_KEY: '\n', TWO_KEY_FILE: fileWith('\ndef ') });

    expect([secrets('ONE_KEY'), secrets('TWO_KEY')]).toEqual(['abc', 'def']);
  });

  it('prefer the name with the prefix, as value or file', () => {
    const secrets = secretsFrom({
      ITEMTAPE_ONE_KEY_FILE: fileWith('abc\n'),
      ONE_KEY: 'def',
      TWO_KEY: 'ghi',
      ITEMTAPE_TWO_KEY: '',
    });

    expect([secrets('ONE_KEY'), secrets('TWO_KEY')]).toEqual(['abc', 'ghi']);
  });

  it('name the file that cannot be read', () => {
    expect(() => secretsFrom({ ONE_KEY_FILE: join(folder, 'absent') })('ONE_KEY')).toThrow(
      /ONE_KEY_FILE names .* cannot be read/,
    );
  });
});
