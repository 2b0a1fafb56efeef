import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { dupeFi } from './dupe-fi.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(dupeFi, world, now);
const base = 'https://dupe.fi/api/v1/market';
const headers = { authorization: 'Bearer played-key' };

type Row = { readonly hash_name: string; readonly price: number; readonly category: string };
const search = (query: Record<string, string>): readonly Row[] =>
  jsonOf(ask(`${base}/get-listings?${new URLSearchParams(query)}`, { headers })).data;

describe('Dupe as played', () => {
  it('has the lowest price of each name, and finds parts of names', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const [cheapest] = item === null ? [] : world.listings('dupe-fi', item);
    const summary: readonly { name: string; price: number }[] = jsonOf(
      ask(`${base}/get-all-listings-summary`, { headers }),
    )['730'];

    expect(summary.find(({ name }) => name === liquidNames.CS2)?.price).toBe(cheapest?.priceUsd);
    expect(search({ hash_name: liquidNames.CS2.toLowerCase(), limit: '500' }).length).toBeGreaterThan(0);
  });

  it('distinguishes fixed prices from negotiable ones and auctions', () => {
    expect(new Set(search({ limit: '500' }).map(({ category }) => category))).toEqual(
      new Set(['BUY_NOW', 'NEGOTIABLE', 'AUCTION']),
    );
    const sold = search({ category: 'BUY_NOW', sort_by: 'price_asc', limit: '500' });

    expect(sold.every(({ category }) => category === 'BUY_NOW')).toBe(true);
    expect(sold.map(({ price }) => price)).toEqual(sold.map(({ price }) => price).sort((a, b) => a - b));
  });

  it('answers only with a key', () => {
    expect(ask(`${base}/get-all-listings-summary`)?.status).toBe(401);
  });
});
