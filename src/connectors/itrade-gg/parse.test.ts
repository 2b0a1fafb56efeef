import { describe, expect, it } from 'vitest';
import { parseStocked } from './parse.ts';
import { keyed } from './sign.ts';

const about = { game: 'Rust', item: null, marketplaceItemId: null, at: 0 } as const;

describe('a price of iTrade.gg', () => {
  it('is the one in money, and none where nothing is in stock', () => {
    const row = { name: 'Tempered AK47', price: 14.9, cash_value: 11.9, stock: 3 };

    expect(parseStocked(row, about)).toMatchObject({ lowest: { amount: 11_900, currency: 'USD' }, offerCount: 3 });
    expect(parseStocked({ ...row, stock: 0 }, about).lowest).toBeNull();
    expect(() => parseStocked({ name: 'n', stock: 2 }, about)).toThrow('price is not an amount: missing');
  });
});

describe('a request to iTrade.gg', () => {
  it('ends with the key', () => {
    expect(keyed({ url: 'https://api.itrade.gg/inventory/bot/rust' }, ' a/b\n').url).toBe(
      'https://api.itrade.gg/inventory/bot/rust/a%2Fb',
    );
  });
});
