import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { bitskins } from './index.ts';
import { parseEvent, parseFound, parseSold } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: '4101', at };
const found = { id: '1', skin_id: 4101, name: 'Kilowatt Case', price: 310 };
const day = 86_400_000;

const source = (name: string) => {
  const one = bitskins.sources.find((candidate) => candidate.name === name);
  if (one === undefined) throw new Error(`no source ${name}`);
  return one;
};

describe('an item on BitSkins', () => {
  it('costs thousandths of a dollar', () => {
    expect(parseFound(found, about)?.price).toEqual({ amount: 310, currency: 'USD' });
  });

  it('is held for days from the day of the answer', () => {
    const heldFor = (tradehold: number | null, received = at) =>
      parseFound({ ...found, tradehold }, { ...about, at: received })?.tradableAt;

    expect(heldFor(0)).toBe(0);
    const midnight = Math.floor(at / day) * day;
    for (const later of [0, 40 * 60_000, day / 3]) expect(heldFor(3, midnight + later)).toBe(midnight + 3 * day);
    expect(heldFor(null)).toBeNull();
  });
});

describe('a sale on BitSkins', () => {
  it('is read under its misspelt names too', () => {
    const row = { key: 'k', price: 310 };
    const plain = parseSold({ ...row, created_at: '2026-01-14T19:05:41.000Z', float_value: 0.5 }, about);

    expect(plain).toMatchObject({ soldAt: Date.UTC(2026, 0, 14, 19, 5, 41), float: 0.5 });
    expect(parseSold({ ...row, created_ad: '2026-01-14T19:05:41.000Z', fload_value: 0.5 }, about)).toEqual(plain);
  });
});

describe('the feed of BitSkins', () => {
  it('joins its channels once the key has been echoed', () => {
    const events = source('events');
    const joining = { games: bitskins.games, answer: null, secret: 'key' };
    if (events.kind !== 'feed') throw new Error('no feed');

    expect(events.join(joining)).toEqual([['WS_AUTH_APIKEY', 'key']]);
    expect(events.reply?.(['WS_AUTH_APIKEY', 'key'], joining)).toContainEqual(['WS_SUB', 'listed']);
    expect(events.reply?.(['WS_SUB', 'listed'], joining)).toEqual([]);
  });

  it('gives only the new price of an offer, whether or not the message names the item', () => {
    const changed = { action: 'price_changed' as const, id: '1', app_id: 730, price: 300 };

    const repricing = { kind: 'repricing', game: 'CS2', offerId: '1', price: { amount: 300, currency: 'USD' } };
    expect(parseEvent(changed, about)).toEqual(repricing);
    expect(parseEvent({ ...changed, name: 'Kilowatt Case' } as typeof changed, about)).toEqual(repricing);
  });
});

describe('a request to BitSkins about a name', () => {
  it('contains its id, without which it cannot be made', () => {
    const sales = source('sales');
    const requestFor = (marketplaceItemId: string | null) =>
      sales.kind === 'lookup' ? sales.request({ game: 'TF2', item: 'Kilowatt Case', marketplaceItemId }) : undefined;

    expect(requestFor('4101')?.body).toEqual({ app_id: 440, skin_id: 4101, limit: 100 });
    expect(requestFor(null)).toBeNull();
  });
});
