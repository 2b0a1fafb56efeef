import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { type Game, games } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { swapGg } from './swap-gg.ts';

type Held = { readonly n: string; readonly a: readonly string[]; readonly p: number; readonly e?: string };

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(swapGg, world, now);
const market = 'https://market-api.swap.gg/v1';
const appIds: Readonly<Record<Game, number>> = { CS2: 730, Dota2: 570, Rust: 252_490, TF2: 440 };

const itemOf = (game: Game) => world.itemNamed(game, liquidNames[game]) ?? expect.fail();
const keyed = (path: string, authorization = 'played-key') => ask(`${market}/${path}`, { headers: { authorization } });
const held = (game: Game): readonly Held[] =>
  jsonOf(ask(`https://api.swap.gg/v2/trade/inventory/bot/${appIds[game]}`)).result;

describe('Swap.gg as played', () => {
  it.each(games)('has the lowest price of each name of %s in cents of a euro', (game) => {
    const { status, result } = jsonOf(keyed(`pricing/lowest?appId=${appIds[game]}`));
    const listings = world.listings('swap-gg', itemOf(game));

    expect(status).toBe('OK');
    expect(result[liquidNames[game]]).toEqual({
      price: Math.round((listings[0]?.priceUsd ?? 0) * world.rates.EUR * 100),
      quantity: listings.length,
      link: expect.stringMatching(/^https:\/\//),
    });
  });

  it('has the highest order of each name with orders', () => {
    const { result } = jsonOf(keyed('buyorders/summary?appId=730'));
    const wanted = world.items('CS2').filter((item) => world.buyOrders('swap-gg', item).length > 0);

    expect(Object.keys(result).sort()).toEqual(wanted.map(({ name }) => name).sort());
    expect(result[liquidNames.CS2]).toEqual({
      maxPrice: Math.round((world.buyOrders('swap-gg', itemOf('CS2'))[0]?.priceUsd ?? 0) * world.rates.EUR * 100),
    });
  });

  it('requires a plain key for both, not a bearer token', () => {
    for (const path of ['pricing/lowest?appId=730', 'buyorders/summary?appId=730']) {
      expect(ask(`${market}/${path}`)?.status).toBe(401);
      expect(keyed(path, 'Bearer played-key')?.status).toBe(401);
    }
    expect(keyed('pricing/lowest?appId=1')?.status).toBe(400);
  });

  it.each(games)('contains every listing of %s once, at its price in dollars', (game) => {
    const rows = held(game).filter(({ e }) => e === undefined);
    const listings = world.items(game).flatMap((item) => world.listings('swap-gg', item));
    const priceOf = new Map(rows.flatMap(({ a, p }) => a.map((id) => [id, p] as const)));

    expect(rows.flatMap(({ a }) => a)).toHaveLength(listings.length);
    for (const { assetId, priceUsd } of listings) expect(priceOf.get(assetId)).toBe(Math.round(priceUsd * 100));
  });

  it('includes items that are not for trade', () => {
    expect(
      held('CS2')
        .filter(({ e }) => e === 'NON_TRADABLE')
        .every(({ p }) => p === 0),
    ).toBe(true);
    expect(games.flatMap(held).some(({ e }) => e === 'NON_TRADABLE')).toBe(true);
  });
});
