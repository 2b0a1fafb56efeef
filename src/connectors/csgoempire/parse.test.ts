import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { depositEventsIn as eventsIn } from '../families/deposit-events.ts';
import { csgoempire } from './index.ts';
import { dollars, dollarsPerCoin, parseItem } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const item = { id: 400_000_001, market_name: 'Kilowatt Case', market_value: 100, auction_ends_at: null };

describe('a price on CSGOEmpire', () => {
  it('is hundredths of a coin, which is less than a dollar', () => {
    expect(dollars(12_930)).toEqual({ amount: Math.round(129_300 * dollarsPerCoin), currency: 'USD' });
    expect(dollars(1)).toEqual({ amount: 6, currency: 'USD' });
    expect(() => dollars(0)).toThrow('price is zero');
  });

  it('is the price to pay now, where that is given', () => {
    expect(parseItem({ ...item, purchase_price: 98 }, about)?.price).toEqual(dollars(98));
    expect(parseItem(item, about)?.price).toEqual(dollars(100));
  });
});

describe('an item on CSGOEmpire', () => {
  it('is no offer while it is auctioned, with bids or without', () => {
    expect(parseItem(item, about)).not.toBeNull();
    expect(parseItem({ ...item, auction_ends_at: 1_768_478_400 }, about)).toBeNull();
    expect(parseItem({ ...item, auction_ends_at: 0 }, about)).toBeNull();
  });

  it('of strict privacy has neither float nor stickers, which is not the same as having none', () => {
    expect(parseItem(item, about)).toMatchObject({ float: null, stickers: null });
    expect(parseItem({ ...item, stickers: [] }, about)?.stickers).toEqual([]);
  });
});

describe('a message of CSGOEmpire', () => {
  it('has one entry or a list of them', () => {
    expect(eventsIn(['new_item', item])).toEqual([{ event: 'new_item', item }]);
    expect(eventsIn(['deleted_item', [1, 2]])).toEqual([
      { event: 'deleted_item', id: 1 },
      { event: 'deleted_item', id: 2 },
    ]);
    expect(eventsIn(['timesync', 1_768_478_400_000])).toEqual([]);
  });
});

describe('the list of CSGOEmpire', () => {
  it('continues while there is a next page', () => {
    const [list] = csgoempire.sources;
    const next = (payload: unknown) =>
      list?.kind === 'walk' && typeof list.cursorAt === 'function' ? list.cursorAt(payload, null) : undefined;

    expect(next({ current_page: 2, next_page_url: 'https://csgoempire.com/?page=3' })).toBe('3');
    expect(next({ current_page: 3, next_page_url: null })).toBeNull();
  });
});
