import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { csDeals } from './index.ts';
import { keyedSales, parseEvent, parsePriced, parseSold } from './parse.ts';
import type { Sold } from './wire.ts';

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

describe('a sale on CS.Deals', () => {
  const name = 'Tempered AK47';
  const inRust: About = { ...about, game: 'Rust', item: name };
  const row = { app_id: 252490, market_hash_name: name, price: 1450 };

  it('has one id in the feed and in the list, however they write its time', () => {
    const [keyed] = keyedSales({ sales: [{ ...row, sold_at: '2026-01-15T11:02:09Z' }] });
    const sold = parseSold(keyed as Sold, inRust);
    const data = { ...row, listing_id: 7, sold_at: '2026-01-15T11:02:09.412Z' };
    const told = parseEvent({ event: 'listing.sold', data }, inRust);

    expect(told).toEqual([
      expect.objectContaining({ kind: 'sale', saleId: sold?.saleId }),
      { kind: 'withdrawal', game: 'Rust', offerId: '7', reason: 'sold' },
    ]);
  });

  it('of TF2 is not read, since it can be of an item that cannot be used in crafting', () => {
    const data = { ...row, app_id: 440, listing_id: 7, sold_at: '2026-01-15T11:02:09Z' };

    expect(parseEvent({ event: 'listing.sold', data }, { ...inRust, game: 'TF2' })).toEqual([
      { kind: 'withdrawal', game: 'TF2', offerId: '7', reason: 'sold' },
    ]);
  });
});
