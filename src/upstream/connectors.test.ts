import { describe, expect, it } from 'vitest';
import type { Lookup, Walk } from '../contract/connector.ts';
import { declarationFaults, requestFaults } from '../contract/suite/declaration-faults.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import { upstreamConnectors } from './connectors.ts';
import { createLineage } from './lineage.ts';
import { parseItem, parseMessage } from './parse.ts';
import type { Message } from './wire.ts';

const make = (requestsPerMinute = 60, url = 'https://tape.example/base/') =>
  upstreamConnectors({
    url,
    marketplaces: ['skinport', 'csfloat'].map(marketplaceWithSlug),
    gamesOf: ({ slug }) => (slug === 'csfloat' ? ['CS2'] : ['CS2', 'Rust']),
    requestsPerMinute,
    lineage: createLineage('a'),
  });

const at = Date.UTC(2026, 0, 15, 12);
const about = { game: 'CS2', item: null, marketplaceItemId: null, at } as const;

describe('connectors of another service', () => {
  it('are valid declarations', () => {
    for (const connector of make()) {
      expect(declarationFaults(connector, connector.slug)).toEqual([]);
      for (const source of connector.sources)
        expect(requestFaults(connector, source, { item: 'a & b', marketplaceItemId: 'known' })).toEqual([]);
    }
  });

  it.each([1, 7, 60, 999])('share out %i requests a minute and ask for no more', (requestsPerMinute) => {
    const perMinute = make(requestsPerMinute)
      .flatMap(({ budgets }) => Object.entries(budgets).filter(([name]) => name !== 'stream'))
      .reduce((sum, [, { requests, perSeconds }]) => sum + (requests / perSeconds) * 60, 0);
    expect(perMinute).toBeLessThanOrEqual(requestsPerMinute);
    expect(perMinute).toBeGreaterThan(requestsPerMinute / 2);
  });

  it('make requests below the path of the URL, with the names of the interface', () => {
    const [connector] = make();
    const items = connector?.sources.find(({ name }) => name === 'items') as Lookup<unknown>;
    expect(items.request({ game: 'CS2', item: 'a & b', marketplaceItemId: 'known' })).toEqual({
      url: 'https://tape.example/base/v2/items',
      query: { marketplace: 'SkinPort', game: 'CS2', name: 'a & b' },
    });
    expect(items.request({ game: 'CS2', item: 'never heard of', marketplaceItemId: null })).toBeNull();
    const [plain] = make(60, 'http://10.0.0.2:7400');
    expect(plain?.sources.find(({ kind }) => kind === 'feed')).toMatchObject({
      url: 'ws://10.0.0.2:7400/ws/v2/offers',
    });
  });

  it('find far more names than one answer holds', () => {
    const names = [
      ...Array.from({ length: 2_500 }, (_, n) => `Sticker | ${n}`),
      ...Array.from({ length: 1_500 }, (_, n) => `StatTrak™ ${n}`),
      ...Array.from({ length: 300 }, (_, n) => `★ Knife ${n}`),
      "'Medium Rare' Crasswater",
      'Zeus',
    ];
    const answer = (query: string) =>
      names
        .filter((name) => name.toLowerCase().includes(query))
        .map((name) => ({ name, isFirst: name.toLowerCase().startsWith(query) }))
        .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
        .slice(0, 1_000);
    const walk = make()[0]?.sources.find(({ kind }) => kind === 'walk') as Walk<unknown>;
    const found = new Set<string>();
    let cursor: string | null = null;
    let requests = 0;
    do {
      const query = String(walk.request({ game: 'CS2', cursor }).query?.['query']);
      const rows = answer(query);
      for (const { name } of rows) found.add(name);
      cursor = (walk.cursorAt as (payload: unknown, cursor: string | null) => string | null)(rows, cursor);
      requests += 1;
    } while (cursor !== null && requests < walk.pages);
    expect(requests).toBeLessThan(200);
    // At least the first thousand of the names that share their first three letters
    expect(found.size).toBeGreaterThanOrEqual(1_000 + 1_000 + 300 + 2);
    expect(found).toContain('Zeus');
    expect(found).toContain("'Medium Rare' Crasswater");
  });
});

const wireOffer = {
  purchaseLink: 'https://shop.example/1',
  priceUSD: 12.34,
  priceEUR: 11,
  priceCNY: null,
  priceRUB: null,
  daysTradeLocked: 3,
  foundAt: 1_768_400_000,
  inspectLink: null,
  float: 0.25,
  paintIndex: 282,
  paintSeed: 611,
  stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
};

const message = (eventType: 'Added' | 'Updated' | 'Removed', more: object = {}): Message => ({
  type: 'offer',
  eventType,
  marketplace: 'SkinPort',
  game: 'CS2',
  data: { name: 'A', ...wireOffer, ...more },
});

describe('what another service says', () => {
  it('is one offer, by a lookup or by the stream', () => {
    const [, looked] = parseItem({ name: 'A', offers: [{ ...wireOffer, ownerId: 'x' }], buyOrders: [] }, about);
    expect(looked).toEqual(parseMessage(message('Added'), about));
    expect(looked).toMatchObject({
      offerId: 'https://shop.example/1',
      price: { amount: 12_340, currency: 'USD' },
      foundAt: 1_768_400_000_000,
    });
  });

  it('has a price in the first currency it tells', () => {
    expect(parseMessage(message('Added', { priceUSD: null }), about)).toMatchObject({
      price: { amount: 11_000, currency: 'EUR' },
    });
    expect(parseMessage(message('Added', { priceUSD: null, priceEUR: null }), about)).toBeNull();
  });

  it('is gone when it says so, for the reason it says', () => {
    const gone = { ...message('Removed'), reason: 'sold' } as Message;
    const withdrawal = { kind: 'withdrawal', game: 'CS2', offerId: 'https://shop.example/1' };
    expect(parseMessage(gone, about)).toEqual({ ...withdrawal, reason: 'sold' });
    expect(parseMessage({ ...gone, reason: 'outside' } as Message, about)).toEqual({
      ...withdrawal,
      reason: 'unknown',
    });
  });

  it('ends a trade lock at the same moment whenever the days were counted', () => {
    const end = Date.UTC(2026, 0, 18, 8);
    for (let now = at; now < end; now += 3_600_000) {
      const days = Math.ceil((end - now) / 86_400_000);
      expect(parseMessage(message('Added', { daysTradeLocked: days }), { ...about, at: now })).toMatchObject({
        tradableAt: end,
      });
    }
  });

  it('omits the figures of variants, which are part of those of the item', () => {
    const price = {
      type: 'price',
      marketplace: 'SkinPort',
      game: 'CS2',
      data: { name: 'A', priceUSD: 1, offerCount: 2 },
    };
    expect(parseMessage(price as Message, about)).toMatchObject({ kind: 'quote', offerCount: 2 });
    const variant = { ...price, data: { ...price.data, itemPhase: 'Ruby' } };
    expect(parseMessage(variant as Message, about)).toBeNull();
  });
});
