import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { manncoStore } from './index.ts';
import { eventsIn, known, listedRows, parseDetails, parseListed, parsePriced } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: null, at };

const requestFor = (name: string, item: string, marketplaceItemId: string | null) => {
  const source = manncoStore.sources.find((one) => one.name === name);
  return source?.kind === 'lookup' ? source.request({ game: 'TF2', item, marketplaceItemId }) : undefined;
};

describe('what is known of an item on Mannco.store', () => {
  it.each([
    ['CS2', 'Souvenir M4A1-S | Imminent Danger (Field-Tested)', '730-souvenir-m4a1-s-imminent-danger-field-tested'],
    ['TF2', 'Mann Co. Supply Crate Key', '440-mann-co-supply-crate-key'],
  ] as const)('is its page, made from a plain name of %s', (game, name, page) => {
    expect(known(game, name, null)).toEqual({ number: null, page });
  });

  it.each([
    '★ Karambit | Fade (Factory New)',
    'StatTrak™ P250 | Cassette (Well-Worn)',
    "'Blueberries' Buckshot | NSWC SEAL",
  ])('is nothing where a name has signs whose place in an address nobody has seen: %s', (name) => {
    expect(known('CS2', name, null).page).toBeNull();
    expect(requestFor('offers', name, null)).toBeNull();
  });

  it('comes from the list, with the number once a listing has shown it', () => {
    expect(known('CS2', 'Kilowatt Case', '730-kilowatt-case-2')).toEqual({ number: null, page: '730-kilowatt-case-2' });
    expect(known('CS2', null, '3004:730-kilowatt-case')).toEqual({ number: '3004', page: '730-kilowatt-case' });
  });

  it('decides what can be requested: the page slug is enough for listings until the number is known, sales need the number', () => {
    const word = '440-tour-of-duty-ticket';

    expect(requestFor('offers', 'Tour of Duty Ticket', null)?.url).toBe(
      `https://api.mannco.store/item/listing/${word}`,
    );
    expect(requestFor('offers', 'Tour of Duty Ticket', `77:${word}`)?.url).toBe(
      'https://api.mannco.store/item/listing/77',
    );
    expect(requestFor('last-sale', 'Tour of Duty Ticket', word)).toBeNull();
    expect(requestFor('history', 'Tour of Duty Ticket', `77:${word}`)?.url).toBe(
      'https://api.mannco.store/item/salesGraph/77',
    );
  });
});

describe('listings on Mannco.store', () => {
  const row = (id: number, state: number) => ({ id, item_id: 3004, price: 31, state });
  const read = (content: unknown) =>
    listedRows({ content }).flatMap((listed) => parseListed(listed as Parameters<typeof parseListed>[0], about));

  it('give the price and number of the item with the first that is for sale', () => {
    expect(read([row(1, 3), row(2, 1), row(3, 1)])).toMatchObject([
      { kind: 'offer', offerId: '2' },
      { kind: 'quote', marketplaceItemId: '3004:730-kilowatt-case' },
      { kind: 'offer', offerId: '3' },
    ]);
  });

  it('come as a list, or as values next to a count', () => {
    expect(read({ count: 40, values: [row(2, 1)] })).toEqual(read([row(2, 1)]));
  });
});

describe('prices on Mannco.store', () => {
  const row = { name: 'Tour of Duty Ticket', url: '440-tour-of-duty-ticket', assetcount: 2, price: 85 };

  it.each([0, '0'])('are not those of the same item that cannot be used in crafting (%j)', (craftable) => {
    expect(parsePriced({ ...row, craftable } as typeof row, { ...about, game: 'TF2' })).toBeNull();
  });

  it.each([1, '1', '', null, undefined])('are of an item whose flag is %j', (craftable) => {
    expect(parsePriced({ ...row, craftable } as typeof row, about)).toMatchObject({ lowest: { amount: 850 } });
  });
});

describe('details on Mannco.store', () => {
  const details = { name: 'Exalted Arms', game: 570, rarity: 'Mythical', hero: null };
  const asked: About = { ...about, game: 'Dota2', item: 'Another Item' };

  it('are those of the item that they name, in the game that was asked about', () => {
    expect(parseDetails(details, asked)).toMatchObject({ kind: 'item', name: 'Exalted Arms' });
    expect(parseDetails({ ...details, game: 440 }, asked)).toBeNull();
  });

  it('are nothing without a rarity and a hero', () => {
    expect(parseDetails({ ...details, rarity: ';', hero: '' }, asked)).toBeNull();
  });

  it('can be requested by the number as by the page', () => {
    const address = 'https://api.mannco.store/item/details';
    expect(requestFor('details', 'Exalted Arms', '77:570-exalted-arms')?.url).toBe(`${address}/77`);
    expect(requestFor('details', 'Exalted Arms', '570-exalted-arms')?.url).toBe(`${address}/570-exalted-arms`);
  });
});

describe('the key of Mannco.store', () => {
  it('is exchanged for a token, without which no call is answered, and sent in no other request', () => {
    const carry = manncoStore.credentials.find(({ env }) => env === 'MANNCO_STORE_KEY')?.carry;

    expect(carry?.in === 'token' ? carry.exchange('abc') : null).toEqual({
      method: 'POST',
      url: 'https://api.mannco.store/user/login',
      body: { apiKey: 'abc' },
    });
    for (const source of manncoStore.sources)
      if (source.kind !== 'feed') expect(source.credential, source.name).toBe('MANNCO_STORE_KEY');
  });
});

describe('the feed of Mannco.store', () => {
  it('is read without new listings, whose items it does not name', () => {
    expect(eventsIn({ event: 'listing_added', data: { id: 1, itemId: 2, price: 3 } })).toEqual([]);
    expect(eventsIn({ event: 'listing_removed', data: { id: 1 } })).toHaveLength(4);
    expect(() => eventsIn(['listing_removed'])).toThrow('names no event');
  });
});
