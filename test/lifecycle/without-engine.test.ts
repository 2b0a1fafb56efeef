import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTape } from '#client';
import { lacksDatabase } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { callCommand } from '../support/processes/called.ts';
import { useServedFolder } from '../support/processes/served-folder.ts';
import { readJson, type ServedProcess, startCommand } from '../support/processes/served-process.ts';
import { installWithoutEngine } from '../support/processes/without-engine.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { until } from '../support/time/until.ts';

const name = liquidNames.CS2;
const item = new URLSearchParams({ game: 'CS2', name });

const current = [
  `/v2/items?marketplace=DMarket&${item}`,
  `/v2/items/compare?${item}&fields=full`,
  '/v2/items/search?game=CS2&query=redline&fields=full',
  `/v2/buy-orders?${item}`,
  `/tape/best?${item}`,
  '/tape/deals?game=CS2',
  '/tape/offers?game=CS2',
  '/tape/movers?game=CS2',
  '/tape/ratio?game=CS2',
  '/tape/prices?game=CS2',
  '/tape/marketplaces',
  '/tape/rates',
  '/tape/alerts',
  '/ready',
];

const past = [
  `/v2/sales?marketplace=DMarket&${item}`,
  `/v2/price-history?marketplace=DMarket&${item}`,
  ...['ask', 'bid', 'sale'].map((of) => `/tape/candles?${item}&of=${of}`),
  `/tape/history?${item}`,
  '/tape/conditions',
  ...[`/v2/items?marketplace=DMarket&${item}`, `/v2/items/compare?${item}`, `/tape/best?${item}`].map(
    (path) => `${path}&asOf=${Math.floor(Date.now() / 1000) - 60}`,
  ),
];

const [info, warn, error] = [30, 40, 50];

/** The lines of its log that fit. */
const logged = (service: ServedProcess, fits: (line: { readonly level: number; readonly msg: string }) => boolean) =>
  service
    .out()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(fits);

describe('a service without the embedded database', () => {
  const installed = installWithoutEngine();
  const { folder, key, start } = useServedFolder(9, { COLLECT_ONLY: 'skinport,dmarket', COLLECT_GAMES: 'CS2' });
  afterAll(installed.remove);

  const begin = (more: Readonly<Record<string, string>> = {}) => start(more, installed.program);
  const begun = async (
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly service: ServedProcess; readonly origin: string }> => {
    const service = begin(more);
    const origin = await service.origin;
    await until('offers', async () => {
      const found = await readJson(`${origin}/v2/items?marketplace=DMarket&${item}`, key()).catch(() => null);
      return found?.offers.length > 0;
    });
    return { service, origin };
  };
  const refusalOf = async (address: string, init: RequestInit = {}) => {
    const answer = await fetch(address, { headers: { 'x-api-key': key() }, ...init });
    return [answer.status, answer.headers.get('retry-after'), await answer.json()];
  };
  const refused = [503, null, { error: lacksDatabase, code: 'NO_DATABASE' }];

  const tellsPastIsMissing = async (service: ServedProcess, origin: string): Promise<void> => {
    expect(logged(service, ({ msg }) => msg.includes('no database'))).toMatchObject([
      { level: info, msg: lacksDatabase },
    ]);

    for (const path of current) expect(await readJson(origin + path, key()).catch(String), path).toBeInstanceOf(Object);
    for (const path of past) expect(await refusalOf(origin + path), path).toEqual(refused);
    const operator = readFileSync(join(folder, 'operator.token'), 'utf8').trim();
    const body = JSON.stringify({ table: 'sales', format: 'csv', since: null });
    const headers = { 'x-api-key': operator, 'content-type': 'application/json' };
    expect(await refusalOf(`${origin}/operator/export`, { method: 'POST', headers, body })).toEqual(refused);

    const marketplaces = await readJson(`${origin}/v2/marketplaces`, key());
    const games = marketplaces.flatMap((one: { games: object[] }) => one.games);
    expect(games).toHaveLength(2);
    for (const game of games) expect(game).toMatchObject({ salesCount: 0, priceHistoryDays: 0 });
    const { store } = await readJson(`${origin}/health`);
    expect(store).toMatchObject({ keepsPast: false, writing: true, lastError: null, rowsWaiting: 0, rowsGivenUp: 0 });
    for await (const message of createTape({ url: origin, key: key() }).changes({ games: ['CS2'] }))
      if (message.type === 'offer') break;

    expect(logged(service, ({ level }) => level >= error)).toEqual([]);
  };

  const tellsCommandsAndAssistants = async (origin: string): Promise<void> => {
    const words = ['--url', origin, '--key', key()];
    for (const command of [['history', name, '--marketplace', 'dmarket'], ['conditions']]) {
      const { code, err } = await callCommand([...command, ...words]);
      expect([code, err], command[0]).toEqual([1, `${lacksDatabase}\n`]);
    }
    const call = { name: 'sales', arguments: { game: 'CS2', name, marketplace: 'DMarket' } };
    const told = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    expect(await told.text()).toContain(lacksDatabase);
  };

  const rules = async (origin: string) => await readJson(`${origin}/tape/alerts`, key());
  const makeRule = async (origin: string): Promise<void> => {
    const when = { kind: 'figure', figure: 'ask', game: 'CS2', items: [name], below: 1 };
    const rule = { name: 'cheap', when, target: { kind: 'webhook', url: 'https://example.org/hook' } };
    const created = await fetch(`${origin}/tape/alerts`, {
      method: 'POST',
      headers: { 'x-api-key': key(), 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    });
    expect(created.status).toBe(201);
  };

  it('says so once, serves what is current, refuses the past in one sentence, to commands and assistants too, and keeps keys and alert rules', async () => {
    const { service, origin } = await begun();
    await tellsPastIsMissing(service, origin);
    await tellsCommandsAndAssistants(origin);
    await makeRule(origin);
    const before = await rules(origin);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });

    const second = begin();
    expect(await rules(await second.origin)).toEqual(before);
    const other = begin();
    expect(await other.ended).toEqual({ code: 78, signal: null });
    expect(other.err()).toMatch(/is in use by process/);
    expect(await second.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('is backed up as it runs, on a schedule and when it has stopped, and restored with what is on sale', async () => {
    const storedFolder = testFolder('kept');
    const scheduled = join(storedFolder, 'scheduled');
    mkdirSync(scheduled);
    const { service, origin } = await begun({ BACKUP_FOLDER: scheduled });
    const call = async (words: readonly string[], environment: Readonly<Record<string, string>>) => {
      const command = startCommand(words, environment, installed);
      return { ...(await command.ended), err: command.err() };
    };
    const port = { DATA_FOLDER: folder, HTTP_PORT: new URL(origin).port };
    await until('a scheduled backup', async () =>
      readdirSync(scheduled, { recursive: true }).some((path) => String(path).endsWith('Z/manifest.json')),
    );
    expect(await call(['backup', join(storedFolder, 'running')], port)).toMatchObject({ code: 0 });
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await call(['backup', join(storedFolder, 'stopped')], port)).toMatchObject({ code: 0 });

    for (const location of ['running', 'stopped']) {
      const restored = { DATA_FOLDER: join(storedFolder, `from-${location}`), COLLECT_RELAY: 'http://127.0.0.1:9' };
      expect(await call(['restore', join(storedFolder, location)], restored)).toMatchObject({ code: 0 });
      const heir = begin(restored);
      const found = await readJson(`${await heir.origin}/v2/items?marketplace=DMarket&${item}`, key());
      expect(found.offers.length, location).toBeGreaterThan(0);
      expect(await heir.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    }
  });

  it('refuses settings that need a database', async () => {
    const service = begin({ PUBLISH_DAYS: '1', PUBLISH_FOLDER: join(folder, 'lists') });
    expect(await service.ended).toEqual({ code: 78, signal: null });
    expect(service.err()).toMatch(/^publish.days needs the embedded database, which is not installed here/);
  });

  it('warns of the gap in a past that the data folder already has, and makes no backup that lacks it', async () => {
    const past = join(folder, 'past');
    mkdirSync(past);
    const refusing = begin({ BACKUP_FOLDER: join(folder, 'backups') });
    expect(await refusing.ended).toEqual({ code: 78, signal: null });
    expect(refusing.err()).toMatch(/^backup.folder needs the embedded database, which is not installed here/);
    const service = begin();
    const origin = await service.origin;
    expect(logged(service, ({ msg }) => msg.includes('no database'))).toMatchObject([
      { level: warn, folder: past, msg: expect.stringMatching(/stays as it is, and gets a gap/) },
    ]);
    const operator = readFileSync(join(folder, 'operator.token'), 'utf8').trim();
    const asked = { method: 'POST', headers: { 'x-api-key': operator } };
    expect(await refusalOf(`${origin}/operator/backup`, asked)).toEqual(refused);
    rmSync(past, { recursive: true });
  });

  it('starts without the library of the package, and not with one that cannot be loaded', async () => {
    installed.add('node-api');
    installed.add('node-bindings');
    const without = begin();
    expect(await readJson(`${await without.origin}/health`)).toMatchObject({ store: { keepsPast: false } });
    await without.stop('SIGTERM');

    installed.add('node-bindings-linux-x64');
    const service = begin();
    expect(await service.ended).toEqual({ code: 78, signal: null });
    expect(service.err()).toMatch(
      /^the embedded database cannot be loaded \(.*libduckdb.*\); reinstall the package @duckdb\/node-api/,
    );
  });
});
