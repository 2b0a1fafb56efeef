import type { BuyOrderRow, ComparedMarketplace, MirroredOffer, SourceHealth } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { byPrice, marketplaceRows, variantRows } from './rows.ts';

const prices = (usd: number | null) => ({ priceUSD: usd, priceEUR: usd, priceCNY: usd, priceRUB: null });

const compared = (usd: number | null): ComparedMarketplace[] => [
  { marketplace: 'CSFloat', ...prices(usd), offerCount: 3, updatedAt: 1_790_000_000 },
];

const order = (marketplace: string, usd: number, itemPhase: string | null = null) =>
  ({ marketplace, ...prices(usd), itemPhase }) as BuyOrderRow;

const source = (change: Partial<SourceHealth>) =>
  ({
    marketplace: 'CSFloat',
    game: 'CS2',
    state: 'live',
    evidence: 'recorded',
    lastReadAt: 50,
    ...change,
  }) as SourceHealth;

const offer = (id: string, usd: number, phase: string | null = null) =>
  ({ id, marketplace: `M${id}`, phase, data: prices(usd) }) as unknown as MirroredOffer;

const facts = { buyOrders: [], sources: [], game: 'CS2', hasVariants: false, currency: 'USD' } as const;

describe('marketplaces side by side', () => {
  it('have their best buy order, and how far it is below the price', () => {
    const buyOrders = [order('CSFloat', 20), order('CSFloat', 30), order('DMarket', 39)];

    expect(marketplaceRows({ ...facts, compared: compared(40), buyOrders })).toMatchObject([
      { bestBuyOrder: 30, spread: 0.25 },
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

  it('tell evidence and last reading of the sources that run for the game', () => {
    const sources = [
      source({ evidence: 'inferred', lastReadAt: 70 }),
      source({}),
      source({ lastReadAt: null }),
      source({ evidence: 'documented', state: 'off', lastReadAt: 99 }),
      source({ evidence: 'documented', game: 'Rust', lastReadAt: 99 }),
    ];

    expect(marketplaceRows({ ...facts, compared: compared(40), sources })).toMatchObject([
      { evidence: ['recorded', 'inferred'], readAt: 70 },
    ]);
  });
});

describe('variants', () => {
  it('stand apart, each with its cheapest offer and best buy order', () => {
    const offers = [offer('1', 900, 'Phase 2'), offer('2', 4_000, 'Ruby'), offer('3', 800, 'Phase 2'), offer('4', 700)];

    expect(variantRows(offers, [order('A', 600), order('A', 3_000, 'Ruby')], 'USD')).toEqual([
      { phase: 'Phase 2', price: 800, marketplace: 'M3', offerCount: 2, bestBuyOrder: null, spread: null },
      { phase: 'Ruby', price: 4_000, marketplace: 'M2', offerCount: 1, bestBuyOrder: 3_000, spread: 0.25 },
    ]);
  });

  it('are none where no offer has one', () => {
    expect(variantRows([offer('1', 5)], [], 'USD')).toEqual([]);
  });
});

describe('offers', () => {
  it('stand cheapest first', () => {
    expect(byPrice([offer('1', 9), offer('2', 3), offer('3', 5)]).map(({ id }) => id)).toEqual(['2', '3', '1']);
  });
});
