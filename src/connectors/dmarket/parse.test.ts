import { describe, expect, it } from 'vitest';
import { parseMarketItem } from './parse.ts';
import { gameIds, type MarketItem } from './wire.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null } as const;
const noon = Date.UTC(2026, 0, 15, 12);

const locked = (tradeLockDuration: number | null): MarketItem => ({
  type: 'offer',
  status: 'active',
  gameId: gameIds.CS2,
  title: 'Nova | Hyper Beast (Minimal Wear)',
  price: { USD: '155' },
  extra: { offerId: 'one', tradeLockDuration },
});

describe('a trade lock', () => {
  it('ends at one instant however long the answer took', () => {
    const read = [0, 1, 2, 30, 90].map(
      (late) => parseMarketItem(locked(180_000 - late), { ...about, at: noon + late * 1000 })?.tradableAt,
    );

    expect(new Set(read)).toEqual(new Set([noon + 180_000_000]));
  });

  it('is over when it is zero or negative, and unknown when it is not told', () => {
    expect(parseMarketItem(locked(0), { ...about, at: noon })?.tradableAt).toBe(0);
    expect(parseMarketItem(locked(-1), { ...about, at: noon })?.tradableAt).toBe(0);
    expect(parseMarketItem(locked(null), { ...about, at: noon })?.tradableAt).toBeNull();
  });
});
