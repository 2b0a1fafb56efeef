import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { games } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { Player } from '../../src/stage/player.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import {
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  runCommand,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

needing('nats-server').describe('rates of a cluster', () => {
  const root = testFolder('cluster-rates');
  const world = createWorld({ seed: 51, startedAt: Date.now(), items: fewItems });
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let stage: Stage;
  let key: string;
  /** Factor by which the banks' rates differ from those of the world. */
  let bend = 1;

  const bent = (player: Player): Player => {
    const { answer } = player;
    if (!['ecb', 'cbr'].includes(player.slug) || answer === undefined) return player;
    const { EUR, CNY, RUB } = world.rates;
    const rates = () => ({ EUR: EUR * bend, CNY: CNY * bend, RUB: RUB * bend });
    return {
      ...player,
      answer: (request, about) => answer(request, Object.assign(Object.create(about), { rates: rates() })),
    };
  };
  const environment = (roles: string): Record<string, string> => ({
    ...playedCredentials(),
    ...fewMarketplaces,
    CLUSTER_NATS: nats.url,
    STORE_URL: database.url,
    CLUSTER_ROLES: roles,
  });
  const start = (name: string, roles: string): ServedProcess =>
    serve({ folder: join(root, name), relay: stage.origin, environment: environment(roles) });

  /** Every price in euros on a node, of offers and of items. */
  const pricesAt = async (node: ServedProcess): Promise<string[]> => {
    const origin = await node.origin;
    const lines: string[] = [];
    for (const game of games) {
      const { offers } = await readJson(`${origin}/tape/offers?game=${game}&limit=500&currency=EUR`, key);
      for (const { marketplace, offerId, purchaseLink, price } of offers)
        lines.push(`${game} ${marketplace} ${offerId ?? purchaseLink} ${price}`);
      for (const { name } of fewItems[game]) {
        const query = `game=${game}&name=${encodeURIComponent(name)}`;
        const compared = await readJson(`${origin}/v2/items/compare?${query}`, key).catch(() => ({
          marketplaces: [],
        }));
        for (const { marketplace, priceUSD, priceEUR, priceCNY, priceRUB } of compared.marketplaces)
          lines.push(`${game} ${name} ${marketplace} ${priceUSD} ${priceEUR} ${priceCNY} ${priceRUB}`);
      }
    }
    return lines.sort();
  };

  beforeAll(async () => {
    nats = await startNats();
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    stage = await startStage({ world, players: players.map(bent), now: Date.now });
    const made = await runCommand(['keys', 'create', 'test'], { ...environment('serve'), DATA_FOLDER: root });
    key = made.out.trim();
  });
  afterAll(async () => {
    await killAll();
    await stage?.close();
    await database?.stop();
    await nats?.stop();
  });

  it('that move reconvert the prices of every node, whichever node reads the marketplaces', async () => {
    const reads = start('one', 'collect,store');
    await reads.origin;
    const serves = start('left', 'serve');
    const before = await until('the same prices on both nodes', async () => {
      const [own, other] = [await pricesAt(reads), await pricesAt(serves)];
      return own.length > 100 && own.join() === other.join() && own;
    });
    reads.child.kill('SIGTERM');
    await reads.ended;

    bend = 1.05;
    const next = start('two', 'collect,store');
    let differing: unknown = null;
    const after = await until(
      'the same at both nodes at other rates',
      async () => {
        const [own, other] = [await pricesAt(next), await pricesAt(serves)];
        differing = own.filter((line) => !other.includes(line)).slice(0, 3);
        return own.length > 100 && own.join() !== before.join() && own.join() === other.join() && own;
      },
      () => differing,
    );
    const moved = after.filter((line) => !before.includes(line));
    expect(moved.length).toBeGreaterThan(after.length / 2);
  });
});
