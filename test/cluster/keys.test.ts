import { once } from 'node:events';
import { join } from 'node:path';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { callCommand } from '../support/processes/called.ts';
import { killAll, readJson, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

/**
 * The limit for "everywhere within a second" of a revoked key when nothing else runs; none
 * alongside other tests.
 */
const everywhereMs = longRun ? 1_000 : Number.POSITIVE_INFINITY;

needing('nats-server').describe('keys of a cluster', () => {
  const root = testFolder('cluster-keys');
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let left: ServedProcess;
  let right: ServedProcess;
  let admin: string;
  let watching: NatsConnection;
  /** Read requests that any server may answer, even one that lags behind. */
  const requestedOfAny: string[] = [];

  const environment = (): Record<string, string> => ({
    CLUSTER_NATS: nats.url,
    STORE_URL: database.url,
    CLUSTER_ROLES: 'serve',
    COLLECT_ONLY: 'skinport',
    STREAM_CONNECTIONS_PER_KEY: '2',
  });
  // No node of this cluster reads a marketplace
  const start = (name: string): ServedProcess =>
    serve({ folder: join(root, name), relay: 'http://127.0.0.1:9', environment: environment() });
  // As on a machine that reaches NATS and nothing else
  const keysCommand = async (...words: readonly string[]) =>
    await callCommand(['keys', ...words], { CLUSTER_NATS: nats.url, DATA_FOLDER: join(root, 'command') });

  const post = async (node: ServedProcess, path: string, body: object): Promise<Response> =>
    await fetch(`${await node.origin}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': admin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const statusAt = async (node: ServedProcess, key: string): Promise<number> =>
    (await fetch(`${await node.origin}/v2/marketplaces`, { headers: { 'x-api-key': key } })).status;
  const open = async (node: ServedProcess, key: string): Promise<WebSocket> => {
    const address = `${(await node.origin).replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`;
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return socket;
  };
  /** The code with which a connection is closed, null while the service answers on it. */
  const closed = async (socket: WebSocket): Promise<number | null> => {
    const ended = once(socket, 'close').then(([code]) => code as number);
    if (socket.readyState === socket.OPEN) socket.send('{"subscribeTo":"all","games":"all"}');
    return await Promise.race([ended, once(socket, 'message').then(() => null)]);
  };

  beforeAll(async () => {
    nats = await startNats();
    watching = await connect({ servers: nats.url });
    watching.subscribe('$JS.API.DIRECT.GET.>', { callback: (_, { subject }) => void requestedOfAny.push(subject) });
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    const made = await keysCommand('create', 'admin', '--admin');
    admin = made.out.trim();
    left = start('left');
    await left.origin;
    right = start('right');
    await right.origin;
  });

  afterAll(async () => {
    await killAll();
    await database?.stop();
    await watching?.close();
    await nats?.stop();
  });

  it('are the same on every node, wherever they are created, and are stored in NATS as hashes', async () => {
    expect(await statusAt(left, admin)).toBe(200);
    expect(await statusAt(right, admin)).toBe(200);
    expect(left.out() + right.out()).not.toContain('firstKey":"');
    const made = await post(left, '/operator/keys', { name: 'scanner' });
    const { key } = (await made.json()) as { key: string };
    expect(await statusAt(left, key)).toBe(200);
    await until('the other node to know the key', async () => (await statusAt(right, key)) === 200);
    const { out: byCommand } = await keysCommand('create', 'by-command');
    for (const node of [left, right])
      await until(
        'the key created by the command to be known',
        async () => (await statusAt(node, byCommand.trim())) === 200,
      );
    const again = await post(right, '/operator/keys', { name: 'scanner' });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('exists already')]);

    // A server that was away might answer them with old keys
    expect(requestedOfAny).toEqual([]);
    const stored = await (await new Kvm(watching).open('itemtape-keys')).get('keys');
    const text = stored?.string() ?? '';
    expect(text).toContain('"scanner"');
    for (const secret of [admin, key, byCommand.trim()]) expect(text).not.toContain(secret.slice(8));
  });

  it('lose access everywhere at once when revoked on any node, along with their open streams', async () => {
    const listed = async () => (await readJson(`${await left.origin}/operator/keys`, admin)) as { name: string }[];
    const revokers = [
      async () => expect((await post(left, '/operator/keys/revoke', { id: 'one' })).status).toBe(200),
      async () => expect((await keysCommand('revoke', 'two')).code).toBe(0),
    ];
    for (const [at, name] of ['one', 'two'].entries()) {
      const { key } = (await (await post(right, '/operator/keys', { name })).json()) as { key: string };
      await until('the key to be known', async () => (await statusAt(left, key)) === 200);
      const sockets = [await open(left, key), await open(right, key)];
      const ended = sockets.map(async (socket) => {
        const [code] = await once(socket, 'close');
        return { code, at: performance.now() };
      });
      await revokers[at]?.();
      const revokedAt = performance.now();
      for (const one of await Promise.all(ended)) {
        expect(one.code).toBe(1008);
        expect(one.at - revokedAt).toBeLessThan(everywhereMs);
      }
      for (const node of [left, right]) expect(await statusAt(node, key)).toBe(403);
      expect(await listed()).toContainEqual(expect.objectContaining({ name, revokedAt: expect.any(Number) }));
    }
  });

  it('have their connections counted over all nodes', async () => {
    const { key } = (await (await post(left, '/operator/keys', { name: 'busy' })).json()) as { key: string };
    await until('the key to be known', async () => (await statusAt(right, key)) === 200);
    const [first, second] = [await open(left, key), await open(right, key)];
    for (const node of [left, right])
      await until('a third connection to be refused', async () => {
        const third = await open(node, key);
        const code = await closed(third);
        third.close();
        return code === 1008;
      });
    expect([await closed(first), await closed(second)]).toEqual([null, null]);
    first.close();
    await until('the other node to accept a connection again', async () => {
      const third = await open(right, key);
      const code = await closed(third);
      third.close();
      return code === null;
    });
    second.close();
  });

  it('have their requests counted over all nodes, which enforce one limit', async () => {
    const half = 30;
    const minute = (): number => Math.floor(Date.now() / 60_000);
    const requestHalf = async (node: ServedProcess, key: string): Promise<number[]> => {
      const answered: number[] = [];
      for (let at = 0; at < half; at += 1) answered.push(await statusAt(node, key));
      return answered;
    };
    const inOneMinute = async (name: string): Promise<number[]> => {
      const began = minute();
      const isOver = () => minute() !== began;
      const made = await post(left, '/operator/keys', { name, requestsPerMinute: 2 * half });
      const { key, id } = (await made.json()) as { key: string; id: string };
      const used = async (node: ServedProcess) => {
        const listed: { id: string; requests: number }[] = await readJson(`${await node.origin}/operator/keys`, admin);
        return listed.find((one) => one.id === id)?.requests;
      };
      const answered = await requestHalf(left, key);
      await until('the other node to count the requests', async () => isOver() || (await used(right)) === half);
      answered.push(...(await requestHalf(right, key)), await statusAt(right, key));
      await until(
        "the first node to count the other node's requests",
        async () => isOver() || (await used(left)) === 2 * half,
      );
      answered.push(await statusAt(left, key));
      return isOver() ? await inOneMinute(`${name}+`) : answered;
    };

    expect(await inOneMinute(`counted-${Date.now()}`)).toEqual([
      ...Array.from({ length: 2 * half }, () => 200),
      429,
      429,
    ]);
  });

  it('sign a browser in at every node, until it is signed out at any of them', async () => {
    const { key } = (await (await post(left, '/operator/keys', { name: 'browser' })).json()) as { key: string };
    const opened = await fetch(`${await left.origin}/operator/session`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    const [, text = ''] = /=([^;]+);/.exec(opened.headers.get('set-cookie') ?? '') ?? [];
    // What a browser sends that reaches both under one name, as through a proxy
    const ask = async (node: ServedProcess, path: string, method = 'GET') => {
      const origin = await node.origin;
      const cookie = `itemtape-session-${new URL(origin).port}=${text}`;
      return (await fetch(`${origin}${path}`, { method, headers: { cookie, origin } })).status;
    };
    for (const node of [left, right])
      await until('the session to be known', async () => (await ask(node, '/v2/marketplaces')) === 200);
    expect(await ask(right, '/operator/session', 'DELETE')).toBe(204);
    for (const node of [left, right])
      await until('the session to have ended', async () => (await ask(node, '/v2/marketplaces')) === 401);
  });

  it('are not in backups, and every node and every command says how to copy them', async () => {
    for (const role of ['collect', 'serve', 'store'])
      for (const words of [
        ['backup', join(root, 'copy')],
        ['restore', join(root, 'copy')],
        ['export', 'sales'],
        ['demo'],
      ]) {
        const { code, err } = await callCommand(words, { ...environment(), CLUSTER_ROLES: role });
        expect([code, err], words[0]).toEqual([
          2,
          expect.stringMatching(/nats stream backup|remove cluster\.nats and store\.url/),
        ]);
      }
    for (const path of ['/operator/backup', '/operator/export']) {
      const exportBody = { table: 'sales', format: 'csv', since: null };
      const refused = await post(left, path, exportBody);
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('KV_itemtape-keys')]);
    }
  });

  it('keep working while NATS is down, which /health reports, but cannot be changed', async () => {
    await nats.kill();
    const health = async () => (await readJson(`${await left.origin}/health`)) as { keysReadable: boolean };
    await until('/health to report the failure', async () => !(await health()).keysReadable);
    expect(await statusAt(left, admin)).toBe(200);
    const refused = await post(left, '/operator/keys', { name: 'late' });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('the keys in NATS')]);
    await nats.begin();
    await until('/health to report the recovery', async () => (await health()).keysReadable);
    await until(
      'a key to be created',
      async () => (await post(left, '/operator/keys', { name: 'later' })).status === 200,
    );
  });
});
