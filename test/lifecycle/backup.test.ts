import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/runtime/log.ts';
import { type Game, games } from '../../src/schema/index.ts';
import { lineFrame } from '../../src/service/backup/frames.ts';
import { readOperatorToken } from '../../src/service/operator-token.ts';
import { type Service, startService } from '../../src/service/service.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { DuckEngine } from '../../src/store/duckdb/engine.ts';
import { schemaVersion } from '../../src/store/duckdb/schema.ts';
import { snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { type Answers, answersOf, differences } from '../support/api/answers.ts';
import { callCommand } from '../support/processes/called.ts';
import {
  createKey,
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  runCommand,
  type ServedProcess,
  serve,
  startCommand,
} from '../support/processes/served-process.ts';
import { fewItems, readStoredState } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { longRun } from '../support/runner/long-run.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { startS3 } from '../support/servers/s3-server.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { until } from '../support/time/until.ts';

const nowhere = 'http://127.0.0.1:9';
/** After this time, received data is in the store; on a busy machine where it takes longer, the test tries again. */
const writtenMs = 2_500;
const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-test-1' };

// The third item of CS2 has variants
const chosen: Readonly<Record<Game, readonly number[]>> = { CS2: [0, 2], Dota2: [0], Rust: [0], TF2: [0] };
const names = games.flatMap((game) =>
  fewItems[game].filter((_, at) => longRun || chosen[game].includes(at)).map(({ name }) => ({ game, name })),
);

/** Price history with every point, and from the roll-ups. */
const windows = [
  ['1', '1000'],
  ['365', '50'],
  ...(longRun
    ? ([
        ['7', '20'],
        ['30', '1000'],
      ] as const)
    : []),
] as const;

/** In the short form some that have lists, lookups, feeds and every game. */
const someConnectors = defaultConnectors.filter(
  ({ slug }) => longRun || ['skinport', 'dmarket', 'csgoempire', 'shadowpay', 'market-csgo', 'bitskins'].includes(slug),
);

describe('a backup', () => {
  const folder = testFolder('backup');
  const at = (name: string) => join(folder, name);
  const environment: Readonly<Record<string, string>> = {
    ...playedCredentials(),
    // One more that has terms which can be set
    COLLECT_ONLY: `${fewMarketplaces.COLLECT_ONLY},csfloat`,
    ALERTS_ALLOW_PRIVATE: 'true',
  };
  let stage: Stage;
  let service: ServedProcess;
  let key: string;
  let origin: string;
  let portOf: Readonly<Record<string, string>>;
  let frozenAt: number | null = null;
  const now = () => frozenAt ?? Date.now();

  beforeAll(async () => {
    const world = createWorld({ seed: 23, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now });
    key = await createKey(at('data'));
    service = serve({ folder: at('data'), relay: stage.origin, environment });
    origin = await service.origin;
    portOf = { DATA_FOLDER: at('data'), HTTP_PORT: new URL(origin).port };
    await until('stored offers, sales and price points', async () => {
      const { offers, sales, points } = await readStoredState(origin, key);
      return offers.size > 0 && sales.size > 0 && points.size > 0;
    });
    // Matches nothing on sale, so that the alert never fires
    const when = { kind: 'figure', figure: 'ask', game: 'CS2', items: [names[0]?.name], below: 0.01 };
    const rule = { name: 'kept', when, target: { kind: 'webhook', url: `${nowhere}/hook` } };
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const made = await fetch(`${origin}/tape/alerts`, { method: 'POST', headers, body: JSON.stringify(rule) });
    expect(made.status).toBe(201);
    const bought = { transactions: [{ game: 'CS2', name: names[0]?.name, quantity: 2, price: 1.5 }] };
    const url = `${origin}/tape/holdings/transactions`;
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(bought) })).status).toBe(201);
    const sent = { marketplace: 'CSFloat', setting: 'fees.seller', value: '3' };
    const own = { 'x-api-key': readOperatorToken(at('data')) ?? '', 'content-type': 'application/json' };
    const set = await fetch(`${origin}/operator/terms`, { method: 'POST', headers: own, body: JSON.stringify(sent) });
    expect(set.status).toBe(200);
  });
  afterAll(async () => {
    await killAll();
    await stage.close();
  });

  const startHere = (dataFolder: string, relay: string): Promise<Service> => {
    const { config } = readConfig({ file: null, environment: {}, flags: {} });
    return startService({
      config: {
        ...config,
        'data.folder': dataFolder,
        'http.port': 0,
        'api.cacheSeconds': 0,
        // No request waits for marketplaces that do not answer
        'api.lookupMilliseconds': 0,
        'collect.relay': relay,
        'collect.enable': ['all'],
      },
      connectors: someConnectors,
      secrets: (name) => environment[name] ?? null,
      log: createLog({ level: 'silent', format: 'json', write: () => {} }),
      now,
      random: seededNumbers(),
      isPlayed: false,
    });
  };

  /** The answers of a service that collects nothing. */
  const answersAt = async (dataFolder: string, key: string) => {
    const still = await startHere(dataFolder, nowhere);
    const answers = await answersOf(still.origin, key, { names, windows });
    await still.stop();
    return answers;
  };

  /** Silences every marketplace, stops the clock, and returns the answers once nothing changes any more. */
  const lastAnswersOf = async (from: string, key: string) => {
    stage.setFault('*', { kind: 'silent' });
    frozenAt ??= Date.now();
    let last: Answers = new Map();
    await until('readings under way to end', async () => {
      const previous = last;
      last = await answersOf(from, key, { names });
      return differences(previous, last).length === 0;
    });
    await wait(writtenMs);
    return await answersOf(from, key, { names, windows });
  };

  it('of a running service is taken by a request, and the service keeps running', async () => {
    const { code, out, err } = await callCommand(['backup', at('first')], portOf);

    for (const file of ['pricePoints.parquet', 'snapshot-service.', 'tape-']) expect(err).toContain(file);
    expect(out).toContain(`${at('first')} holds the backup: `);
    expect(code).toBe(0);
    for (const stored of ['keys.json', 'own-terms.json']) expect(existsSync(join(at('first'), stored))).toBe(true);
    expect(readdirSync(at('first')).filter((name) => name.includes('operator'))).toEqual([]);
    expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });
  });

  it('is rehearsed by the commands of the guide, which print what it says, beside the running service', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');
    const [, section = ''] = guide.split('### Rehearse a restore\n');
    const [commands = '', printed = ''] = [...section.matchAll(/```(?:sh)?\n([\s\S]*?)```/g)].map(
      ([, text = '']) => text,
    );
    const folders: readonly (readonly [string, string])[] = [
      ['/var/backups/itemtape/2026-01-31', at('rehearsed')],
      ['/var/tmp/itemtape-rehearsal', at('rehearsal')],
      ['/var/tmp/itemtape-sales.csv', at('rehearsal.csv')],
    ];
    const here = (text: string) => folders.reduce((now, [there, own]) => now.replaceAll(there, own), text);
    const shapeOf = (text: string) =>
      text
        .trim()
        .replaceAll(/epoch \S+/g, 'epoch')
        .replaceAll(/\d[\d.,TZ:-]*|[kM]?B\b/g, '#');
    const results = [];
    for (const [, words = ''] of commands.matchAll(/^itemtape (.+)$/gm))
      results.push(await runCommand(here(words).split(' '), portOf));

    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const [backedUp, restored, , keys] = results;
    expect(shapeOf(`${backedUp?.out}${restored?.out}`)).toBe(shapeOf(here(printed)));
    const [rows, sameRows] = [backedUp, restored].map((one) => /[\d,]+ rows/.exec(one?.out ?? '')?.[0]);
    expect(rows).toBe(sameRows);
    expect(keys?.out).toContain('in use');
    expect(readFileSync(at('rehearsal.csv'), 'utf8').split('\n').length).toBeGreaterThan(2);
    expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });
    const [, removed = ''] = /^rm -r (.+)$/m.exec(here(commands)) ?? [];
    expect(removed.split(' ')).toEqual([at('rehearsal'), at('rehearsal.csv')]);
  });

  it('includes the tape: past records stay readable, and readers resume where the backup ends', async () => {
    const { tape } = JSON.parse(readFileSync(join(at('first'), 'manifest.json'), 'utf8'));
    const { epoch, last } = tape as { epoch: string; last: number };
    const changes = async (from: string, after: string) => {
      const reply = await fetch(`${from}/tape/changes?after=${after}&channels=offers,sales,sources,gaps,batches`, {
        headers: { 'x-api-key': key },
      });
      const lines = (await reply.text()).trimEnd().split('\n');
      return { status: reply.status, received: lines.filter((line) => !line.includes('"type":"heartbeat"')) };
    };
    const sequenceOf = (line: string): number => JSON.parse(line).sequence;
    const original = (await changes(origin, `${epoch}:0`)).received.filter((line) => sequenceOf(line) <= last);
    expect(original.length).toBeGreaterThan(100);

    const restored = await callCommand(['restore', at('first')], { DATA_FOLDER: at('told') });
    expect(restored.out).toContain(`of epoch ${epoch}`);
    const heir = serve({ folder: at('told'), relay: nowhere, environment });
    const there = await heir.origin;
    expect((await readJson(`${there}/tape/alerts`, key)).map(({ name }: { name: string }) => name)).toEqual(['kept']);
    expect(await readJson(`${there}/tape/holdings`, key)).toMatchObject({ quantity: 2, cost: 3, costQuantity: 2 });
    const now = await until('a new message', async () => {
      const found = await changes(there, `${epoch}:0`);
      return found.status === 200 && found.received.length > original.length && found;
    });
    expect(now.received.slice(0, original.length)).toEqual(original);
    const next = JSON.parse(now.received[original.length] ?? '');
    expect(next.sequence).toBe(last + 1);
    expect(next.epoch).not.toBe(epoch);
    expect((await changes(there, `${epoch}:${last}`)).received[0]).toBe(now.received[original.length]);
    expect((await changes(there, `${epoch}:${last + 1}`)).status).toBe(410);
    for (const [sequence, recovered] of [
      [last, true],
      [last + 1, false],
    ] as const) {
      const socket = new WebSocket(`${there.replace('http', 'ws')}/ws/v2/offers`, { headers: { 'x-api-key': key } });
      await once(socket, 'open');
      socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all', resume: { epoch, sequence } }));
      const [firstMessage] = await once(socket, 'message');
      expect(JSON.parse(String(firstMessage))).toMatchObject({ type: 'subscribed', recovered });
      socket.terminate();
    }
    await heir.stop('SIGTERM');
  });

  it('is given only to the operator', async () => {
    const ask = async (headers: Readonly<Record<string, string>>, path = 'backup') => {
      const reply = await fetch(`${origin}/operator/${path}`, { method: 'POST', headers });
      await reply.body?.cancel();
      return reply.status;
    };
    expect(await ask({ origin: 'http://elsewhere.test' })).toBe(403);
    expect(await ask({})).toBe(401);
    expect(await ask({ 'x-api-key': key })).toBe(403);
    expect(await ask({ 'x-api-key': key }, 'export')).toBe(403);
    const admin = await callCommand(['keys', 'create', 'admin', '--admin'], portOf);
    expect(await ask({ 'x-api-key': admin.out.trim() })).toBe(200);
    // Abandon the copy that nobody reads
    await until(
      'another backup to succeed',
      async () => (await callCommand(['backup', at('later')], portOf)).code === 0,
    );
  });

  it('has a smaller counterpart: an export of one table for analysis, from the running service', async () => {
    const csv = await runCommand(['export', 'offers'], portOf);
    const lines = csv.out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^game,name,marketplace,phase,effect,offerId,amount,currency,priceUSD,/);
    expect(lines[1]).toMatch(/^(CS2|Dota2|Rust|TF2),("[^"]+"|[^,]+),[A-Z]/);
    expect(csv.code).toBe(0);

    const { sales: stored } = await readStoredState(origin, key);
    const json = await runCommand(['export', 'sales', '--format', 'json'], portOf);
    const sales: Record<string, unknown>[] = json.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(sales.filter(({ marketplace }) => marketplace === 'DMarket').length).toBeGreaterThanOrEqual(stored.size);
    expect(sales[0]?.['soldAt']).toMatch(/^20\d\d-.*Z$/);
    expect(sales.every(({ priceUSD }) => typeof priceUSD === 'number')).toBe(true);

    const none = await runCommand(['export', 'sales', '--format', 'json', '--since', '2200-01-01'], portOf);
    expect([none.code, none.out]).toEqual([0, '']);
    const { code } = await callCommand(
      ['export', 'pricePoints', '--format', 'parquet', '--to', at('points.parquet')],
      portOf,
    );
    expect(code).toBe(0);
    expect(readFileSync(at('points.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('has another counterpart: an export of one day with asks, bids, candles and sales, as its manifest lists them', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const exportDay = ['export', '--day', day, '--to', at('days')];
    expect((await callCommand(exportDay, portOf)).code).toBe(0);
    const again = await callCommand(exportDay, portOf);
    expect(again.code).toBe(0);
    expect(again.err).toContain(`${day} has not ended (in UTC)`);

    const manifest = JSON.parse(readFileSync(at(`days/day=${day}/manifest.json`), 'utf8'));
    expect(manifest).toMatchObject({ format: 1, day });
    for (const { name, bytes, sha256 } of manifest.files) {
      const content = readFileSync(at(`days/day=${day}/${name}`));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    expect(readdirSync(at('days'))).toEqual([`day=${day}`]);
    expect(readdirSync(at(`days/day=${day}`)).sort()).toEqual([
      'bidPoints.parquet',
      'candles.parquet',
      'catalogue.parquet',
      'manifest.json',
      'pricePoints.parquet',
      'sales.parquet',
    ]);
  });

  it.each([
    [['export', 'sale'], 2, 'did you mean sales?'],
    [['export', 'sales', '--format', 'xml'], 2, 'must be one of csv, json, parquet'],
    [['export', 'sales', '--since', 'yesterday'], 2, 'give a date such as 2026-01-31'],
    [['export', 'sales', '--since', '2026-02-30'], 2, 'give a date such as 2026-01-31'],
    [['export', 'sales', '--since', '2026-10-25T02:30'], 2, 'an instant such as 2026-01-31T12:00:00Z'],
    [['export', '--day', '2026-02-30', '--to', 'days'], 2, 'give a date such as 2026-01-31'],
    [['export', '--day', '9999-12-31', '--to', 'days'], 2, 'which has not begun'],
    [['export', 'sales', '--to', '.'], 2, '--to is ".", which is a folder'],
    [['export', 'sales', '--day', '2026-01-31', '--to', 'days'], 2, 'remove sales'],
    [['export', '--day', '2026-01-31'], 2, 'name the folder to put the day in'],
    [['backup'], 2, 'name a place: a folder, or s3://bucket/prefix'],
    [['backup', 's3://tapes/one'], 2, 'AWS_ACCESS_KEY_ID'],
    [['backup', 'there', '--url', nowhere], 1, `no service answers at ${nowhere}`],
    [['backup', 'there', '--data-folder', '/nonexistent/data'], 1, 'holds no data'],
    [['restore', 'a', 'b'], 2, 'unexpected argument "b"'],
  ])('called like %j ends with %i', async (words, code, message) => {
    const called = await callCommand(words, { HTTP_PORT: '9' });
    expect(called.err).toContain(message);
    expect(called.code).toBe(code);
  });

  it('of a service that is killed meanwhile is complete or absent, and the next one works', async () => {
    const command = startCommand(['backup', at('cut')], portOf);
    await new Promise((resolve) => command.child.stderr?.once('data', resolve));
    await service.stop('SIGKILL');
    const { code } = await command.ended;

    expect(existsSync(at('cut'))).toBe(code === 0);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
    if (code !== 0) expect(command.err()).toMatch(/terminated|broke off|no service answers/);

    const exported = await runCommand(['export', 'quotes'], portOf);
    expect(exported.out.split('\n').length).toBeGreaterThan(10);
    const { code: nextCode } = await callCommand(['backup', at('next')], portOf);
    expect(nextCode).toBe(0);
  });

  it('that is itself killed leaves nothing under its name, and the next one cleans up', async () => {
    const hanging = createServer((_, response) => {
      response.writeHead(200);
      response.write(lineFrame({ file: 'keys.json', bytes: 2 }));
      response.write('{}');
      response.write(lineFrame({ file: 'offers.parquet', bytes: 1_000 }));
      response.write('half');
    });
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const command = startCommand(['backup', at('mine'), '--url', url]);
    await new Promise((resolve) => command.child.stderr?.once('data', resolve));
    command.child.kill('SIGKILL');
    await command.ended;
    hanging.closeAllConnections();
    hanging.close();

    expect(existsSync(at('mine'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('mine.unfinished-'))).toHaveLength(1);
    await until('sources.json to be written', async () => existsSync(join(at('data'), 'sources.json')));
    const { code } = await callCommand(['backup', at('mine')], portOf);
    expect(code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('mine'))).toEqual(['mine']);
  });

  it('through an S3-compatible store restores byte for byte what the running service answers', async () => {
    const live = await startHere(at('live'), stage.origin);
    const liveKey = live.firstKey ?? '';
    const wanted = new Set(names.map(({ game }) => game));
    await until('items of all games to be read', async () => {
      const answers = await answersOf(live.origin, liveKey, { names });
      const counted = [...answers].filter(([path, text]) => path.startsWith('/v2/items?') && /"updatedAt"/.test(text));
      return (
        counted.length > 4 * names.length && [...wanted].every((game) => counted.some(([path]) => path.includes(game)))
      );
    });
    const s3 = await startS3('tapes', account);
    const amazon = {
      AWS_ACCESS_KEY_ID: account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
      AWS_ENDPOINT_URL: s3.origin,
      AWS_REGION: account.region,
    };
    const livePort = { DATA_FOLDER: at('live'), HTTP_PORT: new URL(live.origin).port };
    let location = '';
    let before = await lastAnswersOf(live.origin, liveKey);
    // Exchange rates are requested on their own schedule, and may arrive in the middle of a backup
    for (let attempt = 1, isSame = false; !isSame; attempt += 1) {
      location = `s3://tapes/${attempt}`;
      const put = await callCommand(['backup', location, '--json'], { ...livePort, ...amazon });
      expect(put.code).toBe(0);
      expect(JSON.parse(put.out)).toMatchObject({ place: location, format: 1, schemaVersion });
      const after = await answersOf(live.origin, liveKey, { names, windows });
      isSame = differences(before, after).length === 0;
      before = after;
    }
    await live.stop();

    const restored = await callCommand(['restore', location], { ...amazon, DATA_FOLDER: at('from-s3') });
    await s3.stop();
    expect(restored.code).toBe(0);
    const there = readdirSync(at('from-s3')).sort();
    expect(there.filter((name) => !['sources.json', 'key-use.json'].includes(name))).toEqual([
      'keys.json',
      'past',
      'snapshot',
      'tape',
    ]);
    expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(10 * names.length);
    expect(differences(before, await answersAt(at('from-s3'), liveKey))).toEqual([]);
    // Restarted from the snapshot written at the stop, and then from the tape alone
    expect(differences(before, await answersAt(at('live'), liveKey))).toEqual([]);
    rmSync(snapshotFolder(at('live')), { recursive: true });
    expect(differences(before, await answersAt(at('live'), liveKey))).toEqual([]);
    stage.clearFaults();
    // The restored folder has an operator token of its own
    expect(readOperatorToken(at('from-s3'))).toMatch(/^op_/);
    expect(readOperatorToken(at('from-s3'))).not.toBe(readOperatorToken(at('live')));
    frozenAt = null;
  });

  it('in a folder restores what a service over the same data answers', async () => {
    const { code } = await callCommand(['restore', at('mine')], { DATA_FOLDER: at('from-folder') });
    expect(code).toBe(0);
    frozenAt = Date.now();
    const before = await answersAt(at('data'), key);
    expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(10 * names.length);
    expect(differences(before, await answersAt(at('from-folder'), key))).toEqual([]);
    frozenAt = null;
  });

  describe('is not restored', () => {
    const changed = (name: string, change: Readonly<Record<string, number>> = {}): string => {
      cpSync(at('mine'), at(name), { recursive: true });
      const path = join(at(name), 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...manifest, ...change }));
      return at(name);
    };
    const refused = async (location: string, data = at('empty')) => {
      const { code, err } = await callCommand(['restore', location], { DATA_FOLDER: data });
      expect(code).toBe(1);
      return err;
    };

    it('into a folder that holds data', async () => {
      expect(await refused(at('mine'), at('data'))).toContain(`the data folder ${at('data')} is not empty`);
    });

    it('if it has a newer format, or a schema that this release does not read', async () => {
      expect(await refused(changed('format', { format: 2 }))).toContain('has format 2');
      expect(await refused(changed('schema', { schemaVersion: 99 }))).toContain('has schema version 99');
      expect(await refused(changed('older', { schemaVersion: 14 }))).toContain(
        'which kept the past in another database, and this release reads versions from 17 on',
      );
    });

    it('if a file is damaged, truncated or missing, and leaves the folder empty', async () => {
      const location = changed('damaged');
      const file = join(location, 'rates.parquet');
      const bytes = readFileSync(file);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(file, bytes);
      expect(await refused(location)).toContain('rates.parquet in');
      expect(await refused(location)).toContain('its SHA-256 differs from the one in the manifest');
      appendFileSync(file, 'x');
      expect(await refused(location)).toMatch(/rates\.parquet in .* has \d+ bytes and should have \d+/);
      rmSync(file);
      expect(await refused(location)).toContain('rates.parquet is missing');
      expect(readdirSync(at('empty'))).toEqual([]);
    });

    it('from something that is not a backup', async () => {
      expect(await refused(at('data'))).toContain('holds no manifest.json, so it is not a backup');
      expect(await refused(at('nothing'))).toContain(`there is no folder ${at('nothing')}`);
    });
  });

  it('that was restored only in part keeps a service from starting, and can be restored again', async () => {
    mkdirSync(join(at('half'), 'restoring', 'past'), { recursive: true });
    const started = await runCommand(['serve'], { DATA_FOLDER: at('half'), HTTP_PORT: '0' });
    expect(started.code).toBe(78);
    expect(started.err + started.out).toContain('holds an unfinished restore');

    const { code } = await callCommand(['restore', at('mine')], { DATA_FOLDER: at('half') });
    expect(code).toBe(0);
    const files = ['alerts.log', 'key-use.json', 'keys.json', 'own-terms.json', 'sources.json'];
    expect(readdirSync(at('half')).sort()).toEqual(['instance', 'past', 'snapshot', 'tape', ...files].sort());
  });

  it('cannot help a release that is too old for the folder: serve says so and exits for good', async () => {
    const engine = await DuckEngine.open({ path: join(at('half'), 'past') });
    await engine.command('UPDATE schemaVersion SET version = 99');
    await engine.close();

    const started = await runCommand(['serve'], { DATA_FOLDER: at('half'), HTTP_PORT: '0' });
    expect(started.code).toBe(78);
    expect(started.err + started.out).toContain(
      'the database has schema version 99, and this release knows versions up to',
    );
  });
});
