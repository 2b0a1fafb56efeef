import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Config } from '../../src/config/settings.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { createLog } from '../../src/runtime/log.ts';
import { spedUp } from '../../src/service/demo/speed-up.ts';
import { type Service, startService } from '../../src/service/service.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import type { Fault } from '../../src/stage/faults.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { CatalogueItem, PlayedListing, World } from '../../src/stage/market/world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { snapshotFiles, snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { freePort } from '../support/network/free-port.ts';
import { readJson, runCommand } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const day = 86_400_000;
const nowhere = 'http://127.0.0.1:9';
const redline = liquidNames.CS2;

/** Two wears of each finish: all items of CS2 are asked for again and again. */
const items = { ...stageItems, CS2: stageItems.CS2.filter(({ name }) => !/\((Minimal|Well-|Battle)/.test(name)) };

/** Lookups are slowed down: nothing moves by itself here, so they would find the same again. */
const lookedUpSeldom = (connector: Connector): Connector => ({
  ...connector,
  sources: connector.sources.map((source) =>
    source.kind === 'lookup' ? { ...source, everySeconds: Math.max(source.everySeconds, 60) } : source,
  ),
});

type Health = { readonly state: string; readonly lastOutcome: string | null; readonly detail: string | null };
type Offer = {
  readonly float: number;
  readonly priceUSD: number;
  readonly priceEUR: number;
  readonly priceCNY: number;
};

describe('the service over played marketplaces', () => {
  const folder = testFolder('service');
  // Everything with a clock, service and stage alike, uses this one
  let ahead = 0;
  let frozenAt: number | null = null;
  const now = () => frozenAt ?? Date.now() + ahead;
  let world: World;
  let stage: Stage;
  let service: Service;
  let key: string;

  const start = (change: Partial<Config> = {}): Promise<Service> =>
    startService({
      config: {
        ...readConfig({ file: null, environment: {}, flags: {} }).config,
        'data.folder': folder,
        'http.port': 0,
        'api.cacheSeconds': 0,
        'collect.relay': stage.origin,
        'collect.enable': ['all'],
        'collect.games': ['CS2'],
        // At this pace, more marketplaces would leave no time for anything else
        'collect.only': ['skinport', 'dmarket', 'market-csgo', 'csfloat', 'steam-market', 'buff163'],
        ...change,
      },
      // Price lists every 2 s, so that there is time to check the state between two of three in a row
      connectors: spedUp(connectors, 150).map(lookedUpSeldom),
      secrets: createPlayedSecrets(),
      log: createLog({ level: 'silent', format: 'json', write: () => undefined }),
      now,
      // Shortens every random delay
      random: () => 0.1,
      isPlayed: true,
    });

  beforeAll(async () => {
    world = createWorld({ seed: 21, startedAt: now(), items });
    stage = await startStage({ world, players, now });
    service = await start();
    key = service.firstKey ?? '';
  });
  afterAll(async () => {
    await service.stop();
    await stage.close();
  });

  const address = (path: string, marketplace: string, name: string): string =>
    `${service.origin}${path}?marketplace=${marketplace}&game=CS2&name=${encodeURIComponent(name)}`;
  const item = (marketplace: string, name = redline) => readJson(address('/v2/items', marketplace, name), key);
  const healthOf = async (slug: string, source: string): Promise<Health> => {
    const all = await readJson(`${service.origin}/health/sources`, key);
    return all.find(
      (one: Record<string, string>) => one['slug'] === slug && one['source'] === source && one['game'] === 'CS2',
    );
  };
  const untilHealth = (slug: string, source: string, holds: (health: Health) => boolean): Promise<Health> => {
    let last: Health | null = null;
    const ask = async () => {
      last = await healthOf(slug, source);
      return holds(last) ? last : null;
    };
    return until(`${slug}/${source} to be as expected`, ask, () => last);
  };
  const inWorld = (name = redline): CatalogueItem => {
    const found = world.itemNamed('CS2', name);
    if (found === null) throw new Error(`"${name}" is not in the catalogue of the test`);
    return found;
  };
  const cents = (value: number): number => Math.round(value * 100) / 100;

  describe('one path from listing to answer', () => {
    /** Checks that every offer in an answer is a listing of the world, at its price. */
    const expectListings = (
      offers: readonly Offer[],
      listings: readonly PlayedListing[],
      expectPrice: (found: Offer, usd: number) => void,
    ) => {
      for (const offer of offers) {
        const listing = listings.find(({ float }) => float === offer.float);
        expect(listing, `a listing with float ${offer.float}`).toBeDefined();
        expectPrice(offer, listing?.priceUsd ?? 0);
      }
    };
    const inYuan = ({ priceCNY }: Offer) => cents(priceCNY / world.rates.CNY);

    it.each([
      { slug: 'dmarket', whole: true, priceOf: ({ priceUSD }: Offer) => priceUSD },
      { slug: 'market-csgo', whole: true, priceOf: ({ priceUSD }: Offer) => priceUSD },
      { slug: 'csfloat', whole: true, priceOf: ({ priceUSD }: Offer) => priceUSD },
      // Its pages show strangers euros, and its calls dollars, in which a price can be a cent more or less
      { slug: 'steam-market', whole: false, priceOf: ({ priceEUR }: Offer) => priceEUR, isInEuros: true },
      { slug: 'buff163', whole: false, priceOf: inYuan },
    ])('leads through $slug, where single offers are read', async ({ slug, whole, priceOf, isInEuros }) => {
      const expectPrice = (found: Offer, usd: number): void => {
        if (isInEuros === true) expect(Math.abs(priceOf(found) - usd * world.rates.EUR)).toBeLessThan(0.015);
        else expect(priceOf(found)).toBe(cents(usd));
      };
      const listings = world.listings(slug, inWorld());
      const found = await until(`offers and buy orders of ${slug}`, async () => {
        const answer = await item(slug).catch(() => null);
        const isRead = answer?.offers.length >= (whole ? listings.length : 1) && answer?.buyOrders.length > 0;
        return isRead ? answer : null;
      });

      expectListings(found.offers, listings, expectPrice);
      expect(found.offerCount).toBe(listings.length);
      expectPrice(found, listings[0]?.priceUsd ?? 0);
      const [best] = world.buyOrders(slug, inWorld());
      expectPrice(found.buyOrders[0], best?.priceUsd ?? 0);
      const history = await until(`a price point of ${slug}`, async () => {
        const { history: points } = await readJson(address('/v2/price-history', slug, redline), key);
        return points.length > 0 ? points : null;
      });
      expect(history.at(-1)).toMatchObject({ priceUSD: found.priceUSD, priceEUR: found.priceEUR });
    });

    it('leads through skinport, which quotes lowest prices', async () => {
      const listings = world.listings('skinport', inWorld());
      const found = await item('skinport');

      expect(found).toMatchObject({ offerCount: listings.length, priceUSD: listings[0]?.priceUsd, offers: [] });
      expect(found.priceEUR).toBe(cents((listings[0]?.priceUsd ?? 0) * world.rates.EUR));
    });

    it.each(['dmarket', 'csfloat', 'market-csgo', 'buff163'])('leads to the sales of %s', async (slug) => {
      const { newest, sales } = await until(`the newest sale of ${slug}`, async () => {
        const [sold] = world.sales(slug, inWorld());
        const { sales: found } = await readJson(`${address('/v2/sales', slug, redline)}&days=90`, key);
        return found[0]?.timestamp === Math.floor((sold?.soldAt ?? 0) / 1000) && { newest: sold, sales: found };
      });

      expect(sales.length).toBeGreaterThan(0);
      if (slug !== 'buff163') expect(sales[0].priceUSD).toBe(cents(newest?.priceUsd ?? 0));
    });
  });

  describe('a marketplace that fails', () => {
    const expectSkinportAsBefore = async () => {
      for (const { name } of items.CS2) {
        const listings = world.listings('skinport', inWorld(name));
        expect(await item('skinport', name)).toMatchObject({
          offerCount: listings.length,
          priceUSD: listings[0]?.priceUsd ?? null,
        });
      }
    };
    const recover = async (slug: string, source: string) => {
      stage.clearFaults(slug);
      await untilHealth(slug, source, ({ state }) => state === 'live');
    };

    it.each<[Fault, readonly string[], string, RegExp]>([
      [{ kind: 'limited', retryAfterSeconds: 1 }, ['limited'], 'limited', /429/],
      [{ kind: 'status', status: 500 }, ['down'], 'retry', /500/],
      [{ kind: 'dead' }, ['down'], 'retry', /connection/],
      [{ kind: 'truncated' }, ['changed', 'down'], 'retry', /./],
      [{ kind: 'garbled' }, ['changed'], 'changed', /./],
    ])('keeps its last good state and says how it fails: %j', async (fault, states, outcome, detail) => {
      stage.setFault('skinport', fault);
      // A budget that another of its sources has used up makes this one limited, too
      const isHit = ({ state, lastOutcome }: Health) => states.includes(state) && lastOutcome === outcome;
      const health = await untilHealth('skinport', 'items', isHit);

      expect(health.detail).toMatch(detail);
      await expectSkinportAsBefore();
      expect(await readJson(`${service.origin}/ready`)).toEqual({ ready: true });
      await recover('skinport', 'items');
      await expectSkinportAsBefore();
    });

    it('is not believed when its list shrinks, until the third one in a row', async () => {
      stage.setFault('skinport', { kind: 'shrunken', share: 0.3 });
      const health = await untilHealth('skinport', 'items', ({ state }) => state === 'shrunk');
      // Prevents a third reading while a busy machine checks
      stage.setFault('skinport', { kind: 'status', status: 500 });
      await expectSkinportAsBefore();
      expect(health.detail).toContain('nothing is removed until three readings in a row agree');

      stage.setFault('skinport', { kind: 'shrunken', share: 0.3 });
      const last = items.CS2.findLast((one) => world.listings('skinport', one).length > 0)?.name ?? '';
      const gone = await until('the third short list', async () => {
        const found = await item('skinport', last);
        return found.offerCount === 0 ? found : null;
      });
      expect(gone).toMatchObject({ priceUSD: null, priceEUR: null });
      expect(await healthOf('skinport', 'items')).toMatchObject({ state: 'live' });

      stage.clearFaults('skinport');
      await until('the whole list', async () => (await item('skinport', last)).offerCount > 0);
      await expectSkinportAsBefore();
    });

    it('is not requested for a while when it sends a page instead of an answer', async () => {
      const before = await item('market-csgo');
      stage.setFault('market-csgo', { kind: 'html', status: 403 });
      const health = await untilHealth('market-csgo', 'prices', ({ state }) => state === 'blocked');

      expect(health.detail).toContain('turns this address away');
      expect(await item('market-csgo')).toMatchObject({ offerCount: before.offerCount, priceUSD: before.priceUSD });
      stage.clearFaults('market-csgo');
    });
  });

  describe('the next start', () => {
    const answersAsBefore =
      'answers byte for byte as before once it reports that it is ready, without reading any exchange rate';
    it.each(['the newest snapshot', 'the one before'])(`from %s ${answersAsBefore}`, async (source) => {
      const slugs = ['dmarket', 'skinport', 'buff163', 'csfloat', 'steam-market', 'market-csgo'];
      const addresses = [
        '/v2/search?game=CS2&query=a&limit=200',
        ...items.CS2.flatMap(({ name }) => {
          const query = `game=CS2&name=${encodeURIComponent(name)}`;
          return [
            `/v2/items/compare?${query}`,
            `/v2/buy-orders?${query}`,
            ...slugs.map((slug) => `/v2/items?marketplace=${slug}&${query}`),
          ];
        }),
      ];
      const answers = (from: string) =>
        Promise.all(
          addresses.map(async (path) => {
            const reply = await fetch(`${from}${path}`, { headers: { 'x-api-key': key } });
            return `${path} ${reply.status} ${await reply.text()}`;
          }),
        );
      // Nothing comes in any more, and time-dependent values are the same before and after
      stage.setFault('*', { kind: 'silent' });
      frozenAt = now();
      let before = await answers(service.origin);
      await until('readings under way to end', async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const last = before;
        before = await answers(service.origin);
        return last.join() === before.join();
      });
      await service.stop();
      const { numbers } = await snapshotFiles(snapshotFolder(folder));
      expect(numbers).toHaveLength(2);
      if (source === 'the one before') rmSync(join(snapshotFolder(folder), `manifest.${numbers[0]}`));
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;

      const started = start({ 'http.port': port, 'collect.relay': nowhere });
      const firstReady = until('readiness', async () => (await fetch(`${origin}/ready`).catch(() => null))?.ok);
      await firstReady;
      const after = await answers(origin);
      service = await started;
      frozenAt = null;
      stage.clearFaults();

      expect(service.firstKey).toBeNull();
      expect(before.filter((answer) => answer.includes(' 200 ')).length).toBeGreaterThan(slugs.length);
      expect(after).toEqual(before);
    });

    it('does not at once believe a list that is too short', async () => {
      await service.stop();
      stage.setFault('skinport', { kind: 'shrunken', share: 0.3 });
      service = await start();
      await untilHealth('skinport', 'items', ({ state }) => state === 'shrunk');
      stage.setFault('skinport', { kind: 'status', status: 500 });

      for (const { name } of items.CS2) {
        const listings = world.listings('skinport', inWorld(name));
        expect(await item('skinport', name)).toMatchObject({ offerCount: listings.length });
      }
      stage.clearFaults('skinport');
      await untilHealth('skinport', 'items', ({ state }) => state === 'live');
    });
  });

  it('converts no prices at rates older than 7 days (16 for the rouble), and keeps those that a marketplace gives itself', async () => {
    for (const bank of ['ecb', 'cbr']) stage.setFault(bank, { kind: 'status', status: 503 });
    const before = await item('skinport');
    expect(before.priceEUR).toBeGreaterThan(0);
    ahead += 8 * day;

    const found = await until('prices converted at old rates to become null', async () => {
      const answer = await item('skinport');
      return answer.priceEUR === null ? answer : null;
    });
    expect(found).toMatchObject({ priceUSD: before.priceUSD, priceCNY: null });
    expect(found.priceRUB).toBeGreaterThan(0);
    ahead += 9 * day;
    await until(
      'prices converted at an old rouble rate to become null',
      async () => (await item('skinport')).priceRUB === null,
    );

    await service.stop();
    service = await start({ 'collect.relay': nowhere });
    expect(await item('skinport')).toMatchObject({ priceUSD: before.priceUSD, priceEUR: null, priceRUB: null });
    const chinese = await item('buff163');
    expect(chinese).toMatchObject({ priceUSD: null, priceEUR: null, priceRUB: null });
    expect(chinese.priceCNY).toBeGreaterThan(0);
  });

  it('refuses a key as soon as another process has revoked it', async () => {
    const marketplaces = () => fetch(`${service.origin}/v2/marketplaces`, { headers: { 'x-api-key': key } });
    expect((await marketplaces()).status).toBe(200);
    expect(await runCommand(['keys', 'revoke', 'first'], { DATA_FOLDER: folder })).toMatchObject({ code: 0 });

    const refused = await marketplaces();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
  });
});
