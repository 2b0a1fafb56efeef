import { describe, expect, it } from 'vitest';
import { foundItems } from './found.ts';
import type { ComparedMarketplace, SearchItem } from './generated/rest.ts';

const on = (change: Partial<ComparedMarketplace>): ComparedMarketplace => ({
  marketplace: 'CSFloat',
  priceUSD: 0.7,
  priceEUR: null,
  priceCNY: null,
  priceRUB: null,
  offerCount: 2,
  updatedAt: 1_790_000_000,
  ...change,
});
const item = (change: Partial<SearchItem>): SearchItem => ({
  name: 'Kilowatt Case',
  game: 'CS2',
  thumbnail: null,
  isNear: false,
  marketplaces: [on({})],
  ...change,
});

describe('what was found', () => {
  it('is one line for an item, with its cheapest marketplace', () => {
    const marketplaces = [
      on({ marketplace: 'DMarket', priceUSD: 0.6, offerCount: 3 }),
      on({}),
      on({ marketplace: 'SkinPort', priceUSD: null, offerCount: 0, updatedAt: 1_790_000_009 }),
    ];

    expect(
      foundItems([item({ thumbnail: 'https://pictures.test/1', marketplaces }), item({ game: 'TF2', isNear: true })]),
    ).toEqual([
      {
        game: 'CS2',
        name: 'Kilowatt Case',
        hasThumbnail: true,
        isNear: false,
        priceUSD: 0.6,
        marketplace: 'DMarket',
        marketplaceCount: 3,
        offerCount: 5,
        updatedAt: 1_790_000_009,
      },
      expect.objectContaining({ game: 'TF2', hasThumbnail: false, isNear: true, marketplace: 'CSFloat' }),
    ]);
  });

  it('has no cheapest marketplace where nothing is on sale', () => {
    const found = foundItems([item({ marketplaces: [on({ priceUSD: null, offerCount: 0 })] })]);
    expect(found).toMatchObject([{ priceUSD: null, marketplace: null }]);
  });
});
