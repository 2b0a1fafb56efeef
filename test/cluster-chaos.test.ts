import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTape } from '#client';
import { games } from '../src/schema/index.ts';
import { shareKeyOf } from '../src/service/cluster/shared-collector.ts';
import { createWorld } from '../src/stage/market/create-world.ts';
import { players } from '../src/stage/players/index.ts';
import { type Stage, startStage } from '../src/stage/server.ts';
import { type ClickHouseHttp, startClickHouseHttp } from './support/clickhouse-http.ts';
import { freePort } from './support/free-port.ts';
import { fewItems } from './support/kept-state.ts';
import { extent, longRun } from './support/long-run.ts';
import { type NatsCluster, startNatsCluster } from './support/nats-cluster.ts';
import { lacksNats } from './support/nats-server.ts';
import { type Network, openNetwork, type Place } from './support/network.ts';
import {
  killAll,
  playedCredentials,
  readJson,
  runCommand,
  type ServedProcess,
  serve,
} from './support/served-process.ts';
import { stageItems } from './support/stage-items.ts';
import { until } from './support/until.ts';
import { usualConnectors } from './support/usual-connectors.ts';
import { type Asked, askedByTwo, type Halt, startWatchedRelay, type WatchedRelay } from './support/watched-relay.ts';

const rounds = extent({ short: 4, long: 60 });
const haltMs = longRun ? 60_000 : 4_000;
/** At full length some 500 changes a second. */
const items = longRun ? stageItems : fewItems;
const tickMs = extent({ short: 100, long: 40 });
/** Read whole every minute or so; what feeds or look-ups alone bring is as old as they are. */
const readWhole: readonly string[] = ['CSGOEmpire', 'ShadowPay'];
const sweptMs = 600_000;
/** Each round ends with what a cluster takes to come round, twice at worst. */
const timeout = 240_000 + rounds * (haltMs + 60_000) + sweptMs;
const seed = Number(process.env['SEED'] ?? 50);

/** One budget for all that a host is asked for, so that a host tells who asks. */
const single = usualConnectors.filter(
  (connector) => new Set(connector.sources.map((source) => shareKeyOf(connector, source))).size === 1,
);

/** As a supervisor waits that begins again what has ended. */
const againMs = 1_000;

/** A node that is begun again whenever it ends. */
type Kept = { readonly name: string; readonly origin: string; readonly cut: Place['cut']; now: ServedProcess };

describe.skipIf(lacksNats)(`a cluster to which much happens (needs nats-server; SEED=${seed})`, () => {
  const root = mkdtempSync(join(tmpdir(), 'itemtape-cluster-chaos-'));
  const world = createWorld({ seed, startedAt: Date.now(), items });
  const asked: Asked[] = [];
  const relays: WatchedRelay[] = [];
  const nodes: Kept[] = [];
  const halts: Halt[] = [];
  let isOver = false;
  let network: Network;
  let nats: NatsCluster;
  let database: ClickHouseHttp;
  let stage: Stage;
  let key: string;
  let ticking: NodeJS.Timeout;

  const environment = (roles: string): Record<string, string> => ({
    ...playedCredentials(),
    CLUSTER_NATS: nats.url,
    CLUSTER_REPLICAS: '3',
    STORE_URL: database.url,
    CLUSTER_ROLES: roles,
    COLLECT_ONLY: single.map(({ slug }) => slug).join(),
    STREAM_CONNECTIONS_PER_KEY: '50',
  });

  const keep = async (name: string, roles: string): Promise<Kept> => {
    const relay = await startWatchedRelay(name, stage.origin, asked, network.host);
    relays.push(relay);
    const port = await freePort();
    const { outside, words, cut } = network.place();
    const more = { ...environment(roles), HTTP_HOST: outside, HTTP_PORT: String(port) };
    const begin = (): ServedProcess => {
      const node = serve({ folder: join(root, name), relay: relay.origin, environment: more, before: words });
      const again = async (): Promise<void> => {
        await wait(againMs);
        if (!isOver) kept.now = begin();
      };
      node.ended.then(again, again);
      return node;
    };
    const kept: Kept = { name, origin: `http://${outside}:${port}`, cut, now: begin() };
    nodes.push(kept);
    return kept;
  };

  beforeAll(async () => {
    network = openNetwork();
    nats = await startNatsCluster(network);
    database = await startClickHouseHttp(join(root, 'clickhouse'), network.host);
    stage = await startStage({ world, players, now: Date.now });
    const made = await runCommand(['keys', 'create', 'test'], { ...environment('serve'), DATA_FOLDER: root });
    key = made.out.trim();
    ticking = setInterval(() => world.tick(Date.now()), tickMs);
  });

  afterAll(async () => {
    isOver = true;
    clearInterval(ticking);
    await killAll();
    for (const relay of relays) await relay.close();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
    network?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const changesAt = async (origin: string, after: string): Promise<string[]> => {
    const address = `${origin}/tape/changes?after=${after}&events=Added,Updated,Removed`;
    const reply = await fetch(address, { headers: { 'x-api-key': key } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status}: ${text}`);
    return text.split('\n').filter((line) => line.includes('"offer"'));
  };

  const onSale = async (origin: string, key: string): Promise<string[]> => {
    const asked = games.flatMap((game) => items[game].map(({ name }) => ({ game, name })));
    const found: string[] = [];
    for (const { game, name } of asked) {
      const address = `${origin}/v2/items/compare?game=${game}&name=${encodeURIComponent(name)}`;
      const { marketplaces } = (await readJson(address, key).catch((error: Error) => {
        // An item that no list has named yet
        if (error.message.includes('answered 404')) return { marketplaces: [] };
        throw error;
      })) as { marketplaces: { marketplace: string; priceUSD: number | null; offerCount: number }[] };
      for (const { marketplace, priceUSD, offerCount } of marketplaces)
        if (offerCount > 0 && readWhole.includes(marketplace))
          found.push(`${game} ${name} ${marketplace} ${priceUSD} ${offerCount}`);
    }
    return found.sort();
  };

  /** Until nodes have what a service has that is begun now, alone, over the same stage. */
  const areAsAlone = async (origins: readonly string[]): Promise<void> => {
    const environment = { ...playedCredentials(), COLLECT_ONLY: single.map(({ slug }) => slug).join() };
    const alone = serve({ folder: join(root, 'alone'), relay: stage.origin, environment });
    const [origin, ownKey] = [await alone.origin, await alone.firstKey()];
    let differ: string[] = [];
    const isSame = async (): Promise<boolean> => {
      const [expected = [], ...found] = await Promise.all([
        onSale(origin, ownKey),
        ...origins.map((one) => onSale(one, key)),
      ]);
      differ = found.flatMap((one) => [
        ...one.filter((line) => !expected.includes(line)).map((line) => `more: ${line}`),
        ...expected.filter((line) => !one.includes(line)).map((line) => `less: ${line}`),
      ]);
      return expected.length > 0 && differ.length === 0;
    };
    await until('all nodes to have what one has alone', isSame, () => differ.slice(0, 50), sweptMs);
  };

  it('loses nothing, doubles nothing and asks no budget twice at a time', { timeout }, async () => {
    await (await keep('one', 'collect')).now.origin;
    await keep('two', 'collect');
    await keep('store', 'store');
    const [left, right] = [await keep('left', 'serve'), await keep('right', 'serve')];
    await Promise.all([left.now.origin, right.now.origin]);

    const heard: { readonly epoch: string; readonly sequence: number }[] = [];
    const ending = new AbortController();
    let ended: unknown = null;
    const more = async (count: number): Promise<boolean> => {
      if (ended !== null) throw ended;
      return heard.length > count;
    };
    const tape = createTape({ url: [left.origin, right.origin], key });
    const reading = (async () => {
      const wish = { events: ['Added', 'Updated', 'Removed'] as const };
      for await (const { epoch = '', sequence = 0 } of tape.offers(wish, { signal: ending.signal }))
        heard.push({ epoch, sequence });
    })().catch((error: unknown) => {
      // Nothing more would be heard
      if (!ending.signal.aborted) ended = error;
      return error;
    });
    await until('something to be heard', () => more(20));

    const happenings = happeningsFor(nats, nodes, halts);
    let random = seed;
    for (let round = 0; round < rounds; round += 1) {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      // Each kind once, then any
      const happening = happenings[round < happenings.length ? round : random % happenings.length];
      await happening?.(random >> 8);
      const before = heard.length;
      const saidByAll = () => nodes.map(({ name, now }) => [name, now.out().slice(-1_000)]);
      await until(`more to be heard after round ${round}`, () => more(before + 20), saidByAll);
    }
    clearInterval(ticking);
    ending.abort();
    expect(String(await reading)).toContain('Abort');

    const first = heard[0] ?? { epoch: '', sequence: 0 };
    const last = heard.at(-1)?.sequence ?? 0;
    expect(new Set(heard.map(({ epoch }) => epoch)).size).toBe(1);
    const [ofLeft, ofRight] = await Promise.all(
      [left, right].map((node) => {
        const { name, origin } = node;
        let seen = '';
        const toldToTheLast = async () => {
          const lines = await changesAt(origin, `${first.epoch}:${first.sequence - 1}`).catch((error: unknown) => {
            seen = String(error);
            return [];
          });
          const sequences = lines.map((line) => JSON.parse(line).sequence as number);
          const reached = sequences.at(-1);
          if (reached !== undefined) seen = `up to ${reached} of ${last}`;
          return (
            sequences.some((sequence) => sequence >= last) && lines.filter((_, at) => (sequences[at] ?? 0) <= last)
          );
        };
        return until(`${name} to tell all of it`, toldToTheLast, () => [seen, node.now.out().slice(-1_000)]);
      }),
    );
    expect(ofLeft).toEqual(ofRight);
    expect(heard.map(({ sequence }) => sequence)).toEqual(ofLeft?.map((line) => JSON.parse(line).sequence as number));
    expect(askedByTwo(asked, halts)).toEqual([]);
    if (longRun) await areAsAlone([left.origin, right.origin]);
  });
});

/** What can happen, one thing at a time: two of three servers of NATS are always there. */
function happeningsFor(
  nats: NatsCluster,
  nodes: readonly Kept[],
  halts: Halt[],
): ((chance: number) => Promise<void>)[] {
  const nodeOf = (chance: number): Kept => nodes[chance % nodes.length] as Kept;
  const peerOf = (chance: number) => nats.peers[chance % nats.peers.length];
  const cutForAWhile = async (cut: Place['cut'] = null): Promise<void> => {
    cut?.(true);
    await wait(haltMs);
    cut?.(false);
  };
  return [
    async (chance) => {
      nodeOf(chance).now.child.kill('SIGKILL');
    },
    async (chance) => await cutForAWhile(peerOf(chance)?.cut),
    async (chance) => {
      const { name: by, now } = nodeOf(chance);
      const from = performance.now();
      now.child.kill('SIGSTOP');
      await wait(haltMs);
      halts.push({ by, from, to: performance.now() });
      now.child.kill('SIGCONT');
    },
    async (chance) => await cutForAWhile(nodeOf(chance).cut),
    async (chance) => {
      const peer = peerOf(chance);
      await peer?.kill();
      await wait(haltMs / 4);
      peer?.begin();
    },
    async (chance) => {
      const peer = peerOf(chance);
      peer?.halt();
      await wait(haltMs);
      peer?.wake();
    },
  ];
}
