import { beforeAll, describe, expect, it } from 'vitest';
import { type Game, games, marketplaces } from '../../schema/index.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { players } from '../players/index.ts';
import { createWorld } from './create-world.ts';
import { minWorth } from './fair-price.ts';
import { marketProfileOf, steamPriceOf } from './market-profiles.ts';
import type { CatalogueItem, PlayedBuyOrder, World } from './world.ts';

const startedAt = Date.UTC(2026, 0, 15, 12);
const stepMs = 4 * 3_600_000;
const steam = 'steam-market';
const { ceilingUsd } = marketProfileOf(steam);
const played = marketplaces.map(({ slug }) => slug).filter((slug) => players.some((player) => player.slug === slug));
const bounded = played.filter((slug) => Number.isFinite(marketProfileOf(slug).ceilingUsd));

const onlyOf = (wanted: (item: CatalogueItem) => boolean): Readonly<Record<Game, readonly CatalogueItem[]>> => ({
  CS2: catalogue.CS2.filter(wanted),
  Dota2: catalogue.Dota2.filter(wanted),
  Rust: catalogue.Rust.filter(wanted),
  TF2: catalogue.TF2.filter(wanted),
});

/** Items of which some variant comes near the ceiling, and those above it. */
const dear = onlyOf(({ basePrice, phases, game }) => basePrice > (phases.length > 0 || game === 'TF2' ? 150 : 700));

const days = (world: World, count: number, afterStep: () => void): void => {
  for (let step = 1; step * stepMs <= count * 86_400_000; step += 1) {
    world.tick(startedAt + step * stepMs);
    afterStep();
  }
};

const everything = (world: World, slug: string, item: CatalogueItem) => [
  ...world.listings(slug, item),
  ...world.buyOrders(slug, item),
  ...world.sales(slug, item),
];

describe('the ceiling of a marketplace', () => {
  it('is known of Steam, and in no currency more than a wallet holds', () => {
    const { rates } = createWorld({ seed: 1, startedAt, items: dear });

    expect(bounded).toEqual([steam]);
    expect(ceilingUsd).toBeLessThanOrEqual(2000);
    expect(ceilingUsd * rates.EUR).toBeLessThanOrEqual(2000);
    expect(ceilingUsd * rates.RUB).toBeLessThanOrEqual(175_000);
  });

  it.each(bounded)('is above every price of %s, in every game, day after day', (slug) => {
    const world = createWorld({ seed: 5, startedAt, items: dear });
    const max = marketProfileOf(slug).ceilingUsd;
    const dearest = Object.fromEntries(games.map((game) => [game, 0]));
    const look = (rows: Iterable<{ readonly item: CatalogueItem; readonly priceUsd: number }>): void => {
      for (const { item, priceUsd } of rows) dearest[item.game] = Math.max(dearest[item.game] ?? 0, priceUsd);
    };
    for (const game of games) world.watch(slug, game, (changes) => look(changes.map(({ listing }) => listing)));
    const lookAtAll = (): void => {
      for (const game of games) {
        look(world.newestListings(slug, game, 10_000));
        for (const item of world.items(game)) look([...world.listings(slug, item), ...world.buyOrders(slug, item)]);
      }
    };
    lookAtAll();
    days(world, 5, lookAtAll);
    for (const game of games) for (const item of world.items(game)) look(world.sales(slug, item));

    expect(Math.max(...Object.values(dearest))).toBeLessThanOrEqual(max);
    // Near the ceiling there is trade, so the prices above it are missing and nothing else
    expect(dearest['CS2']).toBeGreaterThan(0.95 * max);
    expect(dearest['TF2']).toBeGreaterThan(0.8 * max);
  });

  it('leaves out what is dearer, which is traded elsewhere', () => {
    const world = createWorld({ seed: 5, startedAt, items: dear });
    // At Steam's level even the lowest swing of a price does not bring these under the ceiling
    const isBeyond = (item: CatalogueItem): boolean => item.basePrice * minWorth(item) > 1.02 * ceilingUsd;
    const beyond = games.flatMap((game) => world.items(game).filter(isBeyond));
    const untraded = beyond.filter((item) => played.every((slug) => everything(world, slug, item).length === 0));

    expect(beyond.length).toBeGreaterThan(10);
    expect(beyond.flatMap((item) => everything(world, steam, item))).toEqual([]);
    expect(untraded).toEqual([]);
  });

  it('does not lower a price to it', () => {
    const world = createWorld({ seed: 5, startedAt, items: dear });
    const prices = games.flatMap((game) => world.items(game).flatMap((item) => everything(world, steam, item)));
    const nearest = prices.filter(({ priceUsd }) => priceUsd > 0.99 * ceilingUsd);

    expect(nearest.length).toBeGreaterThan(5);
    expect(nearest.filter(({ priceUsd }) => priceUsd === ceilingUsd).length).toBeLessThan(nearest.length / 5);
  });

  it('leaves out the dear variants of an item only', () => {
    const world = createWorld({ seed: 5, startedAt, items: dear });
    const listed = world
      .items('CS2')
      .filter(({ phases, basePrice }) => phases.length > 0 && basePrice > 600 && basePrice < 1000)
      .flatMap((item) => world.listings(steam, item));
    const seen = new Set(listed.map(({ phase }) => phase));

    expect([...seen].sort()).toEqual(['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4']);
  });

  it('also ends the price of Steam that other marketplaces show', () => {
    expect(steamPriceOf({ basePrice: 100 })).toBeGreaterThan(100);
    expect(steamPriceOf({ basePrice: 20_000 })).toBe(ceilingUsd);
  });
});

describe('the prices of a marketplace', () => {
  it("are about a third higher where sellers get Steam's balance", () => {
    const others = played.filter((slug) => slug !== steam).map((slug) => marketProfileOf(slug).priceLevel);
    const average = others.reduce((sum, level) => sum + level, 0) / others.length;

    expect(marketProfileOf(steam).priceLevel / average).toBeGreaterThan(1.25);
    expect(marketProfileOf(steam).priceLevel / Math.min(...others)).toBeLessThan(1.45);
  });
});

describe('buy orders', () => {
  const items = onlyOf(({ phases, name }) => phases.length > 0 || name.startsWith('Unusual '));
  let world: World;
  beforeAll(() => {
    world = createWorld({ seed: 6, startedAt, items });
    days(world, 2, () => undefined);
  });
  const ordersAt = (slug: string, game: Game = 'CS2') =>
    world.items(game).flatMap((item) => world.buyOrders(slug, item));

  it('are for a Doppler variant only where an order can name one', () => {
    const naming = played.filter((slug) => ordersAt(slug).some(({ phase }) => phase !== null));

    expect(naming.sort()).toEqual(played.filter((slug) => marketProfileOf(slug).ordersNameVariants).sort());
    expect(naming).toContain('csfloat');
    expect(naming).not.toContain('waxpeer');
    expect(naming).not.toContain(steam);
  });

  it.each(played)('of %s without a variant are below the cheapest variant, whatever is on sale', (slug) => {
    const { priceLevel } = marketProfileOf(slug);
    const plain = [...ordersAt(slug, 'CS2'), ...ordersAt(slug, 'TF2')].filter(({ phase }) => phase === null);
    // Prices swing by a quarter, sellers differ by three per cent, and buyers pay at most 93 per cent
    const max = ({ item }: PlayedBuyOrder) => item.basePrice * minWorth(item) * priceLevel * 1.28 * 1.03 * 0.93;
    const lowestAsk = ({ item }: PlayedBuyOrder) => world.listings(slug, item)[0]?.priceUsd ?? Number.POSITIVE_INFINITY;

    expect(plain.filter((order) => order.priceUsd >= lowestAsk(order))).toEqual([]);
    expect(plain.filter((order) => order.priceUsd > max(order) + 0.01)).toEqual([]);
  });

  it('for a variant are below the cheapest listing of it', () => {
    for (const { item, phase, priceUsd } of ordersAt('csfloat')) {
      const cheapest = world.listings('csfloat', item).find((listing) => phase === null || listing.phase === phase);
      if (cheapest !== undefined) expect(priceUsd).toBeLessThan(cheapest.priceUsd);
    }
  });
});
