import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape, type TransportName } from '#client';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { callCommand } from '../support/processes/called.ts';
import {
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

/**
 * The limit within which a reader whose node was killed receives from the next one when nothing else runs; none
 * alongside other tests.
 */
const elsewhereMs = longRun ? 2_000 : Number.POSITIVE_INFINITY;

type Node = { readonly name: string; readonly roles: string[]; readonly works: string[]; readonly ready: boolean };

needing('nats-server').describe('readers of a cluster', () => {
  const root = testFolder('cluster-readers');
  const world = createWorld({ seed: 48, startedAt: Date.now(), items: fewItems });
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let stage: Stage;
  let key: string;
  let one: ServedProcess;
  let left: ServedProcess;
  let right: ServedProcess;
  let ticking: NodeJS.Timeout | undefined;

  const environment = (roles: string): Record<string, string> => ({
    ...playedCredentials(),
    ...fewMarketplaces,
    COLLECT_GAMES: 'CS2',
    CLUSTER_NATS: nats.url,
    STORE_URL: database.url,
    CLUSTER_ROLES: roles,
    STREAM_CONNECTIONS_PER_KEY: '20',
  });
  const start = (name: string, roles: string): ServedProcess =>
    serve({ folder: join(root, name), relay: stage.origin, environment: environment(roles) });

  const tick = (): void => {
    ticking = setInterval(() => world.tick(Date.now()), 250);
  };

  beforeAll(async () => {
    nats = await startNats();
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    stage = await startStage({ world, players, now: Date.now });
    const made = await callCommand(['keys', 'create', 'test'], { ...environment('serve'), DATA_FOLDER: root });
    key = made.out.trim();
    one = start('one', 'collect,store');
    await one.origin;
    [left, right] = [start('left', 'serve'), start('right', 'serve')];
    await Promise.all([left.origin, right.origin]);
    tick();
    await until('the first message', async () => {
      const { sequence } = await positionOf(right);
      return sequence > 20;
    });
  });

  afterAll(async () => {
    clearInterval(ticking);
    await killAll();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
  });

  const ask = async (
    node: ServedProcess,
    path: string,
  ): Promise<{ text: string; sequence: number; status: number }> => {
    const reply = await fetch(`${await node.origin}${path}`, { headers: { 'x-api-key': key } });
    return { text: await reply.text(), sequence: Number(reply.headers.get('x-tape-sequence')), status: reply.status };
  };
  const positionOf = async (node: ServedProcess) => await ask(node, '/v2/marketplaces');

  it('see the state of all nodes on any node', async () => {
    for (const node of [left, right]) {
      const nodes = await until('all nodes to be known', async () => {
        const found = (await readJson(`${await node.origin}/health`)).nodes as Node[];
        return found.length === 3 && found.every(({ ready }) => ready) && found;
      });
      expect(nodes.map(({ roles }) => roles.join()).sort()).toEqual(['collect,store', 'serve', 'serve']);
      expect(nodes.find(({ roles }) => roles.includes('collect'))?.works.sort()).toEqual(['collect', 'store']);
      const live = await until('sources to be listed', async () => {
        const sources = (await readJson(`${await node.origin}/health/sources`)) as { state: string }[];
        return sources.some(({ state }) => state === 'live');
      });
      expect(live).toBe(true);
      const metrics = await (await fetch(`${await node.origin}/metrics`)).text();
      const documented = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs', 'metrics.md'), 'utf8');
      const names = [...new Set([...metrics.matchAll(/^(itemtape_node_\w+)\{/gm)].map(([, name]) => name ?? ''))];
      expect(names).toHaveLength(4);
      for (const name of names) expect(documented).toContain(`- \`${name}\``);
    }
    const status = await callCommand(['status', '--url', await left.origin], { ITEMTAPE_KEY: key });
    expect(status.out.match(/^nodes /gm)).toHaveLength(3);
    expect(status.out).toContain('at work: collect, store');
  });

  it('get the same answers, byte for byte, from all nodes at the same sequence', async () => {
    clearInterval(ticking);
    const item = fewItems.CS2[0]?.name ?? '';
    const named = `game=CS2&name=${encodeURIComponent(item)}`;
    // Each node fetches them on its own
    await until('both nodes to have exchange rates', async () => {
      const both = await Promise.all([left, right].map((node) => ask(node, `/v2/items/compare?${named}&fields=full`)));
      return both.every(({ status, text }) => status === 200 && !/rateOld|"price(EUR|CNY|RUB)":null/.test(text));
    });
    const paths = [
      `/v2/items/compare?${named}`,
      `/v2/items/compare?${named}&fields=full`,
      `/v2/items/search?game=CS2&query=${encodeURIComponent(item)}`,
      `/v2/buy-orders?${named}`,
      `/tape/best?${named}`,
      '/tape/offers?game=CS2&limit=200',
      '/tape/deals?game=CS2',
    ];
    for (const path of paths) {
      const [one, other] = await until(`answers of ${path} at the same sequence`, async () => {
        const both = await Promise.all([ask(left, path), ask(right, path)]);
        return both[0].sequence === both[1].sequence && both;
      });
      expect(one.status, path).toBe(200);
      expect(
        withoutReadingTimes(other.text) === withoutReadingTimes(one.text),
        `${path}:\n${one.text}\n${other.text}`,
      ).toBe(true);
    }
    tick();
  });

  /** A reader of two nodes, which prefers the first, over one transport. */
  const readBoth = (addresses: readonly string[], transport: TransportName) => {
    const ending = new AbortController();
    const seen = {
      sequences: [] as number[],
      began: null as { readonly epoch: string; readonly sequence: number } | null,
      killedAt: Number.POSITIVE_INFINITY,
      wentOnAt: null as number | null,
    };
    const reading = (async () => {
      const tape = createTape({ url: addresses, key, transport, WebSocket });
      const subscription = { events: ['Added', 'Updated', 'Removed'] as const };
      for await (const { epoch = '', sequence = 0 } of tape.offers(subscription, { signal: ending.signal })) {
        seen.began ??= { epoch, sequence };
        if (performance.now() > seen.killedAt) seen.wentOnAt ??= performance.now();
        seen.sequences.push(sequence);
      }
    })();
    const failed = reading.catch((error: unknown) => error);
    const stop = async (): Promise<string> => {
      ending.abort();
      return String(await failed);
    };
    return { transport, seen, stop };
  };

  it('resume on another node when theirs is killed, over SSE and WebSocket', async () => {
    const addresses = [await left.origin, await right.origin];
    const readers = (['sse', 'websocket'] as const).map((transport) => readBoth(addresses, transport));
    const haveMore = (than: readonly number[]) =>
      readers.every(({ seen }, at) => seen.sequences.length > (than[at] ?? 0) + 20);
    await until('the first messages', async () => haveMore([0, 0]));
    for (const { seen } of readers) seen.killedAt = performance.now();
    await left.stop('SIGKILL');
    const before = readers.map(({ seen }) => seen.sequences.length);
    await until('messages from the next node', async () => haveMore(before));

    for (const { transport, seen, stop } of readers) {
      expect(await stop(), transport).toContain('Abort');
      expect((seen.wentOnAt ?? Number.NaN) - seen.killedAt, transport).toBeLessThan(elsewhereMs);
      const { epoch, sequence } = seen.began ?? { epoch: '', sequence: 0 };
      const { text } = await ask(right, `/tape/changes?after=${epoch}:${sequence - 1}&events=Added,Updated,Removed`);
      const received = text.split('\n').filter((line) => line.includes('"offer"'));
      const last = seen.sequences.at(-1) ?? 0;
      const all = received.map((line) => JSON.parse(line).sequence as number).filter((one) => one <= last);
      expect(seen.sequences, transport).toEqual(all);
    }
  });

  it('find no node that continues a lost tape, and the next nodes begin a new one', async () => {
    // A node that writes the tape and follows it for no other purpose
    const two = start('two', 'collect');
    await two.line((line) => line.includes('tape written by another node; standing by'));
    await one.stop('SIGTERM');
    await two.origin;
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete('itemtape');
    await connection.close();
    for (const node of [two, right]) {
      expect(await node.ended).toMatchObject({ code: 1 });
      expect(node.out() + node.err()).toContain('the NATS stream is gone');
    }
    // Without a node that stores, the database does not show either that something is missing
    one = start('one', 'collect');
    await one.origin;
    left = start('left', 'serve');
    await until('a message after the restart', async () => (await positionOf(left)).sequence > 20);
  });

  it('are sent no sequence twice when NATS is restored from a copy and the next writer knows nothing newer', async () => {
    const putBack = await nats.copy();
    const copied = (await positionOf(left)).sequence;
    await until('messages after the copy', async () => (await positionOf(left)).sequence > copied + 20);
    await one.stop('SIGTERM');
    const { epoch } = (await readJson(`${await left.origin}/health`)).nodes[0];
    await putBack();
    // Instead of waiting until the lease in the copy has expired
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete('KV_itemtape-leases');
    // The only node that knows what the copy lacks
    const reports = connection.subscribe('itemtape.says.node', { max: 1 });
    for await (const report of reports) expect(report.json()).toMatchObject({ epoch, roles: ['serve'] });
    await connection.close();
    one = start('one', 'collect');
    const { nodes } = await readJson(`${await one.origin}/health`);
    expect(nodes[0].epoch).not.toBe(epoch);
    expect(one.out()).toContain('other nodes are ahead of it');
  });
});

/**
 * Removes fields that may differ between nodes: when a marketplace confirmed something is known to the node that read
 * it, and to others only if something changed; the liquidity of an item follows from sales, which each node reads from
 * the store at intervals.
 */
const withoutReadingTimes = (text: string): string =>
  text.replaceAll(/"(?:seenAt|ageSeconds|liquidity)":(?:[\d.]+|null)/g, '""');
