import { expect, it } from 'vitest';
import { noPrices } from '../../schema/index.ts';
import { createSaleDedup } from './sale-dedup.ts';

const now = 1_790_000_000_000;

const sale = (saleId: string, soldAt = now - 1_000) => ({
  kind: 'sale' as const,
  marketplaceId: 1,
  game: 'CS2' as const,
  name: 'AK-47 | Redline (Field-Tested)',
  phase: null,
  saleId,
  soldAt,
  price: { amount: 1_000, currency: 'USD' as const },
  prices: noPrices,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
});

it('treats a sale as new once, if it is recent and no earlier run has published it', () => {
  const dedup = createSaleDedup(() => now);
  dedup.note({ marketplaceId: 1, game: 'CS2', saleId: 'noted' });
  expect([sale('a'), sale('a'), sale('noted'), sale('old', now - 7_200_000)].map(dedup.isNew)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(dedup.isNew({ ...sale('a'), marketplaceId: 2 })).toBe(true);
  expect(dedup.isNew({ ...sale('a'), game: 'Rust' })).toBe(true);
  expect([now - 3_600_000, now - 3_600_001].map((soldAt) => dedup.isNew(sale(String(soldAt), soldAt)))).toEqual([
    true,
    false,
  ]);
});

it('forgets the oldest of very many', () => {
  const dedup = createSaleDedup(() => now);
  for (let number = 0; number < 200_000; number += 1) dedup.isNew(sale(String(number)));
  expect(dedup.isNew(sale('199999'))).toBe(false);
  expect(dedup.isNew(sale('0'))).toBe(true);
});
