import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAll, readJson, runCommand, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import {
  createScriptedServer,
  type ScriptedReply,
  type ScriptedServer,
  type SeenRequest,
} from '../support/servers/scripted-server.ts';
import { until } from '../support/time/until.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples', 'connectors');
const key = 'made-up-bazaar-key';
const name = 'AK-47 | Redline (Field-Tested)';

const offers = [
  { id: 11, title: name, cents: 1234, wear: 0.21, seed: 611, tradable_from: 0 },
  { id: 12, title: name, cents: 1199, wear: null, seed: null, tradable_from: 0 },
  { id: 13, title: 'AWP | Asiimov (Battle-Scarred)', cents: 0, wear: 0.9, seed: 1, tradable_from: 0 },
];

/** The answers of the example's shop; the relay puts its host before the path. */
function answer({ url, headers }: SeenRequest): ScriptedReply {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const isCs2 = searchParams.get('app') === '730';
  if (pathname === '/api.skin-bazaar.example/v1/offers') return { body: { offers: isCs2 ? offers : [] } };
  if (pathname !== '/api.skin-bazaar.example/v1/bids') return { status: 404 };
  if (headers['x-bazaar-key'] !== key) return { status: 401 };
  const isWanted = isCs2 && searchParams.get('title') === name;
  return { body: isWanted ? [{ id: 'b-1', price: '10.05', pieces: 3 }] : [] };
}

describe('an own connector like that of the example', () => {
  const root = testFolder('own-connectors');
  const folder = join(root, 'connectors');
  let shop: ScriptedServer;

  beforeAll(async () => {
    mkdirSync(join(folder, 'broken-one'), { recursive: true });
    writeFileSync(join(folder, 'broken-one', 'index.mjs'), 'export const connector = (');
    shop = await createScriptedServer();
    shop.play(answer);
  });
  afterAll(async () => {
    await killAll();
    await shop.close();
  });

  const environment = (connectors: string) => ({
    COLLECT_CONNECTORS: connectors,
    COLLECT_ONLY: 'SkinBazaar',
    COLLECT_RELAY: shop.origin,
    SKIN_BAZAAR_KEY: key,
  });

  it('is read by a running service, and readers see its data', async () => {
    const data = join(root, 'data');
    const service = serve({ folder: data, relay: shop.origin, environment: environment(examples) });
    const [origin, first] = [await service.origin, await service.firstKey()];
    const query = `marketplace=bazaar&game=CS2&name=${encodeURIComponent(name)}`;
    const item = await until('offers and buy orders', async () => {
      const found = await readJson(`${origin}/v2/items?${query}`, first).catch(() => null);
      return found?.buyOrders.length > 0 ? found : null;
    });

    expect(item).toMatchObject({ name, marketplace: 'SkinBazaar', game: 'CS2', priceUSD: 11.99, offerCount: 2 });
    expect(item.offers).toMatchObject([
      { priceUSD: 11.99, purchaseLink: 'https://skin-bazaar.example/offer/12', float: null },
      { priceUSD: 12.34, purchaseLink: 'https://skin-bazaar.example/offer/11', float: 0.21, paintSeed: 611 },
    ]);
    expect(item.buyOrders).toMatchObject([{ orderId: 'b-1', priceUSD: 10.05, quantity: 3 }]);
    expect(await readJson(`${origin}/v2/marketplaces`, first)).toMatchObject([{ marketplace: 'SkinBazaar' }]);
    const registry = await readJson(`${origin}/registry.json`);
    const entry = { id: 200, marketplace: 'SkinBazaar', slug: 'skin-bazaar', aliases: ['bazaar'], connected: true };
    expect(registry.at(-1)).toEqual(entry);
    const states = await readJson(`${origin}/health/sources`);
    expect(states).toContainEqual(
      expect.objectContaining({ marketplace: 'SkinBazaar', source: 'offers', game: 'CS2', state: 'live' }),
    );
    await service.stop('SIGTERM');

    // Its data is still stored after the connector was removed
    const without = serve({ folder: data, relay: shop.origin, environment: { COLLECT_ONLY: 'SkinPort' } });
    expect((await readJson(`${await without.origin}/registry.json`)).at(-1)).toEqual({ ...entry, connected: false });
    const compare = `${await without.origin}/v2/items/compare?game=CS2&name=${encodeURIComponent(name)}`;
    await readJson(compare, first);
    await without.stop('SIGTERM');
  });

  it('is checked, recorded and listed like any other', async () => {
    const checked = await runCommand(['check', 'skin-bazaar', '--connectors', examples], {
      COLLECT_RELAY: shop.origin,
      SKIN_BAZAAR_KEY: key,
    });
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toMatch(/^offers {2}CS2 +read +3 rows, 0 rejected {2}2 offer/m);
    expect(checked.out).toMatch(/^bids {2}CS2 +read +1 row, 0 rejected {2}1 buyOrder/m);

    const words = ['record', 'skin-bazaar', 'offers', '--rows', '1', '--to', root, '--connectors', examples];
    expect(await runCommand(words, { COLLECT_RELAY: shop.origin })).toMatchObject({ code: 0 });

    const listed = await runCommand(['marketplaces', '--connectors', examples]);
    expect(listed.out).toContain('SkinBazaar  (skin-bazaar)  CS2, Rust\n');
    expect(listed.out).toContain('SKIN_BAZAAR_KEY is not set');
  });

  it('that is broken is named with its path and reason, and the service runs', async () => {
    const path = join(folder, 'broken-one');
    const listed = await runCommand(['marketplaces', '--connectors', folder]);
    expect(listed.code).toBe(0);
    expect(listed.err).toContain(
      `${path} was not loaded: Unexpected end of input; \`node --check ${join(path, 'index.mjs')}\` shows where`,
    );
    expect(listed.out).toContain('SkinPort  (skinport)');
    const checked = await runCommand(['check', 'broken-one', '--connectors', folder]);
    expect(checked.code).toBe(1);
    expect(checked.err).toContain(`${path} could not be loaded: Unexpected end of input`);

    const settings = { COLLECT_CONNECTORS: folder, COLLECT_ONLY: 'SkinPort' };
    const service = serve({ folder: join(root, 'other'), relay: shop.origin, environment: settings });
    const origin = await service.origin;
    const line = JSON.parse(await service.line((one) => one.includes('connector not loaded')));
    expect(line).toMatchObject({ path, reason: expect.stringContaining('Unexpected end of input') });
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    await service.stop('SIGTERM');
  });

  it('that does not exist ends the start with one sentence', async () => {
    const { code, err } = await runCommand(['serve', '--connectors', join(root, 'nowhere')], { HTTP_PORT: '0' });
    expect([code, err]).toEqual([
      78,
      `collect.connectors names ${join(root, 'nowhere')}, which does not exist; create it or remove --connectors\n`,
    ]);
  });
});
