import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTape } from '#client';
import { type Game, games } from '../../src/schema/index.ts';
import { shareKeyOf } from '../../src/service/cluster/shared-collector.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createSeededRandom, pick } from '../../src/stage/market/seeded-random.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type Received, type Receiver, startReceiver } from '../support/alerts/alerting.ts';
import { type NatsCluster, startNatsCluster } from '../support/cluster/nats-cluster.ts';
import { type Network, type NetworkAddress, openNetwork } from '../support/cluster/network.ts';
import {
  type Halt,
  requestedByTwo,
  startWatchedRelay,
  type WatchedRelay,
  type WatchedRequest,
} from '../support/cluster/watched-relay.ts';
import { freePort } from '../support/network/free-port.ts';
import { callCommand } from '../support/processes/called.ts';
import {
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { testLimitMs } from '../support/runner/limits.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { seed } from '../support/runner/seed.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

/** At least this many disturbances, and as many as fit into this time. */
const rounds = extent({ short: 4, long: 6 });
// MINUTES=10 shortens the long form, HALT=8 its disturbances, of which there are more then
const lastsMs = extent({ short: 0, long: 60_000 * Number(process.env['MINUTES'] ?? 60) });
const haltMs = 1_000 * Number(process.env['HALT'] ?? extent({ short: 4, long: 60 }));
/** At full length about 500 changes a second. */
const items = longRun ? stageItems : fewItems;
const tickMs = extent({ short: 250, long: 40 });
/** Those of the alerts and one more. */
const played = extent<readonly Game[]>({ short: ['CS2', 'Rust'], long: games });
/** Marketplaces that are read completely every minute or so; the data of those with only feeds or lookups may be older. */
const readWhole: readonly string[] = ['CSGOEmpire', 'ShadowPay'];
const timeout = lastsMs + testLimitMs('system');

/** Connectors with one budget for all requests to a host, so that the host identifies the budget. */
const single = defaultConnectors.filter(
  (connector) => new Set(connector.sources.map((source) => shareKeyOf(connector, source))).size === 1,
);

/** The delay before a supervisor restarts a process that has ended. */
const againMs = 1_000;

/** Lines of past messages in one request, so that an hour of them is never a single string. */
const linesAtOnce = 20_000;

type Position = { readonly epoch: string; readonly sequence: number };

/** A message about an offer, with a hash of its text. */
type OfferMessage = {
  readonly sequence: number;
  readonly eventType: string;
  readonly id: string;
  readonly reason?: string | undefined;
  readonly price: number | null;
  readonly text: string;
};

/**
 * Removals of offers that were on sale: the market gives no id twice, so what returns had not gone. What returns at another
 * price had gone from the page that an answer about its item was cut at.
 */
function removedInVain(messages: readonly OfferMessage[]): readonly object[] {
  const removals = new Map<string, OfferMessage>();
  const inVain: object[] = [];
  for (const message of messages) {
    const removal = removals.get(message.id);
    if (message.eventType === 'Removed' && message.reason !== 'outside') removals.set(message.id, message);
    else if (removal !== undefined && removals.delete(message.id) && removal.price === message.price)
      inVain.push({ removal, returned: message });
  }
  return inVain;
}

const wordsOf = ({ sequence, text }: OfferMessage): string => `${sequence} ${text}`;

/** The first index at which two lists differ; null if they are equal. */
function differenceOf(one: readonly string[], other: readonly string[]): object | null {
  const at = Array.from({ length: Math.max(one.length, other.length) }).findIndex((_, at) => one[at] !== other[at]);
  return at < 0 ? null : { at, one: one.slice(at, at + 3), other: other.slice(at, at + 3) };
}

/** A node that is restarted whenever it ends. */
type ChaosNode = {
  readonly name: string;
  readonly origin: string;
  readonly cut: NetworkAddress['cut'];
  /** What the processes before have printed. */
  printed: string;
  now: ServedProcess;
};

/** What the nodes have said about the tape, such as why an epoch began. */
const saidOfTape = (nodes: readonly ChaosNode[]): string =>
  nodes
    .flatMap(({ name, printed, now }) => `${printed}${now.out()}`.split('\n').map((line) => `${name}: ${line}`))
    .filter((line) => /tape|epoch|NATS/.test(line))
    .join('\n');

needing('nats-server').describe('a cluster whose nodes and NATS servers fail', () => {
  const root = testFolder('cluster-chaos');
  const world = createWorld({ seed: 50, startedAt: Date.now(), items });
  const watched: WatchedRequest[] = [];
  const relays: WatchedRelay[] = [];
  const nodes: ChaosNode[] = [];
  const halts: Halt[] = [];
  const happened: string[] = [];
  let isOver = false;
  let network: Network;
  let nats: NatsCluster;
  let database: ClickHouseHttp;
  let stage: Stage;
  let receiver: Receiver;
  let key: string;
  let ticking: NodeJS.Timeout;

  const environment = (roles: string): Record<string, string> => ({
    ...playedCredentials(),
    CLUSTER_NATS: nats.url,
    CLUSTER_REPLICAS: '3',
    STORE_URL: database.url,
    CLUSTER_ROLES: roles,
    COLLECT_ONLY: single.map(({ slug }) => slug).join(),
    COLLECT_GAMES: played.join(),
    STREAM_CONNECTIONS_PER_KEY: '50',
    ALERTS_ALLOW_PRIVATE: 'true',
  });

  const keep = async (name: string, roles: string): Promise<ChaosNode> => {
    const relay = await startWatchedRelay(name, stage.origin, watched, network.host);
    relays.push(relay);
    const port = await freePort();
    const { outside, words, cut } = network.address();
    const more = { ...environment(roles), HTTP_HOST: outside, HTTP_PORT: String(port) };
    const begin = (): ServedProcess => {
      const node = serve({ folder: join(root, name), relay: relay.origin, environment: more, before: words });
      const again = async (): Promise<void> => {
        await wait(againMs);
        if (isOver) return;
        stored.printed += node.out();
        stored.now = begin();
      };
      node.ended.then(again, again);
      return node;
    };
    const stored: ChaosNode = { name, origin: `http://${outside}:${port}`, cut, printed: '', now: begin() };
    nodes.push(stored);
    return stored;
  };

  beforeAll(async () => {
    network = openNetwork();
    nats = await startNatsCluster(network);
    database = await startClickHouseHttp(join(root, 'clickhouse'), network.host);
    stage = await startStage({ world, players, now: Date.now });
    receiver = await startReceiver(0, network.host);
    const made = await callCommand(['keys', 'create', 'test'], { ...environment('serve'), DATA_FOLDER: root });
    key = made.out.trim();
    ticking = setInterval(() => world.tick(Date.now()), tickMs);
  });

  afterAll(async () => {
    isOver = true;
    clearInterval(ticking);
    await killAll();
    for (const relay of relays) await relay.close();
    await receiver?.close();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
    network?.close();
  });

  /** The offer messages of a node after one place and up to another. */
  const receivedBy = async (
    { name, origin, now }: ChaosNode,
    from: Position,
    last: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<readonly OfferMessage[]> => {
    const query = new URLSearchParams({ limit: String(linesAtOnce), events: 'Added,Updated,Removed', ...more });
    const received: OfferMessage[] = [];
    let position = from;
    let seen = '';
    const readOn = async (): Promise<boolean> => {
      const after = `${position.epoch}:${position.sequence}`;
      const address = `${origin}/tape/changes?after=${after}&${query}`;
      const reply = await fetch(address, { headers: { 'x-api-key': key } });
      const text = await reply.text();
      seen = `${reply.status} after ${after}`;
      if (reply.status !== 200) return false;
      for (const line of text.trimEnd().split('\n')) {
        const { type, epoch, sequence, eventType, id, reason, data } = JSON.parse(line) as Position &
          Omit<OfferMessage, 'text' | 'price'> & {
            readonly type: string;
            readonly data: { readonly priceUSD: number | null };
          };
        // The last line says where to continue
        if (type === 'heartbeat') position = { epoch, sequence };
        else if (sequence <= last)
          received.push({
            ...{ sequence, eventType, id, reason, price: data.priceUSD },
            text: createHash('sha1').update(line).digest('base64'),
          });
      }
      return position.sequence >= last;
    };
    const isThere = async (): Promise<boolean> => {
      try {
        for (let before = -1; before < position.sequence; ) {
          before = position.sequence;
          if (await readOn()) return true;
        }
      } catch (error) {
        seen = String(error);
      }
      return false;
    };
    await until(`all messages from ${name}`, isThere, () => [seen, now.out().slice(-1_000)]);
    return received;
  };

  const onSale = async (origin: string, key: string): Promise<string[]> => {
    const queries = games.flatMap((game) => items[game].map(({ name }) => ({ game, name })));
    const found: string[] = [];
    for (const { game, name } of queries) {
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

  /** Waits until nodes have the same data as a new standalone service over the same stage. */
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
    await until('all nodes to have the data of a standalone service', isSame, () => differ.slice(0, 50));
  };

  const alertsAbout = 'Rust';

  const createRule = async ({ origin }: ChaosNode): Promise<void> => {
    const filter = { games: [alertsAbout], channels: ['offers'], events: ['Added', 'Updated', 'Removed'] };
    const target = { kind: 'webhook', url: receiver.url };
    const reply = await fetch(`${origin}/tape/alerts`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'all', when: { kind: 'stream', filter }, target }),
    });
    if (reply.status !== 201) throw new Error(await reply.text());
  };

  /** Waits until there was an alert for each offer message since the first alert, and none twice that is not marked. */
  const areAlertedOnce = async (node: ChaosNode, last: number): Promise<void> => {
    const sequenceOf = ({ json }: Received): number => json.data.message.sequence;
    const [first] = receiver.received;
    if (first === undefined) throw new Error('no alert has arrived');
    let seen: unknown;
    const isSame = async (): Promise<boolean> => {
      const arrived = new Set(receiver.received.map(sequenceOf).filter((sequence) => sequence <= last));
      const published = await receivedBy(node, { ...first.json.data.message, sequence: sequenceOf(first) - 1 }, last, {
        games: alertsAbout,
      });
      const expected = published.map(({ sequence }) => sequence);
      seen = [expected.length, arrived.size, expected.filter((sequence) => !arrived.has(sequence)).slice(0, 5)];
      return expected.length === arrived.size && expected.every((sequence) => arrived.has(sequence));
    };
    await until('an alert for each change', isSame, () => seen);
    const ids = new Set<unknown>();
    const repeated = receiver.received.filter(({ headers }) => {
      const isRepeated = ids.has(headers['webhook-id']);
      ids.add(headers['webhook-id']);
      return isRepeated && headers['itemtape-repeat'] !== '1';
    });
    expect(repeated).toEqual([]);
    if (longRun) process.stdout.write(`${ids.size} alerts, ${receiver.received.length - ids.size} of them repeated\n`);
  };

  it('loses nothing, duplicates nothing, and never spends a budget on two nodes at the same time', {
    timeout,
  }, async ({ onTestFailed }) => {
    onTestFailed(() => void process.stdout.write(`${saidOfTape(nodes)}\n`));
    await (await keep('one', 'collect')).now.origin;
    await keep('two', 'collect');
    await keep('store', 'store');
    const [left, right] = [await keep('left', 'serve'), await keep('right', 'serve')];
    await Promise.all([left.now.origin, right.now.origin]);

    const received: Position[] = [];
    const ending = new AbortController();
    let ended: unknown = null;
    const more = async (count: number): Promise<boolean> => {
      if (ended !== null) throw ended;
      return received.length > count;
    };
    const tape = createTape({ url: [left.origin, right.origin], key });
    const reading = (async () => {
      const subscription = { events: ['Added', 'Updated', 'Removed'] as const };
      for await (const { epoch = '', sequence = 0 } of tape.offers(subscription, { signal: ending.signal }))
        received.push({ epoch, sequence });
    })().catch((error: unknown) => {
      // Otherwise the failure would only be seen at the end
      if (!ending.signal.aborted) ended = error;
      return error;
    });
    await until('the first message', () => more(20));
    await createRule(left);

    const happenings = happeningsFor(nats, nodes, halts);
    const kinds = Object.keys(happenings);
    const random = createSeededRandom(seed);
    const endsAt = performance.now() + lastsMs;
    for (let round = 0; round < rounds || performance.now() < endsAt; round += 1) {
      // Each kind once, then random ones
      const kind = kinds[round] ?? pick(kinds, random.of(round, 0));
      await happenings[kind]?.(random.key(round, 1) >>> 0);
      happened.push(kind);
      const before = received.length;
      const printedByAll = () => nodes.map(({ name, now }) => [name, now.out().slice(-1_000)]);
      await until(`more messages after round ${round}: ${kind}`, () => more(before + 20), printedByAll);
    }
    const counts = kinds.map((kind) => `${kind} ${happened.filter((one) => one === kind).length}`);
    if (longRun) process.stdout.write(`${received.length} changes heard; ${counts.join(', ')}\n`);
    clearInterval(ticking);
    ending.abort();
    expect(String(await reading)).toContain('Abort');

    const first = received[0] ?? { epoch: '', sequence: 0 };
    const last = received.at(-1)?.sequence ?? 0;
    expect(new Set(received.map(({ epoch }) => epoch)).size).toBe(1);
    const before = { ...first, sequence: first.sequence - 1 };
    const [ofLeft, ofRight] = await Promise.all([receivedBy(left, before, last), receivedBy(right, before, last)]);
    expect(differenceOf(ofLeft.map(wordsOf), ofRight.map(wordsOf))).toBeNull();
    expect(
      differenceOf(
        received.map(({ sequence }) => String(sequence)),
        ofLeft.map(({ sequence }) => String(sequence)),
      ),
    ).toBeNull();
    expect(removedInVain(ofLeft)).toEqual([]);
    await areAlertedOnce(left, last);
    expect(requestedByTwo(watched, halts)).toEqual([]);
    if (longRun) await areAsAlone([left.origin, right.origin]);
  });

  needing('the right to set up networks').it('was cut off among the rest', () => {
    expect(happened).toEqual(expect.arrayContaining(['a node cut off', 'a server of NATS cut off']));
  });
});

/** The possible disturbances, one at a time: two of the three NATS servers are always up. */
function happeningsFor(
  nats: NatsCluster,
  nodes: readonly ChaosNode[],
  halts: Halt[],
): Readonly<Record<string, (chance: number) => Promise<void>>> {
  const nodeOf = (chance: number): ChaosNode => nodes[chance % nodes.length] as ChaosNode;
  const peerOf = (chance: number) => nats.peers[chance % nats.peers.length];
  const cutForAWhile = async (cut: NetworkAddress['cut'] | undefined): Promise<void> => {
    cut?.(true);
    await wait(haltMs);
    cut?.(false);
  };
  const canCut = nodes.every(({ cut }) => cut !== null);
  return {
    'a node killed': async (chance) => {
      nodeOf(chance).now.child.kill('SIGKILL');
    },
    ...(canCut && {
      'a node cut off': async (chance: number) => await cutForAWhile(nodeOf(chance).cut),
      'a server of NATS cut off': async (chance: number) => await cutForAWhile(peerOf(chance)?.cut),
    }),
    'a node halted': async (chance) => {
      const { name: by, now } = nodeOf(chance);
      const from = performance.now();
      now.child.kill('SIGSTOP');
      await wait(haltMs);
      halts.push({ by, from, to: performance.now() });
      now.child.kill('SIGCONT');
    },
    'a server of NATS killed': async (chance) => {
      const peer = peerOf(chance);
      await peer?.kill();
      await wait(haltMs / 4);
      peer?.begin();
    },
    'a server of NATS halted': async (chance) => {
      const peer = peerOf(chance);
      peer?.halt();
      await wait(haltMs);
      peer?.wake();
    },
  };
}
