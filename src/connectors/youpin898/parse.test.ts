import { describe, expect, it } from 'vitest';
import { youpin898 } from './index.ts';
import { parseOrder } from './parse.ts';

const templates = youpin898.sources.find(({ name }) => name === 'templates');
const page = (rows: number, TotalCount?: number) => ({
  Code: 0,
  Data: Array.from({ length: rows }, () => ({})),
  TotalCount,
});

const next = (payload: unknown, cursor: string | null): string | null =>
  templates?.kind === 'walk' && typeof templates.cursorAt === 'function' ? templates.cursorAt(payload, cursor) : 'none';

describe('the pages of templates', () => {
  it('continue until the count is reached', () => {
    expect(next(page(80, 161), null)).toBe('2');
    expect(next(page(80, 161), '2')).toBe('3');
    expect(next(page(1, 161), '3')).toBeNull();
    expect(next(page(80, 160), '2')).toBeNull();
  });

  it('continue after a full page where there is no count', () => {
    expect(next(page(80), '4')).toBe('5');
    expect(next(page(79), '5')).toBeNull();
  });
});

describe('several names', () => {
  it('are priced in one request', () => {
    const prices = youpin898.sources.find(({ name }) => name === 'prices');
    const together = prices?.kind === 'lookup' ? prices.together : undefined;
    const items = ['Kilowatt Case', 'Sticker | Drop-Dead'].map((item) => ({ item, marketplaceItemId: null }));

    expect(together?.max).toBe(200);
    expect(together?.request({ game: 'CS2', items }).body).toEqual({
      requestList: [{ templateHashName: 'Kilowatt Case' }, { templateHashName: 'Sticker | Drop-Dead' }],
    });
  });
});

describe('a purchase order', () => {
  const bidFor = (item: string) =>
    parseOrder(
      { key: 'a', purchasePrice: '310.5', surplusQuantity: 2 },
      { game: 'CS2', item, marketplaceItemId: null, at: 0 },
    );

  it('is no bid where it can be for one of several variants', () => {
    expect(bidFor('★ Flip Knife | Doppler (Factory New)')).toBeNull();
    expect(bidFor('★ Flip Knife | Fade (Factory New)')?.quantity).toBe(2);
  });
});
