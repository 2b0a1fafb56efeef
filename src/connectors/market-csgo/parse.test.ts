import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { marketCsgo } from './index.ts';
import { parseBestOrder } from './parse.ts';

describe('the bulk lists of Market.CSGO', () => {
  it.each(['prices', 'orders'])('say in seconds when they were made: %s', (name) => {
    const source = marketCsgo.sources.find((one) => one.name === name);
    const madeAt = source?.kind === 'bulk' ? source.madeAt : undefined;

    expect(madeAt?.({ success: true, time: 1_768_478_390 }, () => undefined)).toBe(1_768_478_390_000);
    expect(madeAt?.({ success: true }, () => undefined)).toBeNull();
    expect(madeAt?.(null, () => undefined)).toBeNull();
  });
});

describe('the best order of a name', () => {
  const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
  const bestOf = (name: string) => parseBestOrder({ market_hash_name: name, price: '171.000', volume: '8' }, about);

  it('is no bid where it can be for one of several variants', () => {
    expect(bestOf('★ Gut Knife | Doppler (Factory New)')).toBeNull();
    expect(bestOf('Glock-18 | Gamma Doppler (Factory New)')).toBeNull();
    expect(bestOf('★ Gut Knife | Fade (Factory New)')?.price).toEqual({ amount: 171_000, currency: 'USD' });
  });
});
