import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games, marketplaces } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

let markets: PlayedMarkets;

beforeAll(async () => {
  markets = await startPlayedMarkets({
    atLeastSeconds: 5,
    config: {
      'collect.only': ['dmarket', 'skinport', 'market-csgo', 'buff163', 'csfloat', 'bitskins', 'steam-market'],
      // Every item is asked for again and again until it is as in the world
      'api.lookupMilliseconds': 20,
    },
  });
});
afterAll(() => markets.close());

const read = async (path: string, query: Readonly<Record<string, string | number>> = {}) => {
  const reply = await markets.client.get(path, query);
  expect(reply.status, `${path} ${JSON.stringify(query)} ${reply.text}`).toBe(200);
  return reply.body;
};

/** A value in the answer about an item that differs from the world's. */
type Difference = { readonly what: string; readonly found: unknown; readonly truth: unknown };

/** Tolerance: half a cent of the answer, a thousandth of the book, and half a unit of the marketplace's own currency. */
const isNear = (found: unknown, truth: number, halfUnit: number): boolean =>
  typeof found === 'number' && Math.abs(found - truth) < 0.0061 + halfUnit;

const within = async (slug: string, game: Game, compare: (name: string) => Promise<readonly Difference[]>) => {
  let different: readonly Difference[] = [];
  await until(
    `the truth about ${game} on ${slug}`,
    async () => {
      different = (await Promise.all(markets.world.items(game).map(({ name }) => compare(name)))).flat();
      return different.length === 0;
    },
    () => different,
  );
  expect(different).toEqual([]);
};

/** Requests an item; if the marketplace does not sell it, it is unknown there or has no price. */
const itemOn = async (slug: string, game: Game, name: string) => {
  const { status, body } = await markets.client.get('/v2/items', { marketplace: slug, game, name });
  return status === 200 ? body : { priceUSD: null, offerCount: 0, offers: [], buyOrders: [], status };
};

const liquidItem = (game: Game) => {
  const item = markets.world.itemNamed(game, liquidNames[game]);
  if (item === null) throw new Error(`${liquidNames[game]} is not in the world`);
  return item;
};

/** Waits until price and count of every item match its listings. */
const figuresAreTrue = (slug: string, game: Game): Promise<void> =>
  within(slug, game, async (name) => {
    const item = markets.world.itemNamed(game, name);
    const listings = item === null ? [] : markets.world.listings(slug, item);
    const found = await itemOn(slug, game, name);
    const truth = { priceUSD: listings[0]?.priceUsd ?? null, offerCount: listings.length };
    const is = { priceUSD: found.priceUSD, offerCount: found.offerCount };
    return JSON.stringify(is) === JSON.stringify(truth) ? [] : [{ what: name, found: is, truth }];
  });

describe('prices and counts', () => {
  it.each(['dmarket', 'skinport', 'market-csgo'].flatMap((slug) => games.map((game) => [slug, game] as const)))(
    'of %s are those of the cheapest listing of every %s item',
    async (slug, game) => {
      const { world } = markets;
      await figuresAreTrue(slug, game);
      expect(world.items(game).some((item) => world.listings(slug, item).length > 0)).toBe(true);
    },
  );

  it('are given in four currencies at the published rates, even where the marketplace quotes in yuan', async () => {
    const { world } = markets;
    for (const slug of ['dmarket', 'buff163']) {
      await within(slug, 'CS2', async (name) => {
        const item = world.itemNamed('CS2', name);
        const [cheapest] = item === null ? [] : world.listings(slug, item);
        if (cheapest === undefined) return [];
        const found = await itemOn(slug, 'CS2', name);
        const truth = { USD: 1, ...world.rates };
        const fen = slug === 'buff163' ? 0.005 / world.rates.CNY : 0;
        return Object.entries(truth).flatMap(([currency, rate]) =>
          isNear(found[`price${currency}`], cheapest.priceUsd * rate, fen * rate)
            ? []
            : [{ what: `${name} in ${currency}`, found: found[`price${currency}`], truth: cheapest.priceUsd * rate }],
        );
      });
    }
  });

  it('of an item on the marketplaces of a comparison equal those of its single answers', async () => {
    const query = { game: 'CS2', name: liquidNames.CS2 };
    const { marketplaces: rows } = await read('/v2/items/compare', query);
    expect(rows.length).toBeGreaterThan(4);
    for (const { marketplace, priceUSD, offerCount } of rows) {
      const item = await read('/v2/items', { ...query, marketplace });
      expect([item.priceUSD, item.offerCount], marketplace).toEqual([priceUSD, offerCount]);
    }
  });
});

describe('single offers, orders and sales', () => {
  it.each(games)('of DMarket equal those of the world in %s', async (game) => {
    const { world } = markets;
    const item = liquidItem(game);
    const looksOf = (one: { float: number | null; paintIndex: number | null; paintSeed: number | null }) => [
      one.float,
      one.paintIndex,
      one.paintSeed,
    ];
    const listed = world.listings('dmarket', item).map((one) => [one.priceUsd, ...looksOf(one)]);
    const bids = world.buyOrders('dmarket', item);
    const sold = world.sales('dmarket', item).slice(0, 20);
    const query = { marketplace: 'dmarket', game, name: item.name };
    const whole = await until(`all data of ${item.name}`, async () => {
      const found = await itemOn('dmarket', game, item.name);
      const { sales } = await markets.client.get('/v2/sales', query).then(({ body }) => body);
      return found.offers.length > 0 && found.buyOrders.length > 0 && sales?.length > 0 && { ...found, sales };
    });

    const offers = whole.offers.map((one: Parameters<typeof looksOf>[0] & { priceUSD: number }) => [
      one.priceUSD,
      ...looksOf(one),
    ]);
    expect(offers.map(String).sort()).toEqual(listed.map(String).sort());
    expect(new Set(whole.offers.map((one: { purchaseLink: string }) => one.purchaseLink)).size).toBe(listed.length);
    expect(whole.buyOrders.map((one: { priceUSD: number }) => one.priceUSD)).toEqual(bids.map((one) => one.priceUsd));
    expect(whole.sales.map((one: { timestamp: number; priceUSD: number }) => [one.timestamp, one.priceUSD])).toEqual(
      sold.map((one) => [Math.floor(one.soldAt / 1000), one.priceUsd]),
    );
  });
});

type Row = {
  readonly name: string;
  readonly marketplace: string;
  readonly priceUSD: number | null;
  readonly offerCount: number;
  readonly timestamp: number;
  readonly foundAt: number;
  readonly updatedAt: number;
};

/** Checks that rows are in order. */
const expectOrder = (rows: readonly Row[], compare: (a: Row, b: Row) => number, what: string): void => {
  expect(rows.length, what).toBeGreaterThan(1);
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (next !== undefined) expect(compare(row, next), `${what}, row ${index}`).toBeLessThanOrEqual(0);
  }
};

const cheapestFirst = (a: Row, b: Row): number =>
  (a.priceUSD ?? Number.POSITIVE_INFINITY) - (b.priceUSD ?? Number.POSITIVE_INFINITY);
const dearestFirst = (a: Row, b: Row): number => (b.priceUSD ?? 0) - (a.priceUSD ?? 0);

describe('rows are in order', () => {
  const registry = marketplaces.map(({ name }) => name);

  /** Every row that a search must find, in the required order, collected item by item. */
  const searched = async (query: string): Promise<readonly Row[]> => {
    const words = query.toLowerCase().split(' ');
    const names = markets.world.items('CS2').map(({ name }) => name);
    const found = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
    const rows: Row[] = [];
    for (const name of found) {
      const { marketplaces: known } = await read('/v2/items/compare', { game: 'CS2', name });
      for (const row of known) rows.push({ ...row, name });
    }
    const rank = ({ name }: Row) => {
      const isPrefix = name.toLowerCase().startsWith(query.toLowerCase());
      return name.toLowerCase() === query.toLowerCase() ? 0 : isPrefix ? 1 : 2;
    };
    return rows.sort(
      (a, b) =>
        rank(a) - rank(b) ||
        b.offerCount - a.offerCount ||
        (a.name === b.name ? 0 : a.name < b.name ? -1 : 1) ||
        registry.indexOf(a.marketplace) - registry.indexOf(b.marketplace),
    );
  };

  it.each(['redline', 'AK-47', 'aK-47 | rEDLINE (field-tested)', 'cs:go weapon case', 'case', 'tested redline'])(
    'in a search for "%s": exact name, beginning, rest, and within these the most offered first',
    async (query) => {
      const short = ({ name, marketplace, offerCount }: Row) => [name, marketplace, offerCount];
      const rows = await until(`all rows about "${query}"`, async () => {
        const found: readonly Row[] = await read('/v2/items/search', { game: 'CS2', query });
        const truth = await searched(query);
        return truth.length > 5 && JSON.stringify(found.map(short)) === JSON.stringify(truth.map(short)) && found;
      });

      const first: readonly Row[] = await read('/v2/items/search', { game: 'CS2', query, limit: 3 });
      expect(first.map(short)).toEqual(rows.slice(0, 3).map(short));
      const own: readonly Row[] = await read('/v2/items/search', { game: 'CS2', query, marketplace: 'SkinPort' });
      expect(own.map(short)).toEqual(rows.filter(({ marketplace }) => marketplace === 'SkinPort').map(short));
    },
  );

  it.each(games)('in a comparison and in the offers and buy orders of %s', async (game) => {
    const { marketplaces: compared } = await read('/v2/items/compare', { game, name: liquidNames[game] });
    expectOrder(compared, cheapestFirst, 'comparison');
    for (const marketplace of ['DMarket', 'MarketCSGO']) {
      const query = { marketplace, game, name: liquidNames[game] };
      const item = await until(`offers of ${marketplace}`, async () => {
        const found = await read('/v2/items', query);
        return found.offers.length > 1 && found.buyOrders.length > 0 && found;
      });
      expectOrder(item.offers, (a, b) => cheapestFirst(a, b) || b.foundAt - a.foundAt, `offers of ${marketplace}`);
      expect(item.priceUSD).toBe(item.offers[0].priceUSD);
      const orders = await read('/v2/buy-orders', query);
      expect(orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(
        item.buyOrders.map(({ orderId }: { orderId: string }) => orderId),
      );
    }
    const pricesOf = (rows: readonly Row[]) => rows.map(({ priceUSD }) => priceUSD);
    // Retry until no change comes between the two requests
    await until('the best of all buy orders, unchanged between two requests', async () => {
      const all: readonly Row[] = await read('/v2/buy-orders', { game });
      expectOrder(all, (a, b) => dearestFirst(a, b) || b.updatedAt - a.updatedAt, 'buy orders');
      const best = await read('/v2/buy-orders', { game, limit: 5 });
      return JSON.stringify(pricesOf(best)) === JSON.stringify(pricesOf(all.slice(0, 5)));
    });
  });

  it.each(games)('in sales (newest first) and price history (oldest first) of %s', async (game) => {
    const query = { game, name: liquidNames[game] };
    const { sales } = await read('/v2/sales', { ...query, marketplace: 'DMarket' });
    expectOrder(sales, (a, b) => b.timestamp - a.timestamp, 'sales');

    const past = { ...query, marketplace: 'SteamMarket', days: 365, dataPoints: 1000 };
    const wholePast = async (): Promise<readonly Row[]> => (await read('/v2/price-history', past)).history;
    const { history, few } = await until(
      "Steam's price history, with no point added between two requests",
      async () => {
        const before = await wholePast();
        const reduced: readonly Row[] = (await read('/v2/price-history', { ...past, dataPoints: 7 })).history;
        const after = await wholePast();
        return after.length > 30 && before.length === after.length && { history: after, few: reduced };
      },
    );
    expectOrder(history, (a, b) => a.timestamp - b.timestamp, 'history');
    expect(few.length).toBeLessThanOrEqual(7);
    expectOrder(few, (a, b) => a.timestamp - b.timestamp, 'few points');
    expect(few.at(-1)).toEqual(history.at(-1));
    const lately = (await read('/v2/price-history', { ...past, days: 20 })).history;
    const since = Date.now() / 1000 - 20 * 86_400;
    expect(lately.every(({ timestamp }: Row) => timestamp >= since - 60)).toBe(true);
    expect(lately.length).toBeLessThan(history.length);
  });
});

describe('when the world moves', () => {
  it('prices, counts and price history follow', async () => {
    const { world } = markets;
    const listed = () => world.items('CS2').map((item) => world.listings('dmarket', item).map((one) => one.number));
    const query = { marketplace: 'DMarket', game: 'CS2', name: liquidNames.CS2, dataPoints: 1000 };
    const before = listed();
    const pointsBefore = (await read('/v2/price-history', query)).history.length;
    for (let tick = 0; tick < 12; tick += 1) world.tick(Date.now());

    expect(listed()).not.toEqual(before);
    for (const slug of ['dmarket', 'market-csgo']) await figuresAreTrue(slug, 'CS2');
    await until('a point of the new price', async () => {
      const [cheapest] = world.listings('dmarket', liquidItem('CS2'));
      const { history } = await read('/v2/price-history', query);
      return history.length > pointsBefore && history.at(-1).priceUSD === cheapest?.priceUsd;
    });
  });
});
