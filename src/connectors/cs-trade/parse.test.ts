import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { parsePriced } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };

describe('a price of CS.TRADE', () => {
  it('is that of the cheapest item in money, not the base price and not balance', () => {
    const row = {
      name: 'n',
      price: 246.24,
      store_price: 164.16,
      available_lowest_price: 270.86,
      available_lowest_store_price: 180.58,
      available_stock: 1,
    };

    expect(parsePriced(row, about)).toMatchObject({ lowest: { amount: 180_580, currency: 'USD' }, offerCount: 1 });
  });

  it('is none where nothing is there, and cannot be read where it is not said', () => {
    const row = { name: 'n', available_lowest_store_price: 5, available_stock: 0 };

    expect(parsePriced(row, about)).toMatchObject({ lowest: null, offerCount: 0 });
    expect(() => parsePriced({ name: 'n', available_stock: 2 }, about)).toThrow('price is not an amount: missing');
  });
});
