import { beforeAll, describe, expect, it } from 'vitest';
import { games } from '../../schema/index.ts';
import { sampleOf } from '../catalogue/catalogue.ts';
import { liquidNames } from '../catalogue/liquid-names.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

const startedAt = Date.UTC(2026, 0, 15, 12);
const items = sampleOf(10);
const slugs = ['dmarket', 'skinport', 'steam-market'];

const played = (seed: number, ticks: number): World => {
  const world = createWorld({ seed, startedAt, items });
  for (let tick = 1; tick <= ticks; tick += 1) world.tick(startedAt + tick * 5000);
  return world;
};

/** A part is enough; answers about all items would take seconds. */
const someItems = (world: World) => games.flatMap((game) => world.items(game).filter((_, index) => index % 5 === 0));

const answers = (world: World) =>
  someItems(world).flatMap((item) =>
    slugs.map((slug) => [world.listings(slug, item), world.buyOrders(slug, item), world.sales(slug, item)]),
  );

describe('a world', () => {
  let world: World;
  beforeAll(() => {
    world = played(7, 30);
  });

  it('gives the same answers for the same seed and the same ticks, whatever was requested before', () => {
    const other = createWorld({ seed: 7, startedAt, items });
    for (let tick = 1; tick <= 30; tick += 1) {
      other.newestListings('dmarket', 'CS2', tick);
      other.tick(startedAt + tick * 5000);
    }

    expect(answers(other)).toEqual(answers(world));
  });

  it('gives other answers for another seed', () => {
    expect(answers(played(8, 30))).not.toEqual(answers(world));
  });

  it('moves: prices change, listings come and go, and some of those removed are sold', () => {
    const items = someItems(world);
    const before = items.flatMap((item) => world.listings('steam-market', item));
    const now = startedAt + 30 * 5000;
    for (let tick = 31; tick <= 60; tick += 1) world.tick(startedAt + tick * 5000);
    const after = new Map(
      items.flatMap((item) => world.listings('steam-market', item)).map((one) => [one.number, one]),
    );
    const sold = new Set(
      items
        .flatMap((item) => world.sales('steam-market', item))
        .flatMap((one) => (one.soldAt > now ? [one.number] : [])),
    );

    const gone = before.filter(({ number }) => !after.has(number));
    const moved = before.filter(({ number, priceUsd }) => (after.get(number)?.priceUsd ?? priceUsd) !== priceUsd);
    const known = new Set(before.map(({ number }) => number));
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.some(({ number }) => sold.has(number))).toBe(true);
    expect(gone.some(({ number }) => !sold.has(number))).toBe(true);
    expect(moved.length).toBeGreaterThan(0);
    expect([...after.keys()].some((number) => !known.has(number))).toBe(true);
  });

  it('always has listings, buy orders and sales of the liquid item of each game', () => {
    const fresh = createWorld({ seed: 3, startedAt, items });
    for (let tick = 0; tick < 200; tick += 1) {
      for (const game of games) {
        const item = fresh.itemNamed(game, liquidNames[game]);
        expect(item).not.toBeNull();
        if (item === null) continue;
        expect(fresh.listings('dmarket', item).length).toBeGreaterThan(0);
        expect(fresh.buyOrders('dmarket', item).length).toBeGreaterThan(0);
        if (tick % 50 === 0) expect(fresh.sales('dmarket', item).length).toBeGreaterThan(0);
      }
      fresh.tick(startedAt + tick * 5000);
    }
  });

  it('orders listings from the cheapest, buy orders from the best and sales from the newest', () => {
    for (const item of someItems(world)) {
      const asks = world.listings('dmarket', item).map(({ priceUsd }) => priceUsd);
      const bid = world.buyOrders('dmarket', item).map(({ priceUsd }) => priceUsd);
      const sold = world.sales('dmarket', item).map(({ soldAt }) => soldAt);
      expect(asks).toEqual([...asks].sort((a, b) => a - b));
      expect(bid).toEqual([...bid].sort((a, b) => b - a));
      expect(sold).toEqual([...sold].sort((a, b) => b - a));
    }
  });

  it('keeps every buy order below the listings that would fill it', () => {
    for (const item of someItems(world)) {
      const [cheapest] = world.listings('csfloat', item);
      const anyPhase = world.buyOrders('csfloat', item).filter(({ phase }) => phase === null);
      for (const { priceUsd } of anyPhase)
        expect(priceUsd).toBeLessThan(cheapest?.priceUsd ?? Number.POSITIVE_INFINITY);
    }
  });

  it('finds every listing by its number, and none that is removed', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    if (item === null) throw new Error('the liquid item is missing');
    const listed = world.listings('dmarket', item);
    const [sale] = world.sales('dmarket', item);

    expect(listed.map(({ number }) => world.listingNumbered(number))).toEqual(listed);
    expect(world.listingNumbered(sale?.number ?? 0)).toBeNull();
    for (const number of [0, -1, 7.5, Number.NaN, 2 ** 30 - 1, 2 ** 52 + 31 * 2 ** 25]) {
      expect(world.listingNumbered(number)).toBeNull();
    }
  });

  it('lists the newest first, each once, and exactly those that are on sale', () => {
    const listed = world
      .items('CS2')
      .flatMap((item) => world.listings('skinport', item))
      .sort((a, b) => b.listedAt - a.listedAt || b.number - a.number);

    const newest = world.newestListings('skinport', 'CS2', listed.length + 10);

    expect(newest.length).toBe(listed.length);
    expect(newest.map(({ number }) => number).sort()).toEqual(listed.map(({ number }) => number).sort());
    expect(newest.map(({ listedAt }) => listedAt)).toEqual(listed.map(({ listedAt }) => listedAt));
    expect(world.newestListings('skinport', 'CS2', 5)).toEqual(newest.slice(0, 5));
  });

  it('keeps floats within the condition of the name and within the range of the finish', () => {
    for (const listing of world.newestListings('csfloat', 'CS2', 500)) {
      const { item, float } = listing;
      if (item.minFloat === null || item.maxFloat === null) {
        expect(float).toBeNull();
        continue;
      }
      expect(float).toBeGreaterThanOrEqual(item.minFloat - 1e-6);
      expect(float).toBeLessThanOrEqual(item.maxFloat + 1e-6);
      if (item.name.endsWith('(Field-Tested)'))
        expect(Math.round((float ?? 0) * 1e6) / 1e6).toBeGreaterThanOrEqual(0.15);
      expect(Math.fround(float ?? 0)).toBe(float);
    }
  });

  it('prices the same item differently on different marketplaces', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    if (item === null) throw new Error('the liquid item is missing');

    const floors = ['dmarket', 'skinport', 'steam-market', 'buff163'].map(
      (slug) => world.listings(slug, item)[0]?.priceUsd,
    );

    expect(new Set(floors).size).toBe(4);
  });

  it('names the mistake when given an unknown marketplace or item', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    if (item === null) throw new Error('the liquid item is missing');

    expect(() => world.listings('nowhere', item)).toThrow('nowhere');
    expect(() => world.listings('dmarket', { ...item })).toThrow('items()');
  });
});
