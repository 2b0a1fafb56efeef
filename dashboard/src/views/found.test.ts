import type { SearchRow } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { foundIn } from './found.ts';

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
    const found = foundIn([
      row({}),
      row({ marketplace: 'DMarket', priceUSD: 0.6, offerCount: 3, thumbnail: 'https://pictures.test/1' }),
      row({ marketplace: 'SkinPort', priceUSD: null, offerCount: 0 }),
    ]);

    expect(found).toMatchObject([
      { hasThumbnail: true, lowestUSD: 0.6, marketplace: 'DMarket', marketplaceCount: 3, offerCount: 5 },
    ]);
  });

  it('keeps the order of the items, and games apart', () => {
    const found = foundIn([row({ game: 'TF2' }), row({ name: 'Clutch Case' }), row({})]);

    expect(found.map(({ game, name }) => `${game} ${name}`)).toEqual([
      'TF2 Kilowatt Case',
      'CS2 Clutch Case',
      'CS2 Kilowatt Case',
    ]);
  });

  it('has no cheapest marketplace where nothing is on sale', () => {
    expect(foundIn([row({ priceUSD: null, offerCount: 0 })])).toMatchObject([{ lowestUSD: null, marketplace: null }]);
  });
});
