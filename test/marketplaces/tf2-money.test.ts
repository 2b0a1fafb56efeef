import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

let markets: PlayedMarkets;

beforeAll(async () => {
  markets = await startPlayedMarkets({
    items: { CS2: [], Dota2: [], Rust: [], TF2: playedItems.TF2.slice(0, 60) },
    connectors: connectors.filter(({ slug }) => ['backpack-tf', 'stn-tf', 'skinport'].includes(slug)),
    config: { 'collect.games': ['TF2'] },
  });
});
afterAll(() => markets.close());

/** An item with offers and buy orders there, but no key, which STN.tf prices by a separate call. */
const truthOf = (slug: string) => {
  const { world } = markets;
  for (const item of world.items('TF2')) {
    const [listings, orders] = [world.listings(slug, item), world.buyOrders(slug, item)];
    const isPlain = item.name !== liquidNames.TF2 && !item.name.includes('Unusual');
    if (isPlain && listings.length > 0 && orders.length > 0) return { name: item.name, listings, orders };
  }
  throw new Error(`${slug} has no item on both sides`);
};

/** The answer about an item once its price is known. */
const priced = (slug: string, name: string) =>
  until(`a price of ${name} on ${slug}`, async () => {
    const { status, body } = await markets.client.get('/v2/items', { marketplace: slug, game: 'TF2', name });
    return status === 200 && body.priceUSD !== null && body.buyOrders.length > 0 && body;
  });

/** Tolerance: a weapon is a fifth of a cent, and so is what two decimals of metal cut off. */
const isNear = (found: number, truth: number): boolean => Math.abs(found - truth) < 0.0085;

describe('prices in keys and metal', () => {
  it.each(['backpack-tf', 'stn-tf'])('of %s are the prices of its items, in four currencies', async (slug) => {
    const { name, listings, orders } = truthOf(slug);
    const found = await priced(slug, name);
    const lowest = listings[0]?.priceUsd ?? 0;

    expect(isNear(found.priceUSD, lowest), `${found.priceUSD} for ${lowest}`).toBe(true);
    for (const currency of ['EUR', 'CNY', 'RUB'] as const) {
      const rate = markets.world.rates[currency];
      expect(Math.abs(found[`price${currency}`] / (lowest * rate) - 1)).toBeLessThan(0.02);
    }
    expect(found.offerCount).toBe(listings.length);
    expect(isNear(found.buyOrders[0].priceUSD, orders[0]?.priceUsd ?? 0)).toBe(true);
  });

  it('of backpack.tf are listed along with those in dollars, each listing once', async () => {
    const { name, listings, orders } = truthOf('backpack-tf');
    const found = await priced('backpack-tf', name);
    const prices = found.offers.map(({ priceUSD }: { priceUSD: number }) => priceUSD);

    expect(prices).toHaveLength(listings.length);
    expect(prices.every((price: number, at: number) => isNear(price, listings[at]?.priceUsd ?? 0))).toBe(true);
    expect(found.buyOrders).toHaveLength(orders.length);
    expect(found.offers.some(({ price }: { price?: unknown }) => price !== undefined)).toBe(false);
  });
});
