import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { marketCsgo } from './index.ts';
import { parseBestOrder, parseLot, parseNameHistory } from './parse.ts';

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
  const bestOf = (name: string) => parseBestOrder({ market_hash_name: name, price: '171.000' }, about);

  it('is no bid where it can be for one of several variants', () => {
    expect(bestOf('★ Gut Knife | Doppler (Factory New)')).toBeNull();
    expect(bestOf('Glock-18 | Gamma Doppler (Factory New)')).toBeNull();
    expect(bestOf('★ Gut Knife | Fade (Factory New)')?.price).toEqual({ amount: 171_000, currency: 'USD' });
  });
});

describe('names requested together', () => {
  const about: About = { game: 'Rust', item: null, marketplaceItemId: null, at: 0 };
  const asked = (item: string) => ({ item, marketplaceItemId: null });
  const [one, other] = ['Blackout Hoodie', 'Heat Seeker SAR'] as const;

  it.each(['offers', 'sales'])('are parameters of one request, up to fifty: %s', (name) => {
    const source = marketCsgo.sources.find((lookup) => lookup.name === name);
    const together = source?.kind === 'lookup' ? source.together : undefined;

    expect(together?.max).toBe(50);
    expect(together?.request({ game: 'Rust', items: [asked(one), asked(other)] }).query).toEqual({
      'list_hash_name[]': [one, other],
      cur: 'USD',
    });
  });

  it('have their lots and sales by the name of each', () => {
    const currency = 'USD';

    expect(parseLot({ name: other, currency, id: 7, price: 1500 }, about)).toMatchObject({ name: other, offerId: '7' });
    expect(parseLot({ name: other, currency, id: 7, price: 1500 }, { ...about, item: one })).toBeNull();
    expect(parseNameHistory({ name: one, currency, history: [[1_768_478_390, 2.5]] }, about)).toMatchObject([
      { name: one, price: { amount: 2500 } },
    ]);
  });
});
