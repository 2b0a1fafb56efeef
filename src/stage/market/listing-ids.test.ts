import { describe, expect, it } from 'vitest';
import { firstOwnId, marketplaces } from '../../schema/index.ts';
import { itemLimit, numberOf, originOf, slotLimit } from './listing-ids.ts';

/** Marketplaces that operators add are not played. */
const played = marketplaces.filter(({ id }) => id < firstOwnId);
const origins = played.flatMap(({ id: marketplaceId }) =>
  [-4000, 0, 1, 1_000_000].flatMap((bornAt) => [
    { marketplaceId, itemIndex: 0, slot: 0, bornAt },
    { marketplaceId, itemIndex: itemLimit - 1, slot: slotLimit - 1, bornAt },
  ]),
);

describe('the numbers of listings and orders', () => {
  it('are exact, and different for every marketplace of the registry', () => {
    const numbers = origins.map(numberOf);

    expect(new Set(numbers).size).toBe(origins.length);
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
  });

  it('can be decoded to the place that they were made from', () => {
    expect(origins.map((origin) => originOf(numberOf(origin)))).toEqual(origins);
  });

  it('throw for a marketplace id that does not fit', () => {
    expect(() => numberOf({ marketplaceId: 64, itemIndex: 0, slot: 0, bornAt: 0 })).toThrow('64');
  });
});
