import { describe, expect, it } from 'vitest';
import { backpackTf } from './index.ts';
import { eventsIn, parseEvent } from './parse.ts';
import type { Event } from './wire.ts';

type Listing = Extract<Event, { event: 'listing-update' }>['payload'];

const listing: Listing = {
  id: '440_15000000001',
  intent: 'sell',
  currencies: { usd: 12.5 },
  item: { marketName: 'The Team Captain', tradable: true, craftable: true },
};
const read = (changes: Partial<Listing> = {}) =>
  parseEvent({ event: 'listing-update', payload: { ...listing, ...changes } });

describe('a listing on backpack.tf', () => {
  it('in keys or metal has no price that is known here, not even beside dollars', () => {
    expect(read()).toMatchObject({ kind: 'offer', price: { amount: 12_500, currency: 'USD' } });
    expect(read({ currencies: { keys: 3, metal: 12.33 } })).toBeNull();
    expect(read({ currencies: { usd: 1, keys: 3 } })).toBeNull();
    expect(read({ currencies: null })).toBeNull();
  });

  it('of the buying side is no offer, and its end ends none', () => {
    expect(read({ intent: 'buy' })).toBeNull();
    expect(parseEvent({ event: 'listing-delete', payload: { id: listing.id, intent: 'buy' } })).toBeNull();
    expect(parseEvent({ event: 'listing-delete', payload: { id: listing.id, intent: 'sell' } })).toMatchObject({
      kind: 'withdrawal',
    });
  });

  it('of what cannot be traded or crafted with has no name on Steam', () => {
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
  it('is not asked for unusual items, whose name here is not the one there', () => {
    const [snapshot] = backpackTf.sources;
    const asked = (item: string) =>
      snapshot?.kind === 'lookup' ? snapshot.request({ game: 'TF2', item, marketplaceItemId: null }) : undefined;

    expect(asked('Unusual Polar Pullover')).toBeNull();
    expect(asked('The Team Captain')?.query).toEqual({ appid: 440, sku: 'The Team Captain' });
  });
});
