import { describe, expect, it } from 'vitest';
import type { About, Bulk } from '../../contract/connector.ts';
import { waxpeer } from './index.ts';
import { eventsIn, listingsIn, parseEvent, parseListed, parsePriced } from './parse.ts';
import type { Event } from './wire.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: Date.UTC(2026, 0, 15, 12) };

const source = (name: string) => {
  const found = waxpeer.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

describe('a price on Waxpeer', () => {
  it.each([
    ['CS2', 'https://waxpeer.com/en/market?search=Tempered%20AK47'],
    ['Rust', 'https://waxpeer.com/rust?search=Tempered%20AK47'],
    ['Dota2', null],
    ['TF2', null],
  ] as const)('links to a search for its name where the page of the game is known: %s', (game, purchaseLink) => {
    const row = { name: 'Tempered AK47', count: 1, min: 310 };

    expect(parsePriced(row, { ...about, game })).toMatchObject({ purchaseLink });
  });
});

describe('the best orders on Waxpeer', () => {
  it('are as old as the list says', () => {
    const { madeAt } = source('best-orders') as Bulk<unknown>;

    expect(madeAt?.({ success: true, timestamp: 1768478385, offers: [] }, () => undefined)).toBe(1_768_478_385_000);
    expect(madeAt?.({ success: true, offers: [] }, () => undefined)).toBeNull();
    expect(madeAt?.(null, () => undefined)).toBeNull();
  });
});

describe('an item on Waxpeer', () => {
  it('costs thousandths of a dollar and has its own page', () => {
    const row = { name: "StatTrak™ Glock-18 | Gamma Doppler (Factory New) 'x'", item_id: '401', price: 310 };

    expect(parseListed(row, about)).toMatchObject({
      price: { amount: 310, currency: 'USD' },
      purchaseLink: 'https://waxpeer.com/stattrak-glock-18-gamma-doppler-factory-new-x/item/401',
    });
  });

  it('has an owner only with the Steam id of the feed, since other lists have a different id', () => {
    const row = { name: 'n', item_id: '1', price: 5, by: '1247ffd5-0000-4000-8000-000000000001' };

    expect(parseListed(row, about)?.ownerId).toBeNull();
    expect(
      parseEvent({ ...row, event: 'new', game: 'csgo', steam_id: '76561190000000031' } as Event, about),
    ).toMatchObject({ ownerId: '76561190000000031' });
  });

  it('keeps an id beyond 2^53 digit by digit', () => {
    const row = { name: 'Tempered AK47', item_id: '7340214498105637413', price: 310 };

    expect(parseListed(row, { ...about, game: 'Rust' })?.offerId).toBe('7340214498105637413');
  });
});

describe('listings of several names', () => {
  it('have the requested name, whether they come in one array or in several', () => {
    const data = { A: { listings: [[{ item_id: '1' }], [{ item_id: '2' }]] }, B: { listings: [{ item_id: '3' }] } };

    expect(listingsIn({ data })).toEqual([
      { item_id: '1', name: 'A' },
      { item_id: '2', name: 'A' },
      { item_id: '3', name: 'B' },
    ]);
  });

  it('are requested for at most fifty names', () => {
    const offers = source('offers');
    if (offers.kind !== 'lookup') throw new Error('no lookup');
    const items = [
      { item: 'A', marketplaceItemId: null },
      { item: 'B', marketplaceItemId: null },
    ];

    expect(offers.together?.max).toBe(50);
    expect(offers.together?.request({ game: 'Rust', items })).toMatchObject({
      query: { game: 'rust' },
      body: { name: ['A', 'B'], sell: 1 },
    });
  });
});

describe('the list of Dopplers', () => {
  it('does not cover other offers: what it omits is not gone', () => {
    expect(source('dopplers')).toMatchObject({ kind: 'walk', covers: 'newest' });
  });
});

describe('the feed of Waxpeer', () => {
  const event = (more: object) =>
    parseEvent({ event: 'new', game: 'csgo', item_id: '1', name: 'n', price: 5, ...more } as Event, about);

  it('gives a locked item its time; without one an item can be traded now', () => {
    expect(event({})).toMatchObject({ tradableAt: 0 });
    expect(event({ unlock_at: '2026-01-20T08:00:00Z' })).toMatchObject({ tradableAt: Date.UTC(2026, 0, 20, 8) });
    expect(event({ unlock_at: 'soon' })).toMatchObject({ tradableAt: null });
  });

  it('gives an item the same page as the lists, whose names lack the variant', () => {
    const listed = parseListed({ name: '★ Bayonet | Doppler (Factory New)', item_id: '1', price: 5 }, about);

    expect(event({ name: '★ Bayonet | Doppler Phase 2 (Factory New)', phase: 'Phase 2' })).toMatchObject({
      purchaseLink: listed?.purchaseLink,
    });
  });

  it('is subscribed to with both events that are in use', () => {
    const items = source('items');
    if (items.kind !== 'feed') throw new Error('no feed');

    expect(items.join({ games: ['CS2', 'Rust'], answer: null, secret: null })).toEqual([
      ['subscribe', { name: 'csgo' }],
      ['sub', { name: 'csgo' }],
      ['subscribe', { name: 'rust' }],
      ['sub', { name: 'rust' }],
    ]);
  });

  it('has messages that name an event and its item', () => {
    expect(eventsIn(['handshake', { id: 'x' }])).toEqual([]);
    expect(() => eventsIn({ event: 'new' })).toThrow('names no event');
    expect(() => eventsIn(['new'])).toThrow('has no item');
  });
});
