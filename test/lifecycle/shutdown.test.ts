import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { snapshotFiles, snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { compiled } from '../support/processes/compiled.ts';
import {
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
  startCommand,
} from '../support/processes/served-process.ts';
import { fewItems, readStoredState, type StoredState } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

const nowhere = 'http://127.0.0.1:9';
const small = { COLLECT_ONLY: 'skinport', COLLECT_GAMES: 'CS2' };

describe('a service that is told to stop', () => {
  const root = testFolder('shutdown');
  const sockets: Socket[] = [];
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage({
      world: createWorld({ seed: 5, startedAt: Date.now(), items: fewItems }),
      players,
      now: Date.now,
    });
  });
  afterAll(async () => {
    await killAll();
    for (const socket of sockets) socket.destroy();
    await stage.close();
  });

  const start = (folder: string, relay = stage.origin): ServedProcess =>
    serve({ folder: join(root, folder), relay, environment: { ...playedCredentials(), ...fewMarketplaces } });
  /** A service of which only matters that it works. */
  const startSmall = (folder: string): ServedProcess =>
    serve({ folder: join(root, folder), relay: stage.origin, environment: small });

  /** Sends bytes and keeps the connection open, with or without reading the answer. */
  const open = async (origin: string, bytes: string, isRead: boolean): Promise<{ received: () => string }> => {
    let received = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (isRead) socket.on('data', (data) => (received += data));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(bytes);
    return { received: () => received };
  };

  it('exits with code 0 before its time limit, and has stored everything that could be read from it', async () => {
    const service = start('busy');
    const [origin, key] = [await service.origin, await service.firstKey()];
    let seen: StoredState = await readStoredState(origin, key);
    await until('offers, sales and prices', async () => {
      seen = await readStoredState(origin, key);
      return seen.offers.size > 50 && seen.sales.size > 0 && seen.points.size > 0;
    });
    const ask = `GET /docs/pages/schemas.html HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const persistent = await open(origin, ask, true);
    await until('an answer on a connection kept alive', async () => persistent.received().includes('200 OK'));
    await open(origin, ask.repeat(500), false);
    await open(origin, 'GET /v2/marketplaces HTTP/1.1\r\nHost: loc', false);

    const ended = await service.stop('SIGTERM');

    expect(ended).toEqual({ code: 0, signal: null });
    expect(service.out()).not.toContain('stop timed out');
    expect(service.err()).toBe('');
    expect(service.out().trim().split('\n').at(-1)).toContain('"msg":"stopped"');

    for (const source of ['the newest snapshot', 'the one before']) {
      const snapshots = snapshotFolder(join(root, 'busy'));
      const [newest] = (await snapshotFiles(snapshots)).numbers;
      if (source === 'the one before') rmSync(join(snapshots, `manifest.${newest}`));
      const next = start('busy', nowhere);
      const after = await readStoredState(await next.origin, key);
      expect(Object.fromEntries(after.offers)).toMatchObject(Object.fromEntries(seen.offers));
      expect([...seen.sales].filter((sale) => !after.sales.has(sale))).toEqual([]);
      expect([...seen.points].filter((point) => !after.points.has(point))).toEqual([]);
      expect(await next.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    }
  });

  it('exits by the signal when something keeps the process alive after a complete stop', async () => {
    const own = join(root, 'keeping');
    mkdirSync(join(own, 'busy-market'), { recursive: true });
    const market = pathToFileURL(join(import.meta.dirname, '..', 'support', 'connectors', 'busy-market', 'index.mjs'));
    writeFileSync(
      join(own, 'busy-market', 'index.mjs'),
      `export * from ${JSON.stringify(market)};\nsetInterval(() => {}, 60_000);\n`,
    );
    const service = serve({
      folder: join(root, 'kept'),
      relay: nowhere,
      environment: { COLLECT_CONNECTORS: own, COLLECT_ONLY: 'BusyMarket' },
    });
    await service.origin;

    const ended = await service.stop('SIGTERM');

    expect(ended).toEqual({ code: null, signal: 'SIGTERM' });
    expect(service.out().trim().split('\n').at(-1)).toContain('"msg":"stopped"');
    expect(service.err()).toBe('');
  });

  it('is killed when something keeps the process alive after a stop that failed', async () => {
    const { script, remove } = await compiled('test/support/processes/failing-stop-child.ts');
    const program = startCommand([], {}, { program: script });
    await program.line((line) => line === 'started');
    program.child.kill('SIGTERM');

    expect(await program.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(program.out().trim().split('\n').slice(-2)).toEqual([
      'stopping: finishing answers, writing the rest',
      'Error: nothing could be written',
    ]);
    remove();
  });

  it('exits with the code of wrong settings, so that no supervisor restarts it', async () => {
    const service = serve({ folder: join(root, 'wrong'), relay: nowhere, environment: { HTTP_PORT: 'seven' } });

    expect(await service.ended).toEqual({ code: 78, signal: null });
    expect(readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'itemtape.service'), 'utf8')).toContain(
      '\nRestartPreventExitStatus=78\n',
    );
  });

  it('exits with the same code when its keys cannot be read, and says so in one line', async () => {
    const folder = join(root, 'keys');
    mkdirSync(folder);
    writeFileSync(join(folder, 'keys.json'), '{"version": 1, "keys"');
    const service = serve({ folder, relay: nowhere });

    expect(await service.ended).toEqual({ code: 78, signal: null });
    expect(service.err()).toMatch(
      /^the key file .*keys\.json is not JSON .*; restore a copy, or move it away[^\n]*\n$/,
    );
  });

  it('exits cleanly when the signal comes during the start', async () => {
    const service = startSmall('early');
    await service.line((line) => line.includes('"msg":"store open"'));

    expect(await service.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(service.err()).toBe('');
  });

  it('locks its folder against a second process, which says who holds it, and exits at once on a second signal', async () => {
    const service = startSmall('shared');
    const origin = await service.origin;
    const second = startSmall('shared');

    expect(await second.ended).toEqual({ code: 78, signal: null });
    expect(second.err()).toContain(`the data folder ${join(root, 'shared')} is in use by process ${service.child.pid}`);
    expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });

    await open(origin, 'GET /docs/pages/schemas.html HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500), false);
    service.child.kill('SIGTERM');
    await service.line((line) => line.includes('"msg":"stopping'));
    const ended = await service.stop('SIGINT');

    expect(ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(service.out()).not.toContain('"msg":"stopped"');
    expect(service.err()).toBe('');
  });

  it('with its database elsewhere, locks its folder all the same, and loses nothing if that is too slow to finish, since the next start writes the rest from the tape', async () => {
    const database = await startClickHouseHttp(join(root, 'slow-database'));
    const startOver = (relay: string): ServedProcess =>
      serve({ folder: join(root, 'slow'), relay, environment: { ...small, STORE_URL: database.url } });
    const first = startOver(stage.origin);
    const [origin, key] = [await first.origin, await first.firstKey()];
    const other = startOver(nowhere);
    expect(await other.ended).toEqual({ code: 78, signal: null });
    expect(other.err()).toContain(`${join(root, 'slow')} is in use by process ${first.child.pid}`);

    const release = database.hold();
    const found = (from: string) =>
      until('data that was read', async () => {
        const rows = await readJson(`${from}/v2/items/search?game=CS2&query=redline`, key).catch(() => []);
        return rows.length > 0 && rows;
      });
    const before = await found(origin);

    const stopping = first.stop('SIGTERM');
    await first.line((line) => line.includes('the next start writes them from the tape'));
    // The stop waits for the write in progress
    release();
    expect(await stopping).toEqual({ code: 0, signal: null });
    expect(first.err()).toBe('');

    const second = startOver(nowhere);
    expect(await found(await second.origin)).toEqual(before);
    expect(await second.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(second.out()).not.toContain('from the tape');
    await database.stop();
  });

  it('does not start on a port that is taken, and unlocks the folder', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const service = serve({
      folder: join(root, 'port'),
      relay: stage.origin,
      environment: { ...small, HTTP_PORT: String(port) },
    });

    expect(await service.ended).toEqual({ code: 78, signal: null });
    expect(service.err()).toBe(
      `port ${port} of 127.0.0.1 is already in use; stop the program that listens there, or choose another port with --http-port\n`,
    );
    taken.close();
    const next = startSmall('port');
    expect(await readJson(`${await next.origin}/ready`)).toEqual({ ready: true });
    expect(await next.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
