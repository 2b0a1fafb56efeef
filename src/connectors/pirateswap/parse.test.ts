import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { pirateswap } from './index.ts';
import { parseHeld } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const [inventory] = pirateswap.sources;
const walk = inventory?.kind === 'walk' ? inventory : undefined;

const pageAfter = (payload: unknown, page: string | null) =>
  typeof walk?.cursorAt === 'function' ? walk.cursorAt(payload, page) : undefined;

describe('the inventory of PirateSwap', () => {
  it('ends only where it says so', () => {
    const [item] = [{ id: 'a' }];

    expect(pageAfter({ items: [item], empty: false }, null)).toBe('2');
    expect(pageAfter({ items: [item] }, '7')).toBe('8');
    expect(pageAfter({ items: [], empty: true }, '8')).toBeNull();
  });

  it('without items and without saying that it is empty is limited', () => {
    expect(walk?.refusal?.({ items: [] })).toBe('limited');
    expect(walk?.refusal?.({ items: [], empty: false })).toBe('limited');
    expect(walk?.refusal?.({ items: [], empty: true })).toBeNull();
    expect(walk?.refusal?.({ items: [{}] })).toBeNull();
    expect(walk?.refusal?.({})).toBeNull();
  });
});

describe('an item of PirateSwap', () => {
  const row = { id: 'a', marketHashName: 'AWP | Asiimov (Field-Tested)' };

  it('costs its store price, and no other', () => {
    expect(parseHeld({ ...row, price: 99, storePrice: 88.5 }, about)?.price).toEqual({
      amount: 88_500,
      currency: 'USD',
    });
    expect(parseHeld({ ...row, price: 99 }, about)).toBeNull();
  });

  it('has an unknown lock when none is given', () => {
    expect(parseHeld({ ...row, storePrice: 1 }, about)?.tradableAt).toBeNull();
    expect(parseHeld({ ...row, storePrice: 1, tradeableAfter: '2026-01-19T08:00:00' }, about)?.tradableAt).toBe(
      Date.UTC(2026, 0, 19, 8),
    );
  });
});
