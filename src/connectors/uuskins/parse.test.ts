import { describe, expect, it } from 'vitest';
import { uuskins } from './index.ts';
import { keyedSkus, parseSku } from './parse.ts';
import type { Sku } from './wire.ts';

const market = uuskins.sources.find(({ name }) => name === 'market');
const pageOf = (rows: number) => ({ code: 0, data: { items: Array.from({ length: rows }, () => ({})) } });

describe('the pages of the market', () => {
  it('end with one that is not full', () => {
    const next = (payload: unknown, cursor: string | null) =>
      market?.kind === 'walk' && typeof market.cursorAt === 'function' ? market.cursorAt(payload, cursor) : 'none';

    expect(next(pageOf(1000), null)).toBe('2');
    expect(next(pageOf(1000), '44')).toBe('45');
    expect(next(pageOf(999), '45')).toBeNull();
    expect(next(pageOf(0), '46')).toBeNull();
  });
});

describe('the id of an item on sale', () => {
  const item = 'Sticker | Crown (Foil)';
  const idsOf = (...items: readonly object[]) =>
    keyedSkus({ code: 0, data: { items } }).flatMap((row) => {
      const offer = parseSku(row as Sku, { game: 'CS2', item, marketplaceItemId: null, at: 0 });
      return offer === null ? [] : [offer.offerId];
    });

  it('does not depend on other names that the search has found', () => {
    const own = { spuHashName: item, price: '1.50', wearValue: null };
    const other = { spuHashName: 'Souvenir Sticker | Crown (Foil)', price: '1.50', wearValue: null };

    expect(idsOf(other, own)).toEqual(idsOf(own));
    expect(idsOf(own, other, own)).toEqual(idsOf(own, own));
  });
});
