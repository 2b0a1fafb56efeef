import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { type Endpoint, type Filled, refusedIn } from '../support/api/strict-reader.ts';
import { markedName } from '../support/stage/played-items.ts';
import { allLive, type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

type Query = Readonly<Record<string, string>>;

/** Of all endpoints together, as counted in the contract. */
const nullableFields = 52;

describe('answers of the whole service', () => {
  let markets: PlayedMarkets;

  beforeAll(async () => {
    markets = await startPlayedMarkets({ atLeastSeconds: 60 });
    // Every answer is checked against its schema: earlier, most of these checks would be wasted
    await allLive(markets.client);
  });
  afterAll(() => markets.close());

  const read = async (endpoint: Endpoint, query: Query, filled?: Filled) => {
    const reply = await markets.client.get(endpoint, query);
    expect(reply.status, `${endpoint} ${JSON.stringify(query)} ${reply.text}`).toBe(200);
    expect(refusedIn(endpoint, reply.text, filled), `${endpoint} ${JSON.stringify(query)}`).toEqual([]);
    return reply.body;
  };

  /** All answers about the item that DMarket always trades; null until all of them have data. */
  const readWhole = async (game: Game) => {
    const name = liquidNames[game];
    const one = { marketplace: 'DMarket', game, name };
    const known = await markets.client.get('/v2/items/compare', { game, name });
    if (known.status !== 200 || !known.text.includes('"DMarket"')) return null;
    const [marketplaces, item, comparison, found, sales, history, orders] = [
      await read('/v2/marketplaces', {}),
      await read('/v2/items', one),
      await read('/v2/items/compare', { game, name }),
      await read('/v2/items/search', { game, query: name }),
      await read('/v2/sales', one),
      await read('/v2/price-history', one),
      await read('/v2/buy-orders', { game, marketplace: 'DMarket', name }),
    ];
    const counts = {
      marketplaces: marketplaces.length,
      offers: item.offers.length,
      buyOrders: item.buyOrders.length,
      compared: comparison.marketplaces.length,
      found: found.length,
      sales: sales.sales.length,
      points: history.history.length,
      orders: orders.length,
    };
    return Object.values(counts).every((count) => count > 0) ? { counts, item } : null;
  };

  it.each(games)('have the types of the contract for %s at every endpoint, with no list empty', async (game) => {
    const whole = await until(`offers, orders, sales and prices of ${game}`, () => readWhole(game));

    expect(whole.counts.offers).toBeGreaterThan(1);
    expect(whole.item).toMatchObject({ name: liquidNames[game], marketplace: 'DMarket', game });
    expect(whole.item.offerCount).toBe(whole.counts.offers);
  });

  it('have the types of the contract for any marketplace and item, with each field filled somewhere', async () => {
    const filled: Filled = new Map();
    const empty = () => [...filled].filter(([, isFilled]) => !isFilled).map(([field]) => field);
    const isAllFilled = async () => {
      for (const { marketplace, games: covered } of await read('/v2/marketplaces', {}, filled)) {
        for (const { game } of covered) await readAll(marketplace, game, filled);
      }
      for (const game of games) {
        const name = liquidNames[game];
        await read('/v2/items/compare', { game, name }, filled);
        await read('/v2/items/search', { game, query: name }, filled);
        await read('/v2/buy-orders', { game }, filled);
      }
      return filled.size === nullableFields && empty().length === 0;
    };
    await until('a value in every field that can be null', isAllFilled, () => [filled.size, ...empty()]);

    expect(empty()).toEqual([]);
  });

  const readAll = async (marketplace: string, game: Game, filled: Filled): Promise<void> => {
    for (const name of [liquidNames[game], '★ Karambit | Doppler (Factory New)', markedName]) {
      const query = { marketplace, game, name };
      for (const endpoint of ['/v2/items', '/v2/sales', '/v2/price-history'] as const) {
        const { status, text } = await markets.client.get(endpoint, query);
        if (status === 200) expect(refusedIn(endpoint, text, filled), JSON.stringify(query)).toEqual([]);
        else expect([400, 404], text).toContain(status);
      }
    }
  };
});
