import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { itradeGg } from './itrade-gg.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(itradeGg, world, now);
const url = 'https://api.itrade.gg/inventory/bot';

type Entry = { readonly stock: number; readonly price: number; readonly cash_value: number };

describe('iTrade.gg as played', () => {
  it('has a price in money and a higher one in items, and includes what is out of stock', () => {
    const entries: Readonly<Record<string, Entry>> = jsonOf(ask(`${url}/csgo/played-key`)).data;
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const listings = item === null ? [] : world.listings('itrade-gg', item);

    expect(entries[liquidNames.CS2]).toMatchObject({
      stock: listings.length,
      cash_value: listings[0]?.priceUsd,
    });
    expect(Object.values(entries).every(({ price, cash_value }) => price >= cash_value)).toBe(true);
    expect(Object.values(entries).some(({ stock }) => stock === 0)).toBe(true);
  });

  it('answers only with a key in the address, and only for its games', () => {
    expect(ask(`${url}/rust/no`)?.status).toBe(401);
    expect(ask(`${url}/tf2/played-key`)).toBeNull();
  });
});
