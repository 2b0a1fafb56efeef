import type { FullBuyOrderRow, FullComparedMarketplace } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { depthOf, marketplaceRows } from './rows.ts';
import type { ItemOffer } from './use-offers.ts';

const prices = (usd: number | null) => ({ priceUSD: usd, priceEUR: usd, priceCNY: usd, priceRUB: null });

const compared = (usd: number | null) =>
  [
    {
      marketplace: 'CSFloat',
      ...prices(usd),
      offerCount: 3,
      updatedAt: 1_790_000_000,
      flags: ['thin'],
      link: 'https://csfloat.com/item',
    },
  ] as unknown as FullComparedMarketplace[];

const order = (marketplace: string, usd: number, quantity: number | null = 1) =>
  ({ marketplace, ...prices(usd), quantity }) as FullBuyOrderRow;

const facts = {
  buyOrders: [],
  offers: [],
  hasVariants: false,
  phase: null,
  currency: 'USD',
} as const;

const offer = (itemPhase: string | null, price: number, purchaseLink = `https://csfloat.com/${price}`) =>
  ({ id: String(price), price, offer: { marketplace: 'CSFloat', itemPhase, purchaseLink } }) as ItemOffer;

const ofPhase = (itemPhase: string | null, usd: number) => ({ ...order('CSFloat', usd), itemPhase }) as FullBuyOrderRow;

describe('marketplaces side by side', () => {
  it('have their best buy order, and how far it is below the price', () => {
    const buyOrders = [order('CSFloat', 20), order('CSFloat', 30), order('DMarket', 39)];

    expect(marketplaceRows({ ...facts, compared: compared(40), buyOrders })).toMatchObject([
      { bestBuyOrder: 30, spread: 0.25, flags: ['thin'] },
    ]);
  });

  it.each([
    ['nothing is on sale', { compared: compared(null), buyOrders: [order('CSFloat', 20)] }],
    ['nothing is wanted', { compared: compared(40) }],
    ['variants share the name', { compared: compared(40), buyOrders: [order('CSFloat', 90)], hasVariants: true }],
    ['no rate is known', { compared: compared(40), buyOrders: [order('CSFloat', 20)], currency: 'RUB' }],
  ] as const)('have no spread where %s', (_, change) => {
    expect(marketplaceRows({ ...facts, ...change })[0]?.spread).toBeNull();
  });

  it('have no bid where variants share the name and none is chosen, but the range of their bids', () => {
    const buyOrders = [ofPhase('Ruby', 90), ofPhase('Ruby', 80), ofPhase('Phase 1', 30), ofPhase(null, 25)];

    expect(marketplaceRows({ ...facts, compared: compared(40), buyOrders, hasVariants: true })).toMatchObject([
      { price: 40, bestBuyOrder: null, bidRange: { lowest: 25, highest: 90 }, spread: null, offerCount: 3 },
    ]);
  });

  it('have the figures of a chosen variant, from its own offers and the buy orders that include it', () => {
    const buyOrders = [ofPhase('Ruby', 90), ofPhase('Phase 1', 30), ofPhase(null, 25)];
    const offers = [offer('Ruby', 120), offer('Phase 1', 50), offer('Phase 1', 60), offer(null, 40)];
    const row = (phase: string) =>
      marketplaceRows({ ...facts, compared: compared(40), buyOrders, offers, hasVariants: true, phase })[0];

    expect(row('Phase 1')).toMatchObject({
      ...{ price: 50, offerCount: 2, bestBuyOrder: 30, bidRange: null, spread: 0.4 },
      ...{ link: 'https://csfloat.com/50', flags: [] },
    });
    expect(row('Sapphire')).toMatchObject({
      price: null,
      offerCount: 0,
      bestBuyOrder: 25,
      spread: null,
      link: 'https://csfloat.com/item',
    });
  });
});

describe('buy orders', () => {
  it('add up from the highest, and say where a quantity is not told', () => {
    const deep = depthOf([order('A', 30, 2), order('B', 29, null), order('A', 28, 5)]);

    expect(deep.map(({ wanted, isMinimum }) => [wanted, isMinimum])).toEqual([
      [2, false],
      [3, true],
      [8, true],
    ]);
  });
});
