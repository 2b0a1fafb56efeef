import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { shareKeyOf } from '../../src/service/cluster/shared-collector.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import {
  type Halt,
  requestedByTwo,
  startWatchedRelay,
  type WatchedRelay,
  type WatchedRequest,
} from '../support/cluster/watched-relay.ts';
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
import { extent, longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

/**
 * Connectors with one budget for all requests to a host, so that the host identifies the budget; enough of them that
 * each node has some.
 */
const single = connectors.filter(({ slug }) =>
  [
    'backpack-tf',
    'cs-trade',
    'csgoempire',
    'itrade-gg',
    'loot-farm',
    'shadowpay',
    'skin-land',
    'skinbaron',
    'skins-com',
    'skinsmonkey',
    'steam-market',
    'tradeit',
  ].includes(slug),
);

/** Limit when nothing else runs; none alongside other tests. */
const orderlyMs = longRun ? 1_000 : Number.POSITIVE_INFINITY;
const takenOverMs = longRun ? 20_000 : Number.POSITIVE_INFINITY;

needing('nats-server').describe('marketplaces of a cluster', () => {
  const root = testFolder('cluster-sharing');
  const world = createWorld({ seed: 49, startedAt: Date.now(), items: fewItems });
  const watched: WatchedRequest[] = [];
  const halts: Halt[] = [];
  const relays: WatchedRelay[] = [];
  const takes = new Map<ServedProcess, { readonly budget: string; readonly at: number }[]>();
  /** When each budget was last handed over. */
  const given = new Map<string, number>();
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let stage: Stage;
  let key: string;
  let ticking: NodeJS.Timeout;

  const environment = (roles: string): Record<string, string> => ({
    ...playedCredentials(),
    CLUSTER_NATS: nats.url,
    STORE_URL: database.url,
    CLUSTER_ROLES: roles,
    COLLECT_ONLY: single.map(({ slug }) => slug).join(),
    // Of each marketplace, one
    COLLECT_GAMES: 'CS2,TF2',
  });

  const start = async (name: string, roles: string, lacking: readonly string[] = []): Promise<ServedProcess> => {
    const relay = await startWatchedRelay(name, stage.origin, watched);
    relays.push(relay);
    const settings = Object.entries(environment(roles)).filter(([env]) => !lacking.includes(env));
    const node = serve({ folder: join(root, name), relay: relay.origin, environment: Object.fromEntries(settings) });
    const taken: { budget: string; at: number }[] = [];
    takes.set(node, taken);
    node.child.stdout?.on('data', (data) => {
      for (const line of String(data).split('\n')) {
        const [, budget = '', what = ''] = /"budget":"([^"]+)".*"budget lease (acquired|handed over)"/.exec(line) ?? [];
        if (what === 'acquired') taken.push({ budget, at: performance.now() });
        if (what === 'handed over') given.set(budget, performance.now());
      }
    });
    return node;
  };
  const budgetsOf = (node: ServedProcess): string[] => [...new Set(takes.get(node)?.map(({ budget }) => budget))];

  const canEither = (budget: string): boolean => !/shadowpay|skinbaron/.test(budget);
  const credentialsOf = (slug: string): string[] =>
    single.find((one) => one.slug === slug)?.credentials.map(({ env }) => env) ?? [];

  beforeAll(async () => {
    nats = await startNats();
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    stage = await startStage({ world, players, now: Date.now });
    key = (
      await callCommand(['keys', 'create', 'test'], { ...environment('serve'), DATA_FOLDER: join(root, 'keys') })
    ).out.trim();
    ticking = setInterval(() => world.tick(Date.now()), 250);
  });

  afterAll(async () => {
    clearInterval(ticking);
    await killAll();
    for (const relay of relays) await relay.close();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
  });

  it('are divided among the collecting nodes, one node per budget, and handed over on a stop or taken over on a failure', async () => {
    // Each node lacks credentials that the other has
    const ofSkinbaron = credentialsOf('skinbaron');
    const one = await start('one', 'collect,store', credentialsOf('shadowpay'));
    await one.origin;
    let two = await start('two', 'collect', ofSkinbaron);
    const serving = await start('serving', 'serve');
    const origin = await serving.origin;

    await until('requests from both nodes', async () => budgetsOf(two).filter(canEither).length > 0);
    for (const connector of single)
      expect(new Set(connector.sources.map((source) => shareKeyOf(connector, source))).size, connector.slug).toBe(1);
    const sources = async () =>
      (await readJson(`${origin}/health/sources`, key)) as {
        slug: string;
        source: string;
        state: string;
        detail: string;
      }[];
    const shown = await until('every marketplace to be live on the serving node', async () => {
      const found = await sources();
      const live = new Set(found.filter(({ state }) => state === 'live').map(({ slug }) => slug));
      return single.every(({ slug }) => live.has(slug)) && found;
    });
    expect(shown.some(({ detail }) => detail?.startsWith('needs '))).toBe(false);
    // Readers also receive what the other node reads
    const [theirs = ''] = budgetsOf(two).map((budget) => budget.split('.')[1] ?? '');
    await until(`offers or prices of ${theirs}`, async () => {
      const rows = (await readJson(`${origin}/v2/marketplaces`, key)) as { slug: string; games: unknown[] }[];
      return rows.some((row) =>
        JSON.stringify(row)
          .toLowerCase()
          .includes(theirs.split('-')[0] ?? ''),
      );
    });

    const previous = budgetsOf(two).filter(canEither);
    const leftAt = performance.now();
    const leaving = two.stop('SIGTERM');
    const takenBack = await until('the other node to have all budgets', async () => {
      const again = takes.get(one)?.filter(({ at, budget }) => at > leftAt && previous.includes(budget)) ?? [];
      return again.length === previous.length && again;
    });
    expect((await leaving).code).toBe(0);
    for (const { budget, at } of takenBack) expect(at - (given.get(budget) ?? 0), budget).toBeLessThan(orderlyMs);

    for (let round = 0; round < extent({ short: 1, long: 6 }); round += 1) {
      two = await start(`two-${round}`, 'collect', ofSkinbaron);
      const { child } = two;
      await until('the node to have its share again', async () => budgetsOf(two).filter(canEither).length > 0);
      const share = budgetsOf(two).filter(canEither);
      const killedAt = performance.now();
      child.kill(round % 2 === 0 ? 'SIGSTOP' : 'SIGKILL');
      const taken = await until('the other node to take over', async () => {
        const again = takes.get(one)?.filter(({ at, budget }) => at > killedAt && share.includes(budget)) ?? [];
        return new Set(again.map(({ budget }) => budget)).size === share.length && again;
      });
      expect(Math.max(...taken.map(({ at }) => at)) - killedAt).toBeLessThan(takenOverMs);
      // On waking it finds another node reading, and regains only what it can do better
      if (round % 2 === 0) {
        child.kill('SIGCONT');
        halts.push({ by: `two-${round}`, from: killedAt, to: performance.now() });
        await until(
          'it to have its share back',
          async () => (takes.get(two)?.filter(({ at }) => at > killedAt).length ?? 0) > 0,
        );
      }
      await two.stop('SIGKILL');
    }

    expect(new Set(watched.filter(({ by }) => by === 'one').map(({ host }) => host)).size).toBeGreaterThan(0);
    expect(requestedByTwo(watched, halts)).toEqual([]);
  });
});
