import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { createCuttingProxy } from '../support/network/cutting-proxy.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

const root = testFolder('upstream');
const cuts = extent({ short: 2, long: 20 });

const taken = ['SkinPort', 'DMarket', 'LisSkins'];
const played = extent<readonly Game[]>({ short: ['CS2', 'Rust'], long: games });
const items = played.flatMap((game) => fewItems[game].map(({ name }) => ({ game, name })));

const keyOf = (folder: string): Promise<string> => createKey(join(root, folder));

type Wire = Readonly<Record<string, unknown>>;

/** Each service has its own time of noticing, and sellers are not passed on. */
const comparable = (item: unknown): Wire => {
  const stored: Wire = JSON.parse(
    JSON.stringify(item, (key, value) => (key === 'updatedAt' || key === 'ownerId' ? undefined : value)),
  );
  if (stored['game'] !== 'CS2')
    for (const offer of stored['offers'] as Record<string, unknown>[]) delete offer['stickers'];
  // Rows of equal price are ordered by when the service noticed them
  return { ...stored, offers: sorted(stored['offers']), buyOrders: sorted(stored['buyOrders']) };
};
const sorted = (rows: unknown): Wire[] => [...(rows as Wire[])].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
const idOf = (row: Wire): string => String(row['purchaseLink'] ?? row['orderId']);

/** Everything that a service shows of some marketplaces, without items unknown to it. */
async function shown(origin: string, key: string, marketplaces: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const marketplace of marketplaces) {
    for (const { game, name } of items) {
      const query = `marketplace=${marketplace}&game=${game}&name=${encodeURIComponent(name)}`;
      const item = await readJson(`${origin}/v2/items?${query}`, key).catch((error: Error) => {
        if (error.message.includes('answered 404')) return null;
        throw error;
      });
      if (item !== null) found[`${marketplace} ${game} ${name}`] = comparable(item);
    }
  }
  return found;
}

/** Where two answers differ, to make failures readable. */
function firstDifference(where: string, there: unknown, here: unknown): unknown {
  if (typeof there !== 'object' || typeof here !== 'object' || there === null || here === null)
    return { where, there: JSON.stringify(there)?.slice(0, 200), here: JSON.stringify(here)?.slice(0, 200) };
  for (const key of new Set([...Object.keys(there), ...Object.keys(here)])) {
    const [one, other] = [(there as Wire)[key], (here as Wire)[key]];
    if (JSON.stringify(one) !== JSON.stringify(other)) return firstDifference(`${where} ${key}`, one, other);
  }
  return { where };
}

const offersIn = (all: Record<string, unknown>): number =>
  Object.values(all).reduce((sum: number, item) => sum + ((item as Wire)['offers'] as unknown[]).length, 0);

const healthOf = async (origin: string, marketplace: string): Promise<readonly Wire[]> =>
  (await readJson(`${origin}/health/sources`)).filter((one: Wire) => one['marketplace'] === marketplace);

describe('a marketplace read from another service', () => {
  let world: World;
  let stage: Stage;
  let first: ServedProcess;
  let second: ServedProcess;
  let proxy: Awaited<ReturnType<typeof createCuttingProxy>>;
  const keys = { first: '', second: '' };

  const startFirst = (): ServedProcess =>
    serve({
      folder: join(root, 'first'),
      relay: stage.origin,
      environment: { ...playedCredentials(), COLLECT_ONLY: taken.join(), COLLECT_GAMES: played.join() },
    });

  beforeAll(async () => {
    world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
    keys.first = await keyOf('first');
    keys.second = await keyOf('second');
    first = startFirst();
    proxy = await createCuttingProxy(Number(new URL(await first.origin).port));
    second = serve({
      folder: join(root, 'second'),
      relay: stage.origin,
      environment: {
        COLLECT_ONLY: taken.join(),
        COLLECT_GAMES: played.join(),
        UPSTREAM_URL: `http://127.0.0.1:${proxy.port}`,
        UPSTREAM_KEY: keys.first,
        UPSTREAM_MARKETPLACES: taken.join(),
        UPSTREAM_REQUESTS_PER_MINUTE: '6000',
      },
    });
    await second.origin;
  });
  afterAll(async () => {
    await killAll();
    proxy.close();
    await stage.close();
  });

  /** Waits until both services show the same; returns it. */
  async function agreed(what: string): Promise<Record<string, unknown>> {
    let difference: unknown;
    return await until(
      what,
      async () => {
        const there = await shown(await first.origin, keys.first, taken);
        const here = await shown(await second.origin, keys.second, taken);
        const names = [...new Set([...Object.keys(there), ...Object.keys(here)])];
        const differing = names.filter((name) => JSON.stringify(there[name]) !== JSON.stringify(here[name]));
        difference = differing.slice(0, 1).map((name) => firstDifference(name, there[name], here[name]));
        return differing.length === 0 && offersIn(there) > 20 ? there : null;
      },
      () => difference,
    );
  }

  it('is shown as on that service, without any request to the marketplace itself', async () => {
    const all = await agreed('the same of everything');
    expect(new Set(Object.keys(all).map((name) => name.split(' ')[0]))).toEqual(new Set(taken));
    const states = await healthOf(await second.origin, 'DMarket');
    expect(new Set(states.map(({ source }) => source))).toEqual(new Set(['search', 'items', 'sales', 'stream']));
    expect(states.filter(({ source }) => source === 'stream').map(({ state }) => state)).toContain('live');
  });

  it('follows changes there, over any number of cuts', async () => {
    for (let round = 0; round < cuts; round += 1) {
      world.tick(3);
      proxy.cut();
      await agreed(`the same after cut ${round}`);
    }
  });

  it('keeps its state while the other service is down, and follows again when it is back', async () => {
    const before = await agreed('the same');
    // Offers lost with the process would be found again later, with a later time of finding
    await until('everything to be on the tape', async () =>
      (await (await fetch(`${await first.origin}/metrics`)).text()).includes('itemtape_tape_records_waiting 0\n'),
    );
    proxy.leadTo(null);
    await first.stop('SIGKILL');
    await until('the loss of the other service to be noticed', async () =>
      (await healthOf(await second.origin, 'DMarket')).some(
        ({ source, state }) => source === 'stream' && state === 'stale',
      ),
    );
    expect(await shown(await second.origin, keys.second, taken)).toEqual(before);
    world.tick(20);
    first = startFirst();
    proxy.leadTo(Number(new URL(await first.origin).port));
    await until('the changes made meanwhile', async () => {
      const there = await shown(await first.origin, keys.first, taken);
      return JSON.stringify(there) !== JSON.stringify(before);
    });
    await agreed('the same once it is back');
  });
});
