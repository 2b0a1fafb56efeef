import { describe, expect, it } from 'vitest';
import { foundItems } from './found.ts';
import type { SearchRow } from './generated/rest.ts';

const row = (change: Partial<SearchRow>): SearchRow => ({
  name: 'Kilowatt Case',
  marketplace: 'CSFloat',
  game: 'CS2',
  priceUSD: 0.7,
  offerCount: 2,
  thumbnail: null,
  updatedAt: 1_790_000_000,
  ...change,
});

describe('what was found', () => {
  it('is one line for an item, with its cheapest marketplace', () => {
    const found = foundItems([
      row({}),
      row({ marketplace: 'DMarket', priceUSD: 0.6, offerCount: 3, thumbnail: 'https://pictures.test/1' }),
      row({ marketplace: 'SkinPort', priceUSD: null, offerCount: 0, updatedAt: 1_790_000_009 }),
    ]);

    expect(found).toMatchObject([
      {
        hasThumbnail: true,
        priceUSD: 0.6,
        marketplace: 'DMarket',
        marketplaceCount: 3,
        offerCount: 5,
        updatedAt: 1_790_000_009,
      },
    ]);
  });

  it('keeps the order of the items, and games apart', () => {
    const found = foundItems([row({ game: 'TF2' }), row({ name: 'Clutch Case' }), row({})]);

    expect(found.map(({ game, name }) => `${game} ${name}`)).toEqual([
      'TF2 Kilowatt Case',
      'CS2 Clutch Case',
      'CS2 Kilowatt Case',
    ]);
  });

  it('has no cheapest marketplace where nothing is on sale', () => {
    expect(foundItems([row({ priceUSD: null, offerCount: 0 })])).toMatchObject([{ priceUSD: null, marketplace: null }]);
  });
});
