import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import type { CatalogueItem } from '../../src/stage/market/world.ts';
import { steamMarketIn, type Throttled } from '../../src/stage/players/steam/steam-market.ts';
import { pound, real, type SteamCurrency, yen, zloty } from '../../src/stage/players/steam/steam-price.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const slug = 'steam-market';
const items = { CS2: playedItems.CS2.slice(0, 40), Dota2: [], Rust: [], TF2: [] };
/** Steam converts at rates of its own, a little off those of the banks. */
const nearness = 0.03;

let markets: PlayedMarkets | null = null;

type Setup = {
  /** Marketplaces beside Steam. */
  readonly others?: readonly string[];
  readonly enabled?: readonly string[];
  readonly throttled?: Throttled;
  readonly timesFaster?: number;
};

/** The whole service, where Steam shows items to strangers in the given currency. */
async function startIn(currency: SteamCurrency, setup: Setup = {}): Promise<PlayedMarkets> {
  const { others = [], enabled = [], throttled = null, timesFaster = 40 } = setup;
  markets = await startPlayedMarkets({
    items,
    timesFaster,
    connectors: connectors.filter((one) => [slug, ...others].includes(one.slug)),
    players: [steamMarketIn(() => currency, throttled)],
    config: { 'collect.games': ['CS2'], 'collect.enable': [...enabled] },
  });
  return markets;
}
afterEach(async () => {
  await markets?.close();
  markets = null;
});

/** Items with listings, buy orders and sales. */
const traded = ({ world }: PlayedMarkets): CatalogueItem[] =>
  world.items('CS2').filter((item) => {
    const sides = [world.listings(slug, item), world.buyOrders(slug, item), world.sales(slug, item)];
    return sides.every((side) => side.length > 0) && item.phases.length === 0;
  });

const itemIn = async ({ client }: PlayedMarkets, name: string, isComplete: (body: Body) => boolean): Promise<Body> =>
  until(`everything about ${name}`, async () => {
    const query = { marketplace: 'SteamMarket', game: 'CS2', name, fields: 'full' };
    const { status, body } = await client.get('/v2/items', query);
    return status === 200 && isComplete(body) && body;
  });

type Source = {
  readonly source: string;
  readonly state: string;
  readonly detail: string | null;
  readonly rows: number;
  readonly requests: number;
};

async function sourceOf({ client }: PlayedMarkets, name: string): Promise<Source> {
  const { body } = await client.get('/health/sources', {});
  return body.find(({ source }: Source) => source === name);
}

/** The source of a name once it has read every item. */
const readWhole = (markets: PlayedMarkets, name: string): Promise<Source> =>
  until(`a list by ${name}`, async () => {
    const source = await sourceOf(markets, name);
    return source.state === 'live' && source.rows === markets.world.items('CS2').length && source;
  });

type Row = {
  readonly priceUSD: number;
  readonly native: { readonly amount: number; readonly currency: string };
  readonly flags: readonly string[];
};
type Body = Row & { readonly offers: readonly Row[]; readonly buyOrders: readonly Row[] };

const isNear = (one: number, other: number): boolean => Math.abs(one / other - 1) < nearness;

describe('Steam, asked from a country that pays in another currency', () => {
  it.each([
    ['PLN', zloty],
    ['GBP', pound],
    ['BRL', real],
  ] as const)('shows search, listings, order book and history in %s, which are converted', async (code, currency) => {
    const markets = await startIn(currency);
    const { world, client } = markets;
    const startedAt = Date.now() / 1000;
    const item = traded(markets).find(({ type }) => type === 'Rifle') as CatalogueItem;
    const { name } = item;
    const lowest = world.listings(slug, item)[0]?.priceUsd ?? 0;
    const found = await until('the search', async () => {
      const { body } = await client.get('/v2/items/search', { game: 'CS2', query: name, fields: 'full' });
      return Array.isArray(body) && body.find((row: { readonly name: string }) => row.name === name);
    });
    expect(found).toMatchObject({ native: { currency: code } });

    const body = await itemIn(markets, name, ({ offers, buyOrders }) => offers.length > 0 && buyOrders.length > 0);
    for (const row of [body, ...body.offers, ...body.buyOrders]) {
      expect(row).toMatchObject({ native: { currency: code, metal: null } });
      expect(row.flags).toContain('converted');
      expect(isNear(row.native.amount, row.priceUSD * currency.perDollar(world)), JSON.stringify(row)).toBe(true);
    }
    expect(isNear(body.priceUSD, lowest), `${body.priceUSD} for ${lowest}`).toBe(true);
    const { body: rates } = await client.get('/tape/rates', {});
    expect(rates).toContainEqual({
      currency: code,
      perUSD: expect.any(Number),
      ratedAt: expect.any(Number),
      source: 'ecb',
    });
    const past = await until('past prices', async () => {
      const query = { marketplace: 'SteamMarket', game: 'CS2', name, days: '365' };
      const { body } = await client.get('/v2/price-history', query);
      const before = body.history?.filter(({ timestamp }: { timestamp: number }) => timestamp < startedAt - 86_400);
      return before?.length > 0 && before;
    });
    for (const { priceUSD } of past) expect([priceUSD > lowest / 3, priceUSD < lowest * 3]).toEqual([true, true]);
  });

  it('is read in yen, but for the search, whose sign could also mean yuan', async () => {
    // Which items there are is known from elsewhere
    const markets = await startIn(yen, { others: ['skinport'] });
    const { name } = traded(markets)[0] as CatalogueItem;
    const body = await itemIn(markets, name, ({ buyOrders }) => buyOrders.length > 0);

    expect(body).toMatchObject({ native: { currency: 'JPY' } });
    expect(isNear(body.native.amount, body.priceUSD * yen.perDollar(markets.world))).toBe(true);
    const search = await sourceOf(markets, 'search');
    expect(search).toMatchObject({ state: 'changed' });
    expect(search.detail).toContain('does not say of which currency');
  });
});

describe('the search of Steam by its action', () => {
  const enabled = ['steam-market/search-action'];

  it('replaces the older one once it is switched on, and knows the currency by its number', async () => {
    const markets = await startIn(yen, { enabled });
    const read = await readWhole(markets, 'search-action');
    const [item] = traded(markets);
    const query = { game: 'CS2', query: item?.name ?? '', fields: 'full' };
    const { body } = await markets.client.get('/v2/items/search', query);

    expect(read.detail).toBeNull();
    expect(body[0]).toMatchObject({ name: item?.name, native: { currency: 'JPY' } });
    expect(await sourceOf(markets, 'search')).toMatchObject({
      state: 'off',
      detail: 'steam-market/search-action reads the same list, and turns to this source where it cannot',
    });
  });

  it.each(['home page', 'empty page'] as const)(
    'is made by the older one where it is answered with the %s',
    async (throttled) => {
      const markets = await startIn(pound, { enabled, throttled });
      const read = await readWhole(markets, 'search-action');
      const [item] = traded(markets);
      const query = { game: 'CS2', query: item?.name ?? '', fields: 'full' };
      const { body } = await markets.client.get('/v2/items/search', query);

      expect(read.detail).toContain('read by "search" instead: ');
      expect(body[0]).toMatchObject({ name: item?.name, native: { currency: 'GBP' } });
    },
  );
});

describe('the listings of Steam by their action', () => {
  it('are read in CS2 by the groups that the search tells, which order books leave known', async () => {
    // The search makes one pass meanwhile
    const markets = await startIn(pound, { enabled: ['steam-market/listings'], timesFaster: 400 });
    const { length } = items.CS2;
    for (const [name, rounds] of [
      ['orderbook', 1],
      ['listings', 2],
    ] as const)
      await until(`${rounds} rounds of ${name}`, async () => {
        const { requests, state } = await sourceOf(markets, name);
        return state === 'live' && requests >= rounds * length;
      });

    expect(await sourceOf(markets, 'listings')).toMatchObject({ state: 'live', detail: null });
  });
});
