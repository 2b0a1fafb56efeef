import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinsmonkey } from './skinsmonkey.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinsmonkey, world, now);
const url = 'https://skinsmonkey.com/api/public/v1/price';
const headers = { 'x-api-key': 'played-key' };

type Row = {
  readonly market_hash_name: string;
  readonly price_trade: number;
  readonly price_cash: number;
  readonly stock: number;
};
const rows = (appId: number): readonly Row[] => jsonOf(ask(`${url}/${appId}`, { headers }));

describe('SkinsMonkey as played', () => {
  it('lists a price in money and a higher one in items, in cents', () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const listings = item === null ? [] : world.listings('skinsmonkey', item);
    const row = rows(730).find(({ market_hash_name }) => market_hash_name === liquidNames.CS2);

    expect(row).toMatchObject({ price_cash: Math.round((listings[0]?.priceUsd ?? 0) * 100), stock: listings.length });
    expect(rows(730).every(({ price_trade, price_cash }) => price_trade >= price_cash)).toBe(true);
  });

  it('includes what is out of stock, and has a list for each game', () => {
    expect(rows(730).some(({ stock }) => stock === 0)).toBe(true);
    expect(rows(252490).map(({ market_hash_name }) => market_hash_name)).toContain(liquidNames.Rust);
  });

  it('answers only with a key, and only for its games', () => {
    expect(ask(`${url}/730`)?.status).toBe(401);
    expect(ask(`${url}/753`, { headers })?.status).toBe(404);
  });
});
