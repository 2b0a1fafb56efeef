import { describe, expect, it } from 'vitest';
import type { StreamMessage } from '#client';
import { type RowOptions, rowHead, rowOf } from './row.ts';

const plain: RowOptions = {
  columns: 140,
  isColoured: false,
  hasLinks: false,
  hasOthers: false,
  timeOf: () => '12:34:56',
};

const numbers = { epoch: 'e', sequence: 1, id: '1' } as const;
const position = {
  ...numbers,
  marketplace: 'Buff163',
  game: 'CS2',
  timestamp: 1_790_000_000_000,
  phase: null,
} as const;
const name = 'AK-47 | Redline (Field-Tested)';
const prices = { priceUSD: 31.5, priceEUR: null, priceCNY: null, priceRUB: null };
const otherLooks = { paintIndex: null, paintSeed: null, stickers: null };

const side = {
  marketplace: 'Buff163',
  price: 28.25,
  afterFees: null,
  count: 3,
  seenAt: 1_790_000_000,
  link: 'https://example.test/buff',
};
const bestData = {
  name,
  itemPhase: null,
  unusualEffect: null,
  ask: side,
  bid: { ...side, marketplace: 'CSFloat', price: 28.3, payout: 'money' as const },
  askAfterFees: null,
  bidAfterFees: null,
  variantAsks: null,
  variantBids: null,
  spread: -0.05,
  spreadPercent: -0.18,
  locked: false,
  crossed: true,
  offerCount: 3,
  asking: 1,
  buyOrderCount: 3,
  bidding: 1,
};
const dealData = {
  name,
  itemPhase: null,
  unusualEffect: null,
  buy: { ...side, holdDays: 7, flags: ['thin' as const] },
  sell: {
    ...side,
    marketplace: 'CSFloat',
    price: 31.5,
    link: 'https://example.test/float',
    payout: 'money' as const,
    way: 'list' as const,
    holdDays: 8,
    flags: ['stale' as const],
  },
  profit: 2.62,
  holdDays: 15,
  profitPercent: 9.27,
  liquidity: 74,
};

const foundData = {
  name,
  itemPhase: 'Ruby' as const,
  unusualEffect: null,
  quality: null,
  elevatedQuality: null,
  craftNumber: null,
  crateSeries: null,
  marketplace: 'Buff163',
  price: 28.25,
  othersAsk: 33,
  belowOthersPercent: 14.39,
  usualAsk: null,
  float: 0.23412,
  paintIndex: 282,
  paintSeed: 611,
  stickers: null,
  charms: null,
  nameTag: null,
  statTrakCount: null,
  patches: null,
  fade: null,
  stickersAsk: null,
  daysTradeLocked: 0,
  purchaseLink: 'https://example.test/o/1',
  inspectLink: null,
  foundAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  seenAt: 1_790_000_000,
};

const offer = (more: object = {}, data: object = {}): StreamMessage =>
  ({
    type: 'offer',
    eventType: 'Added',
    ...position,
    ...more,
    data: {
      name,
      purchaseLink: 'https://example.test/o/1',
      ...prices,
      daysTradeLocked: 7,
      foundAt: 1_790_000_000,
      inspectLink: null,
      float: 0.23412,
      paintIndex: 282,
      paintSeed: 611,
      stickers: null,
      ...data,
    },
  }) as StreamMessage;

const cases: readonly (readonly [string, StreamMessage, string])[] = [
  [
    'an offer',
    offer(),
    '12:34:56  Added         31.50  Buff163        CS2    AK-47 | Redline (Field-Tested) · float 0.2341 · seed 611 · locked 7 d',
  ],
  [
    'an offer that is gone',
    offer({ eventType: 'Removed', reason: 'sold', game: 'TF2' }, { float: undefined, paintSeed: undefined }),
    '12:34:56  Removed       31.50  Buff163        TF2    AK-47 | Redline (Field-Tested) · sold · locked 7 d',
  ],
  [
    'an offer of a snapshot, with a variant and nothing else known',
    offer({ snapshot: true, phase: 'Ruby' }, { float: null, paintSeed: null, daysTradeLocked: 0, priceUSD: 0.005 }),
    '12:34:56  On sale       0.005  Buff163        CS2    AK-47 | Redline (Field-Tested) [Ruby]',
  ],
  [
    'a sale without a price in dollars',
    {
      type: 'sale',
      ...position,
      data: { name, ...prices, priceUSD: null, soldAt: 1_790_000_000, float: 0.5, ...otherLooks },
    },
    '12:34:56  Sale              -  Buff163        CS2    AK-47 | Redline (Field-Tested) · float 0.5000',
  ],
  [
    'a buy order',
    {
      type: 'buyOrder',
      eventType: 'Updated',
      ...position,
      data: { name, orderId: '1', quantity: 3, ...prices, itemPhase: 'Ruby', updatedAt: 1_790_000_000 },
    },
    '12:34:56  Order ~       31.50  Buff163        CS2    AK-47 | Redline (Field-Tested) [Ruby] · 3 wanted',
  ],
  [
    'a lowest price',
    { type: 'price', ...position, data: { name, itemPhase: null, ...prices, offerCount: 1 } },
    '12:34:56  Lowest        31.50  Buff163        CS2    AK-47 | Redline (Field-Tested) · 1 offer',
  ],
  [
    'a lowest price of one effect',
    {
      type: 'price',
      ...position,
      game: 'TF2',
      data: { name, itemPhase: null, unusualEffect: 'Sunbeams', ...prices, offerCount: 1 },
    },
    '12:34:56  Lowest        31.50  Buff163        TF2    AK-47 | Redline (Field-Tested) [Sunbeams] · 1 offer',
  ],
  [
    'the best prices of an item',
    { type: 'best', id: 'CS2:x', game: 'CS2', timestamp: position.timestamp, data: bestData },
    '12:34:56  Best          28.25  Buff163        CS2    AK-47 | Redline (Field-Tested) · bid 28.30 on CSFloat · crossed',
  ],
  [
    'a deal',
    { type: 'deal', eventType: 'Removed', id: 'CS2:x', game: 'CS2', timestamp: position.timestamp, data: dealData },
    '12:34:56  Deal -        28.25  Buff163        CS2    AK-47 | Redline (Field-Tested) · list at 31.50 on CSFloat · +2.62 (9.27 %) · thin, sta…',
  ],
  [
    'a deal that does not end in money',
    {
      type: 'deal',
      eventType: 'Added',
      id: 'CS2:x',
      game: 'CS2',
      timestamp: position.timestamp,
      data: { ...dealData, sell: { ...dealData.sell, marketplace: 'SteamMarket', payout: 'steamBalance' } },
    },
    '12:34:56  Deal +        28.25  Buff163        CS2    AK-47 | Redline (Field-Tested) · list at 31.50 on SteamMarket (Steam balance) · +2.62 …',
  ],
  [
    'the bids of an item with variants',
    {
      type: 'best',
      id: 'CS2:x',
      game: 'CS2',
      timestamp: position.timestamp,
      data: { ...bestData, bid: null, crossed: false, variantBids: { lowest: 20, highest: 950 } },
    },
    '12:34:56  Best          28.25  Buff163        CS2    AK-47 | Redline (Field-Tested) · bids 20.00 to 950.00 by variant',
  ],
  [
    'an offer of a search',
    { type: 'found', eventType: 'Added', id: '1:CS2:1', game: 'CS2', timestamp: position.timestamp, data: foundData },
    '12:34:56  Found +       28.25  Buff163        CS2    AK-47 | Redline (Field-Tested) [Ruby] · float 0.2341 · seed 611',
  ],
  [
    'the health of a source',
    {
      type: 'source',
      ...position,
      data: { source: 'items', state: 'refused', detail: 'status 403', lastReadAt: null },
    },
    '12:34:56  Source            -  Buff163        CS2    items · refused · status 403',
  ],
  [
    'a gap',
    { type: 'gap', ...position, data: { source: 'items', from: 1_789_999_100, to: 1_790_000_000, reason: 'failed' } },
    '12:34:56  Gap               -  Buff163        CS2    items · failed · 900 s',
  ],
  [
    'the end of a reading',
    { type: 'batch', ...position, data: { source: 'items', first: 7, last: 12 } },
    '12:34:56  Read              -  Buff163        CS2    items · published 7 to 12',
  ],
  [
    'the end of a reading that brought nothing',
    { type: 'batch', ...position, data: { source: 'items', first: null, last: null } },
    '12:34:56  Read              -  Buff163        CS2    items · nothing new',
  ],
];

describe('a row of the tape', () => {
  it.each(cases)('says %s under the head of its columns', (_, message, row) => {
    expect(rowOf(message, plain)).toBe(row);
    const head = rowHead(plain);
    expect([head.indexOf('marketplace'), head.indexOf('item')]).toEqual([31, 53]);
    expect(row.slice(31).startsWith('Buff163')).toBe(true);
    expect(row.slice(53)).toMatch(/^(AK-47|items)/);
  });

  it('has a column that compares found offers with other marketplaces', () => {
    const options = { ...plain, hasOthers: true };
    const against = (belowOthersPercent: number | null) => {
      const found = {
        type: 'found',
        eventType: 'Added',
        id: '1:CS2:1',
        game: 'CS2',
        timestamp: position.timestamp,
      } as const;
      return rowOf({ ...found, data: { ...foundData, belowOthersPercent } }, options)?.slice(31, 40);
    };

    expect(rowHead(options)).toBe('time      what            USD     others  marketplace    game   item');
    expect([14.39, -3.2, 0, null].map(against)).toEqual([' -14.39 %', '  +3.20 %', '   0.00 %', '        –']);
    expect(rowOf(offer(), options)?.slice(31, 49)).toBe('           Buff163');
  });

  it('is empty for messages about the stream itself', () => {
    expect(rowOf({ type: 'heartbeat', timestamp: 1, count: 0, epoch: 'e', sequence: 1 }, plain)).toBeNull();
    expect(
      rowOf({ type: 'subscribed', marketplaces: [], games: [], newFloorOnly: false, epoch: 'e', sequence: 1 }, plain),
    ).toBeNull();
  });

  it('fits into the terminal, wide characters included', () => {
    const row = rowOf(offer({}, { name: 'M4A4 | 龍王 (Field-Tested)' }), { ...plain, columns: 76 }) ?? '';
    expect(row.slice(53)).toBe('M4A4 | 龍王 (Field-Tes…');
    expect(rowOf(offer(), { ...plain, columns: 10 })?.slice(53)).toBe('AK-47 | Redline (Fi…');
    expect(rowOf(offer(), { ...plain, columns: 500 })).toMatch(/locked 7 d$/);
  });

  it('has the same letters with colours as without', () => {
    for (const [, message] of cases) {
      const coloured = rowOf(message, { ...plain, isColoured: true }) ?? '';
      expect(coloured).toContain('\u001b[');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
      expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(rowOf(message, plain));
    }
  });

  it('never passes on control characters', () => {
    const row = rowOf(offer({}, { name: 'AK\u001b[2J\u0007\r\n\u009b31m\u202eevil', purchaseLink: 'a\u001b]8;;b' }), {
      ...plain,
      hasLinks: true,
    });
    expect(row).toMatch(/AK \[2J {4}31mevil.*\n {10}a \]8;;b$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
    expect(row?.replace('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it('shows the purchase link on request', () => {
    expect(rowOf(offer(), { ...plain, hasLinks: true })?.split('\n')[1]).toBe('          https://example.test/o/1');
    const deal = { type: 'deal', eventType: 'Added', id: 'CS2:x', game: 'CS2', timestamp: 1, data: dealData } as const;
    expect(
      rowOf(deal, { ...plain, hasLinks: true })
        ?.split('\n')
        .slice(1),
    ).toEqual(['          https://example.test/buff', '          https://example.test/float']);
  });
});
