import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { csDeals } from './index.ts';
import { parsePriced } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const lowest = (lowest_price: string | null) => parsePriced({ marketname: 'n', lowest_price }, about).lowest;

describe('a price of CS.Deals', () => {
  it('is read digit by digit from its text', () => {
    expect(lowest('12.34')).toEqual({ amount: 12_340, currency: 'USD' });
    expect(lowest('0.0300')).toEqual({ amount: 30, currency: 'USD' });
    expect(lowest('1.005')).toEqual({ amount: 1005, currency: 'USD' });
    expect(lowest('0.0000')).toBeNull();
    expect(lowest(null)).toBeNull();
  });
});

describe('an item on CS.Deals', () => {
  it('is found on the page of its game', () => {
    const pageIn = (game: About['game']) => parsePriced({ marketname: 'a & b', lowest_price: '1' }, { ...about, game });

    expect(pageIn('Dota2').purchaseLink).toBe('https://cs.deals/market/dota2/?name=a%20%26%20b&sort=price');
    expect(pageIn('CS2').purchaseLink).toContain('/market/csgo/');
  });
});

describe('the list of CS.Deals', () => {
  it('says in seconds when it was made', () => {
    const [source] = csDeals.sources;
    const madeAt = source?.kind === 'bulk' ? source.madeAt : undefined;
    const at = (payload: unknown) => madeAt?.(payload, () => undefined);

    expect(at({ success: true, response: { time_updated: 1_768_478_340, items: [] } })).toBe(1_768_478_340_000);
    for (const strange of [null, [], { success: true }, { response: null }]) expect(at(strange)).toBeNull();
  });
});
