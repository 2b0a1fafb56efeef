import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { cheapestIn, itemsIn, parseItem, unlockedAt } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };
const hour = 3_600_000;
const row = {
  id: '1',
  market_hash_name: 'Kilowatt Case',
  name_id: 'kilowatt-case',
  price: '0.31',
  currency: 'USD',
} as const;

describe('the time at which an item unlocks', () => {
  it.each([
    ['12 часов', 12],
    ['1 час', 1],
    ['3 часа', 3],
    ['7 дней', 168],
    ['1 день 12 часов', 36],
    ['2 дня, 5 ч.', 53],
    ['5 hours', 5],
    ['1 day', 24],
    ['6d 3h', 147],
    ['45 минут', 1],
  ])('is read from "%s"', (words, hours) => {
    expect(unlockedAt(words, at)).toBe(at + hours * hour);
  });

  it.each(['', 'soon', '12', '12 uur', 'in 3 hours', '3 hours left', '99999 hours', 'часов 12'])(
    'is not known from "%s"',
    (words) => {
      expect(unlockedAt(words, at)).toBeNull();
    },
  );

  it('does not move with the second of the answer', () => {
    expect(unlockedAt('12 часов', at + 90_000)).toBe(at + 12 * hour);
  });
});

describe('an item on SkinOut', () => {
  it('can be traded now when it is not locked, and at an unknown time when its words are not understood', () => {
    const tradable = (locked: boolean | null, unlock_time: string | null) =>
      parseItem({ ...row, locked, unlock_time }, about)?.tradableAt;

    expect(tradable(false, null)).toBe(0);
    expect(tradable(true, '2 Stunden')).toBeNull();
    expect(tradable(true, null)).toBeNull();
    expect(tradable(null, '2 hours')).toBeNull();
  });

  it('without a float says "0"', () => {
    expect(parseItem({ ...row, float: '0' }, about)?.float).toBeNull();
    expect(parseItem({ ...row, float: '0.0214' }, about)?.float).toBe(0.0214);
  });
});

describe('a list of SkinOut', () => {
  it('says its currency once', () => {
    expect(itemsIn({ currency: 'eur', items: [{ id: '1' }] })).toEqual([{ id: '1', currency: 'EUR' }]);
  });

  it('gives one row for each name, the cheapest', () => {
    const items = [
      { market_hash_name: 'a', price: '10.00' },
      { market_hash_name: 'a', price: '9.50' },
      { market_hash_name: 'b', price: '1' },
    ];

    expect(cheapestIn({ currency: 'usd', items }).map((item) => (item as { price: string }).price)).toEqual([
      '9.50',
      '1',
    ]);
  });
});
