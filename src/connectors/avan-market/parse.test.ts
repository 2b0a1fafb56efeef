import { describe, expect, it } from 'vitest';
import { parseEntry } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 } as const;
const row = { full_name: 'AK-47 | Slate (Field-Tested)', sell_items: [{ id: 7, sell_price: 5.41 }] };

describe('an entry of Avan.Market', () => {
  it('is one offer for each of its items, each at its own price', () => {
    const offers = parseEntry({ ...row, sell_items: [...row.sell_items, { id: 8, sell_price: 5.005 }] }, about);

    expect(offers.map(({ price }) => price.amount)).toEqual([5410, 5005]);
    expect(parseEntry({ ...row, sell_items: [] }, about)).toEqual([]);
  });

  it('leads to the page of its name, on the shelf of its game', () => {
    const linkOf = (more: object, game: 'CS2' | 'Rust') =>
      parseEntry({ ...row, ...more }, { ...about, game })[0]?.purchaseLink;

    expect(linkOf({ slugified_name: 'ak-47-slate-field-tested' }, 'CS2')).toBe(
      'https://avan.market/en/market/cs/ak-47-slate-field-tested#7',
    );
    expect(linkOf({ slugified_name: 'tempered-ak47' }, 'Rust')).toBe(
      'https://avan.market/en/market/rust/tempered-ak47#7',
    );
    expect(linkOf({}, 'CS2')).toBe('https://avan.market/en/market/cs?name=AK-47%20%7C%20Slate%20(Field-Tested)#7');
  });
});
