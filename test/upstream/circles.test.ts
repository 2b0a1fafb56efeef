import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../../src/stage/market/create-world.ts';
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
import { until } from '../support/time/until.ts';

type Wire = Readonly<Record<string, unknown>>;
type Wanted = { readonly from: number; readonly marketplaces: readonly string[]; readonly own: readonly string[] };
type Ring = { readonly services: readonly ServedProcess[]; readonly keys: readonly string[] };

const root = testFolder('circles');
const proxies: Awaited<ReturnType<typeof createCuttingProxy>>[] = [];
let stage: Stage;
let rings = 0;

beforeAll(async () => {
  const world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
  stage = await startStage({ world, players, now: Date.now });
});
afterEach(async () => {
  await killAll();
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(async () => {
  await stage.close();
});

/** Services that read marketplaces from one another; each address is known before its service runs. */
async function startRing(wanted: readonly Wanted[]): Promise<Ring> {
  rings += 1;
  const folders = wanted.map((_, at) => join(root, `${rings}-${at}`));
  const keys = await Promise.all(folders.map(createKey));
  const fronts = await Promise.all(wanted.map(() => createCuttingProxy(9)));
  proxies.push(...fronts);
  const services = wanted.map(({ from, marketplaces, own }, at) =>
    serve({
      folder: folders[at] ?? '',
      relay: stage.origin,
      environment: {
        ...playedCredentials(),
        COLLECT_ONLY: [...marketplaces, ...own].join(),
        COLLECT_GAMES: 'CS2',
        UPSTREAM_URL: `http://127.0.0.1:${fronts[from]?.port}`,
        UPSTREAM_KEY: keys[from] ?? '',
        UPSTREAM_MARKETPLACES: marketplaces.join(),
        UPSTREAM_REQUESTS_PER_MINUTE: '600',
      },
    }),
  );
  for (const [at, { origin }] of services.entries()) {
    // A request before that service runs would only be repeated much later
    fronts[at]?.leadTo(origin.then((address) => Number(new URL(address).port)).catch(() => null));
  }
  await Promise.all(services.map(({ origin }) => origin));
  return { services, keys };
}

const statesOf = async (service: ServedProcess | undefined, marketplace: string, key = ''): Promise<readonly Wire[]> =>
  (await readJson(`${await service?.origin}/health/sources`, key)).filter(
    (one: Wire) => one['marketplace'] === marketplace,
  );

const refusalsIn = async ({ services, keys }: Ring, marketplace: string): Promise<readonly Wire[]> =>
  (await Promise.all(services.map((service, at) => statesOf(service, marketplace, keys[at]))))
    .flat()
    .filter(({ state }) => state === 'refused');

const namesIn = async ({ services, keys }: Ring, at: number, marketplace: string): Promise<number> =>
  (
    await readJson(
      `${await services[at]?.origin}/v2/items/search?game=CS2&query=a&marketplace=${marketplace}`,
      keys[at],
    ).catch(() => [])
  ).length;

describe('services that read marketplaces from one another', () => {
  it('refuse a marketplace that two of them read from each other, and each read what only the other one reads from the marketplace', async () => {
    const ring = await startRing([
      { from: 1, marketplaces: ['SkinPort', 'DMarket'], own: ['LisSkins'] },
      { from: 0, marketplaces: ['SkinPort', 'LisSkins'], own: ['DMarket'] },
    ]);
    const [refusal] = await until('a refusal', async () => {
      const found = await refusalsIn(ring, 'SkinPort');
      return found.length > 0 ? found : null;
    });
    expect(refusal?.['detail']).toMatch(
      /SkinPort would go in a circle: .+; take it from the marketplace at one of them/,
    );
    expect(refusal?.['detail']).not.toContain('UPSTREAM_KEY');
    await until('names from both services', async () =>
      (await namesIn(ring, 0, 'DMarket')) > 0 && (await namesIn(ring, 1, 'LisSkins')) > 0 ? true : null,
    );
    expect([...(await refusalsIn(ring, 'DMarket')), ...(await refusalsIn(ring, 'LisSkins'))]).toEqual([]);
    const live = (await statesOf(ring.services[1], 'LisSkins')).filter(({ state }) => state === 'live');
    expect(live.map(({ source }) => source)).toContain('stream');
    const answer = await fetch(`${await ring.services[0]?.origin}/v2/marketplaces`, {
      headers: { 'x-api-key': ring.keys[0] ?? '' },
    });
    const [self, ...chains] = answer.headers.get('x-tape-lineage')?.split('; ') ?? [];
    expect(self).toMatch(/^[0-9a-f]{12}$/);
    // Of the other one, as long as that one has not refused it
    const others = chains.filter((chain) => !chain.startsWith('skinport='));
    expect(others).toEqual([expect.stringMatching(/^dmarket=[0-9a-f]{12}$/)]);
  });

  it('refuse a marketplace that goes round over three of them', async () => {
    const ring = await startRing([1, 2, 0].map((from) => ({ from, marketplaces: ['SkinPort'], own: ['CSFloat'] })));
    const [refusal] = await until('a refusal', async () => {
      const found = await refusalsIn(ring, 'SkinPort');
      return found.length > 0 ? found : null;
    });
    // Itself, the two others, itself
    expect(refusal?.['detail']).toMatch(/\(([0-9a-f]{12}) < (?!\1)[0-9a-f]{12} < (?!\1)[0-9a-f]{12} < \1\)/);
  });
});
