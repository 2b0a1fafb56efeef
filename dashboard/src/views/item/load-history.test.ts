import { type Marketplace, type PriceHistory, type Tape, TapeError } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { loadPast } from './load-history.ts';

const connected = { marketplace: 'SkinPort', games: [] as unknown } as Marketplace;

/** A service that knows the past of the marketplaces it is connected to, and of no other. */
const tape = {
  marketplaces: async () => [connected],
  priceHistory: async ({ marketplace }: { readonly marketplace: string }) => {
    if (marketplace !== connected.marketplace) throw new TapeError(`${marketplace} is not connected here`);
    const point = { timestamp: 1_000, priceUSD: 3, priceEUR: null, priceCNY: null, priceRUB: null };
    return { name: 'Redline', marketplace, game: 'CS2', history: [point] } as PriceHistory;
  },
} as unknown as Tape;

describe('the history of an item', () => {
  it('is shown when a marketplace that still has a price is no longer connected', async () => {
    const past = await loadPast({
      tape,
      game: 'CS2',
      name: 'Redline',
      days: 7,
      phase: null,
      currency: 'USD',
      marketplaces: ['SkinPort', 'Waxpeer'],
      signal: new AbortController().signal,
    });

    expect(past.series).toEqual([{ marketplace: 'SkinPort', prices: [{ time: 1_000, value: 3 }], sales: [] }]);
  });
});
