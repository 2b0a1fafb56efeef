import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../contract/unreadable.ts';
import { backpackTf } from './index.ts';
import { eventsIn, listingsIn, parseEvent, parseListing } from './parse.ts';
import type { Event } from './wire.ts';

type Listing = Extract<Event, { event: 'listing-update' }>['payload'];

const about = { game: 'TF2', item: 'The Team Captain', marketplaceItemId: null, at: 0 } as const;

const listing: Listing = {
  id: '440_15000000001',
  intent: 'sell',
  currencies: { usd: 12.5 },
  item: { marketName: 'The Team Captain', tradable: true, craftable: true },
};
const read = (changes: Partial<Listing> = {}) =>
  parseEvent({ event: 'listing-update', payload: { ...listing, ...changes } });

describe('a listing on backpack.tf', () => {
  it('is in keys and metal, or in dollars alone', () => {
    expect(read()).toMatchObject({ kind: 'offer', price: { amount: 12_500, currency: 'USD' } });
    expect(read({ currencies: { keys: 3, metal: 12.33 } })).toMatchObject({
      price: { amount: 3_000_222, currency: 'TF2' },
    });
    expect(read({ currencies: { metal: 0.05 } })).toMatchObject({ price: { amount: 1, currency: 'TF2' } });
  });

  it('ends the offer when it has no price, or two', () => {
    const gone = { kind: 'withdrawal', offerId: listing.id };
    for (const currencies of [{ usd: 1, keys: 3 }, {}, [], null]) expect(read({ currencies })).toMatchObject(gone);
  });

  it('is not read when its price cannot be', () => {
    for (const currencies of [{ keys: 1.5 }, { metal: 0 }, { usd: -1 }])
      expect(() => read({ currencies })).toThrow(Unreadable);
  });

  it('of a banned user or in the archive is gone', () => {
    expect(read({ user: { banned: true } })).toMatchObject({ kind: 'withdrawal' });
    expect(read({ status: 'archived' })).toMatchObject({ kind: 'withdrawal' });
    expect(read({ user: { banned: false }, status: 'active' })).toMatchObject({ kind: 'offer' });
    expect(read({ intent: 'buy', steamid: '7', user: { banned: true } })).toMatchObject({ kind: 'cancellation' });
  });

  it('of a buyer is an order identified by buyer and name, in a snapshot too', () => {
    const order = { kind: 'buyOrder', orderId: '7 The Team Captain', price: { amount: 1_000_000, currency: 'TF2' } };
    const bid = { intent: 'buy', steamid: '7', currencies: { keys: 1 }, count: 3 } as const;
    expect(read(bid)).toMatchObject({ ...order, quantity: 3 });
    expect(parseListing({ ...bid, item: {} }, about)).toMatchObject({ ...order, quantity: null });

    const ended = { event: 'listing-delete', payload: { ...listing, ...bid } } as const;
    expect(parseEvent(ended)).toEqual({ kind: 'cancellation', game: 'TF2', orderId: order.orderId });
    expect(parseEvent({ ...ended, payload: { ...ended.payload, item: null } })).toBeNull();
  });

  it('of an unusual item tells its effect, qualities and craft number', () => {
    const item = {
      ...listing.item,
      marketName: 'Strange Unusual Team Captain',
      particle: { name: 'Burning Flames' },
      quality: { name: 'Unusual' },
      elevatedQuality: { name: 'Strange' },
      craftNumber: 42,
    };

    expect(read({ item })).toMatchObject({
      name: 'Strange Unusual Team Captain',
      phase: 'Burning Flames',
      tf2: { quality: 'Unusual', elevatedQuality: 'Strange', craftNumber: 42, crateSeries: null },
    });
    expect(read()).not.toHaveProperty('tf2');
    expect(read({ item: { ...listing.item, craftNumber: 0 } })).not.toHaveProperty('tf2');
  });

  it.each([
    ['Mann Co. Supply Crate', 'Mann Co. Supply Crate Series #85'],
    ['Salvaged Mann Co. Supply Crate', 'Salvaged Mann Co. Supply Crate Series #85'],
    ['Mann Co. Supply Crate Series #85', 'Mann Co. Supply Crate Series #85'],
    ['Mann Co. Supply Crate Key', 'Mann Co. Supply Crate Key'],
  ])('of a %s of a series has the name of that series', (marketName, name) => {
    const item = { ...listing.item, marketName, crateSeries: 85 };

    expect(read({ item })).toMatchObject({ name, tf2: { crateSeries: 85 } });
    expect(read({ intent: 'buy', steamid: '7', item })).toMatchObject({ name });
  });

  it('of a buyer who wants one effect, paint or spell gives nothing', () => {
    const bid = { intent: 'buy', steamid: '7', currencies: { keys: 1 } } as const;
    for (const trait of [{ particle: { name: 'Time Warp' } }, { paint: { id: 1 } }, { spells: ['Exorcism'] }])
      expect(read({ ...bid, item: { ...listing.item, ...trait } })).toBeNull();
    expect(read({ ...bid, item: { ...listing.item, spells: [], strangeParts: [] } })).not.toBeNull();
  });

  it('of a buyer with conditions beyond the name is skipped in a snapshot, and the plain one after it read', () => {
    const bid = (metal: number, attributes?: unknown) => ({
      intent: 'buy',
      steamid: '7',
      currencies: { metal },
      item: { id: '', attributes },
    });
    const plain = bid(3);

    for (const defindex of [134, 142, 1009, '2013'])
      expect(listingsIn({ listings: [bid(9, [{ defindex }]), plain, bid(2)] })).toEqual([plain]);
    expect(listingsIn({ listings: [bid(9, [{ defindex: 2025 }]), plain] })).toHaveLength(1);
    expect(listingsIn({ listings: [bid(9, [null]), plain] })).toHaveLength(1);
  });

  it.each([
    ['The Team Captain', 'Team%20Captain&quality=6'],
    ["Collector's Rocket Launcher", 'Rocket%20Launcher&quality=14'],
    ['Strange Part: Heavies Killed', 'Strange%20Part%3A%20Heavies%20Killed&quality=6'],
    ['Night Terror Scattergun (Field-Tested)', 'Night%20Terror%20Scattergun%20(Field-Tested)&quality=15'],
  ])('named %s has one page, whichever source tells of it', (name, page) => {
    const stated = read({ id: '440_101', item: { ...listing.item, marketName: name } });
    const listed = parseListing(
      { intent: 'sell', steamid: '7', currencies: { keys: 1 }, item: { id: '101' } },
      { ...about, item: name },
    );

    const purchaseLink = `https://backpack.tf/classifieds?item=${page}&tradable=1&craftable=1#440_101`;
    expect([stated, listed]).toMatchObject([{ purchaseLink }, { purchaseLink }]);
  });

  it('of an item that cannot be traded or used in crafting has no name on Steam', () => {
    expect(read({ item: { ...listing.item, craftable: false } })).toBeNull();
    expect(read({ item: { ...listing.item, tradable: false } })).toBeNull();
    expect(read({ item: {} })).toBeNull();
  });
});

describe('a frame of backpack.tf', () => {
  it('holds a list of events or one alone', () => {
    expect(eventsIn([1, 2])).toEqual([1, 2]);
    expect(eventsIn({ event: 'listing-delete' })).toEqual([{ event: 'listing-delete' }]);
  });
});

describe('a snapshot of backpack.tf', () => {
  it('counts the first order of a buyer, and every seller', () => {
    const rows = ['sell 1', 'sell 1', 'buy 1', 'buy 2', 'buy 1'].map((row) => {
      const [intent, steamid] = row.split(' ');
      return { intent, steamid };
    });

    expect(listingsIn({ listings: rows })).toEqual(rows.slice(0, 4));
    expect([listingsIn(null), listingsIn({ listings: {} }), listingsIn([])]).toEqual([[], [], []]);
  });

  it('is not requested for unusual items, whose name here differs from the one there', () => {
    const [snapshot] = backpackTf.sources;
    const requestFor = (item: string) =>
      snapshot?.kind === 'lookup' ? snapshot.request({ game: 'TF2', item, marketplaceItemId: null }) : undefined;

    expect(requestFor('Unusual Polar Pullover')).toBeNull();
    expect(requestFor('The Team Captain')?.query).toEqual({ appid: 440, sku: 'The Team Captain' });
  });
});
