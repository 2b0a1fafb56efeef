import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { parsePriced } from './parse.ts';

const about: About = { game: 'Rust', item: null, marketplaceItemId: null, at: 0 };

describe('a price of SkinsMonkey', () => {
  it('is the one in money, in cents, whatever the price in items', () => {
    const row = { market_hash_name: 'Tempered AK47', price_trade: 1190, price_cash: 914, stock: 3 };

    expect(parsePriced(row, about)).toMatchObject({ lowest: { amount: 9140, currency: 'USD' }, offerCount: 3 });
  });

  it('is none where nothing is in stock, or nothing sold for money', () => {
    const row = { market_hash_name: 'Tempered AK47', price_cash: 914, stock: 0 };

    expect(parsePriced(row, about).lowest).toBeNull();
    expect(parsePriced({ ...row, price_cash: null, stock: 2 }, about)).toMatchObject({ lowest: null, offerCount: 2 });
  });
});
