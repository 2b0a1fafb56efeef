import { describe, expect, it } from 'vitest';
import { anyExtras, type Game, type Marketplace, marketplaces } from '../schema/index.ts';
import { Refusal } from './refusal.ts';
import { parseClientMessage } from './subscription-request.ts';

/** The registry, counting how often one of its names is compared. */
function counted() {
  let comparisons = 0;
  const connected = marketplaces.map(
    (marketplace): Marketplace =>
      Object.defineProperty({ ...marketplace }, 'slug', {
        get: () => {
          comparisons += 1;
          return marketplace.slug;
        },
      }),
  );
  return { connected, comparisons: () => comparisons };
}

function refusalOf(message: unknown, connected: readonly Marketplace[]): string {
  try {
    parseClientMessage(JSON.stringify(message), connected);
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
  throw new Error('the message was taken');
}

const many = <T>(length: number, of: (at: number) => T): T[] => Array.from({ length }, (_, at) => of(at));

describe('a message of one client', () => {
  it('applies every filter on offers to a search too, where ignoring one would let everything through', () => {
    const message = parseClientMessage('{"subscribeTo":"all","games":"CS2","channels":"found"}', marketplaces);
    const { filter = {}, liveQueries = [] } = message.kind === 'subscribe' ? message.request : {};
    // What a search has no part of
    const ofChanges = ['games', 'channels', 'events', 'newFloorOnly'];

    expect(Object.keys(liveQueries[0] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(filter).filter((key) => !ofChanges.includes(key))),
    );
  });

  it('subscribes to a search with the parameter names of REST, only together with its channel', () => {
    const subscription = {
      subscribeTo: 'all',
      games: 'CS2',
      query: 'ak',
      stickers: ['B', 'A', 'B'],
      sort: 'newest',
      limit: 7,
    };
    const read = (more: object) => parseClientMessage(JSON.stringify({ ...subscription, ...more }), marketplaces);

    const liveQueries = (more: object) => {
      const message = read(more);
      return message.kind === 'subscribe' ? message.request.liveQueries : [];
    };
    expect(liveQueries({ channels: 'found', belowOthersPercent: 5, maxFloat: 0.07 })).toEqual([
      {
        channel: 'found',
        game: 'CS2',
        marketplaceIds: null,
        items: null,
        traits: null,
        query: 'ak',
        phases: null,
        minPriceUSD: null,
        maxPriceUSD: null,
        minFloat: null,
        maxFloat: 0.07,
        paintSeeds: null,
        stickers: ['A', 'B', 'B'],
        maxStickerWear: null,
        extras: anyExtras,
        maxDaysTradeLocked: null,
        isOfSome: false,
        belowOthersPercent: 5,
        sort: 'newest',
        limit: 7,
      },
    ]);
    const [deals, found] = liveQueries({ channels: ['found', 'deals'] });
    expect([deals, found]).toMatchObject([
      { channel: 'deals', sort: 'profit', limit: 7 },
      { channel: 'found', sort: 'newest', limit: 7 },
    ]);
    expect(refusalOf({ ...subscription, channels: 'found', sort: 'percent' }, marketplaces)).toContain(
      'known are price',
    );
    for (const key of ['stickers', 'maxStickerWear', 'maxDaysTradeLocked', 'belowOthersPercent', 'charm', 'minFade']) {
      const { stickers: _, ...others } = subscription;
      const refusal = refusalOf({ ...others, channels: ['offers', 'best'], [key]: 1 }, marketplaces);
      expect(refusal).toBe(`"${key}" applies only to the channel found; add "found" to "channels"`);
    }
  });

  it('gets a suggestion of the marketplace it means, not of one whose short name only begins the same', () => {
    expect(refusalOf({ subscribeTo: 'uuskinz', games: 'all' }, marketplaces)).toContain('did you mean "UUSkins"?');
    expect(refusalOf({ subscribeTo: 'youp', games: 'all' }, marketplaces)).toContain('did you mean "YouPin"?');
  });

  it('has at most five unknown marketplaces explained, and costs no more than those', () => {
    const { connected, comparisons } = counted();
    const refusal = refusalOf({ subscribeTo: many(200, (at) => `skxm${at}`), games: 'all' }, connected);

    expect(refusal.match(/is not known/g)).toHaveLength(5);
    expect(refusal).toContain('and 195 more');
    expect(refusal.length).toBeLessThan(1_500);
    expect(comparisons()).toBe(5 * marketplaces.length);
  });

  it.each([
    ['names like buf37', { subscribeTo: many(7_500, (at) => `buf${at}`), games: 'all' }],
    ['names like skxm31', { subscribeTo: many(6_000, (at) => `skxm${at}`), games: 'all' }],
    ['zeros', { subscribeTo: many(32_000, () => 0), games: 'all' }],
    ['numbers', { subscribeTo: many(21_000, () => 99), games: 'all' }],
    ['games', { subscribeTo: 'all', games: many(10_000, (at) => `cs${at}`) }],
    ['phases', { subscribeTo: 'all', games: 'all', phases: many(10_000, () => 'Rub') }],
    ['keys', { subscribeTo: 'all', games: 'all', ...Object.fromEntries(many(5_500, (at) => [`skey${at}`, 1])) }],
    ['one long name', { subscribeTo: 'b'.repeat(60_000), games: 'all' }],
    ['one long key', { subscribeTo: 'all', games: 'all', ['m'.repeat(60_000)]: 1, events: 'x' }],
  ])('with thousands of %s is refused in a few lines, without comparing any of them', (_, message) => {
    const { connected, comparisons } = counted();

    expect(refusalOf(message, connected).length).toBeLessThan(1_500);
    expect(comparisons()).toBeLessThanOrEqual(marketplaces.length);
  });

  it.each(['-2', '+2', '.2', '2.', '--2', '2.5', -2])('does not mean marketplace 2 by %s, nor a game', (number) => {
    const refusal = refusalOf({ subscribeTo: [number], games: 'all' }, marketplaces);

    expect(refusal).toContain(`marketplace ${JSON.stringify(number)} is not known`);
    expect(refusalOf({ subscribeTo: 2, games: [`${number}`.replace('2', '730')] }, marketplaces)).toMatch(
      /^game .* is not known/,
    );
  });

  it('is told what a name can be, and gets no suggestion for a number', () => {
    expect(refusalOf({ subscribeTo: [1.5], games: 'all' }, marketplaces)).toBe(
      '"subscribeTo" holds 1.5; give names or whole numbers, such as ["Buff163"] or "all"',
    );
    expect(refusalOf({ subscribeTo: 'all', games: [true] }, marketplaces)).toMatch(/^"games" holds true; give names/);
    for (const number of [55, '1.5'])
      expect(refusalOf({ subscribeTo: number, games: 'all' }, marketplaces)).toMatch(
        /^marketplace \S+ is not known; nothing was changed/,
      );
    expect(refusalOf({ subscribeTo: 'all', games: 731 }, marketplaces)).toMatch(/^game 731 is not known; nothing/);
  });

  it('treats null as missing, whatever the key', () => {
    const subscription = { subscribeTo: 'all', games: 'all' };
    const read = (message: object) => parseClientMessage(JSON.stringify(message), marketplaces);

    expect(read({ ...subscription, id: null, unsubscribe: null })).toEqual(read(subscription));
    expect(read({ type: 'ping', subscribeTo: null, unsubscribe: null })).toEqual({ kind: 'ping' });
    expect(read({ unsubscribe: 7, id: null })).toEqual({ kind: 'unsubscribe', id: '7' });
    expect(refusalOf({ unsubscribe: '' }, marketplaces)).toContain('"unsubscribe" is ""');
  });

  it('names kinds and wear bands of items as REST does, and gets the list of them for others', () => {
    const asked = (traits: object) => ({ subscribeTo: 'all', games: 'CS2', traits });
    const message = parseClientMessage(
      JSON.stringify(asked({ kind: 'Knife', exterior: ['field-tested', 'Factory New'] })),
      marketplaces,
    );

    expect(message).toMatchObject({
      request: { filter: { traits: { kind: ['knife'], exterior: ['factory new', 'field-tested'] } } },
    });
    for (const [name, word, first] of [
      ['kind', 'knives', 'pistol'],
      ['exterior', 'ft', 'Factory New'],
    ])
      expect(refusalOf(asked({ [String(name)]: word }), marketplaces)).toContain(
        `"traits.${name}" is "${word}"; give one of ${first}, `,
      );
  });

  it('can have unknown keys, as long as they do not resemble known ones', () => {
    const subscription = { subscribeTo: 'all', games: 'all' };
    const read = (more: object) => parseClientMessage(JSON.stringify({ ...subscription, ...more }), marketplaces);

    for (const key of ['idempotencyKey', 'identity', 'uid', 'idx', 'min', 'type', 'constructor']) {
      expect(read({ [key]: 'x' }), key).toEqual(read({}));
    }
    for (const [key, suggestion] of [
      ['minPrice', 'minPriceUSD'],
      ['phase', 'phases'],
      ['newFloor', 'newFloorOnly'],
      ['heartbeat', 'heartbeatSeconds'],
      ['paintSeedz', 'paintSeeds'],
      ['MAXFLOAT', 'maxFloat'],
    ] as const) {
      expect(refusalOf({ ...subscription, [key]: 1 }, marketplaces)).toBe(
        `the key "${key}" is not known; did you mean "${suggestion}"?`,
      );
    }
  });

  it('can name as many marketplaces as a list may hold, and not one more', () => {
    const holding = (length: number) => ({ subscribeTo: many(length, () => 'Buff163'), games: 'all' });

    expect(parseClientMessage(JSON.stringify(holding(200)), marketplaces).kind).toBe('subscribe');
    expect(refusalOf(holding(201), marketplaces)).toBe('"subscribeTo" holds 201 names; at most 200 are allowed');
  });
});

describe('a subscription in a service that does not read every game', () => {
  const gamesOf: Readonly<Record<number, readonly Game[]>> = { 1: ['CS2', 'Dota2'], 2: ['CS2'], 3: ['Dota2'] };
  const connected = marketplaces.filter(({ id }) => id in gamesOf);
  const read = (subscribeTo: unknown, wanted: unknown, more: object = {}) => {
    const message = JSON.stringify({ subscribeTo, games: wanted, ...more });
    try {
      return parseClientMessage(message, connected, undefined, (id, game) => gamesOf[id]?.includes(game) === true).kind;
    } catch (thrown) {
      return (thrown as Refusal).message;
    }
  };

  it('is refused when it names a marketplace of which nothing would ever come, and when nothing would come at all', () => {
    expect(read('SkinPort', 'CS2')).toBe('SkinPort is read here for Dota2, not for CS2; nothing was changed');
    expect(read(['Buff163', 3], [730])).toContain('SkinPort is read here for Dota2, not for CS2');
    expect(read('all', ['TF2', 'Rust'])).toBe('no marketplace is read here for Rust, TF2; nothing was changed');
  });

  it('can name marketplaces that have only some of its games, games that only some of them have, and all of either', () => {
    for (const [subscribeTo, wanted] of [
      [
        ['Buff163', 'CSFloat', 'SkinPort'],
        ['CS2', 'Dota2'],
      ],
      ['CSFloat', ['CS2', 'Dota2', 'Rust', 'TF2']],
      ['all', 'CS2'],
      ['SkinPort', 'all'],
      ['SkinPort', ['all', 'Rust']],
      [-1, -1],
    ])
      expect(read(subscribeTo, wanted)).toBe('subscribe');
  });

  it('can replay what was read under other settings', () => {
    expect(read('SkinPort', 'CS2', { replay: { from: '2026-01-31T12:00:00Z' } })).toBe('subscribe');
  });
});

describe('a subscription to best, deals or found', () => {
  const standingOf = (more: object) => {
    const message = parseClientMessage(JSON.stringify({ subscribeTo: 'all', games: ['CS2'], ...more }), marketplaces);
    return message.kind === 'subscribe' ? message.request.liveQueries : null;
  };

  it('has its fields read only with their channel; plain v2 messages can hold anything there', () => {
    expect(standingOf({ limit: 'all', sort: 'newest', query: 7 })).toEqual([]);
    expect(refusalOf({ subscribeTo: 'all', games: 'all', channels: 'deals', sort: 'newest' }, marketplaces)).toMatch(
      /^"sort" holds "newest"/,
    );
    expect(refusalOf({ subscribeTo: 'all', games: 'all', channels: 'deals', minProfitt: 3 }, marketplaces)).toContain(
      'did you mean "minProfit"?',
    );
  });

  it('is refused for fields of other channels when it goes beyond plain v2', () => {
    const refused = (more: object) =>
      refusalOf({ subscribeTo: 'all', games: 'all', sequence: true, ...more }, marketplaces);

    const ofBestAndFound = '"query" applies only to the channels best and found';
    expect(refused({ query: 'redline' })).toBe(`${ofBestAndFound}; add "best" or "found" to "channels"`);
    expect(refused({ query: 'redline', channels: 'deals' })).toContain(ofBestAndFound);
    expect(refused({ minProfit: 3, channels: ['offers', 'best'] })).toBe(
      '"minProfit" applies only to the channel deals; add "deals" to "channels"',
    );
    expect(refused({ limit: 5 })).toBe(
      '"limit" applies only to the channels deals and found; add "deals" or "found" to "channels"',
    );
    expect(refused({ limit: 501, channels: 'deals' })).toBe('"limit" is 501; give a number from 0 to 500');
    expect(refused({ maxFloat: 2 })).toBe('"maxFloat" is 2; give a number from 0 to 1');
    expect(refused({ minProfit: -1, channels: 'deals' })).toBe('"minProfit" is -1; give a number from 0');
    expect(refused({ maxPrice: 3 })).toContain('did you mean "maxPriceUSD"?');
    expect(standingOf({ sequence: true, channels: ['offers', 'found'], query: 'redline', limit: 5 })).toHaveLength(1);
  });

  it('is one standing subscription per game, over all marketplaces unless some are named', () => {
    const beside = { marketplaceIds: null, items: null, traits: null, phases: null, payout: 'money' };
    expect(standingOf({ channels: ['best', 'offers'], query: 'redline', games: ['CS2', 'Rust'] })).toEqual([
      { channel: 'best', game: 'CS2', ...beside, query: 'redline' },
      { channel: 'best', game: 'Rust', ...beside, query: 'redline' },
    ]);
    const [deals] =
      standingOf({ channels: 'deals', subscribeTo: ['Buff163', 'CSFloat'], to: 'SkinPort', limit: 7 }) ?? [];
    const idOf = (name: string) => marketplaces.find((one) => one.name === name)?.id;
    expect(deals).toMatchObject({ to: [idOf('SkinPort')], limit: 7, ways: ['bid', 'list'], minProfit: 0 });
    const waysOf = (way: string) => standingOf({ channels: 'deals', way })?.[0];
    expect(waysOf('any')).toMatchObject({ ways: ['bid', 'list'] });
    expect(waysOf('list')).toMatchObject({ ways: ['list'] });
    expect(deals).toHaveProperty('from', expect.arrayContaining([idOf('Buff163'), idOf('CSFloat')]));
  });
  it('is of fifty deals or a hundred offers unless it says how many, and of at least one', () => {
    const limitsOf = (more: object) => standingOf({ channels: ['deals', 'found'], ...more });
    expect(limitsOf({})).toMatchObject([{ limit: 50 }, { limit: 100 }]);
    expect(limitsOf({ limit: 0 })).toMatchObject([{ limit: 1 }, { limit: 1 }]);
    expect(limitsOf({ limit: 2.7 })).toMatchObject([{ limit: 2 }, { limit: 2 }]);
  });

  it.each([
    ['deals', 'maxAgeSeconds', 31_536_000],
    ['found', 'maxStickerWear', 1],
    ['found', 'maxDaysTradeLocked', 36_500],
    ['found', 'belowOthersPercent', 100],
  ])('to %s can have a %s of up to %s', (channels, key, max) => {
    expect(standingOf({ channels, [key]: max })).toMatchObject([{ [key]: max }]);
    expect(refusalOf({ subscribeTo: 'all', games: 'all', channels, [key]: max + 1 }, marketplaces)).toBe(
      `"${key}" is ${max + 1}; give a number from 0 to ${max}`,
    );
  });
});
