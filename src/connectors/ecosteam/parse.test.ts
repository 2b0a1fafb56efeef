import { describe, expect, it } from 'vitest';
import { parseGoods } from './parse.ts';

const about = { game: 'CS2', item: 'Kilowatt Case', at: Date.UTC(2026, 0, 15, 12) } as const;
const row = { GoodsNum: 'G 1', HashName: 'Kilowatt Case', SellingPrice: 1.84 };

describe('the page of an offer', () => {
  it('is that of its name with its own id, once the number of the name is known', () => {
    expect(parseGoods(row, { ...about, marketplaceItemId: '2004' })?.purchaseLink).toBe(
      'https://www.ecosteam.cn/goods/730-2004-1-laypagesale-0-1.html#G%201',
    );
    expect(parseGoods(row, { ...about, marketplaceItemId: null })?.purchaseLink).toBeNull();
  });
});
