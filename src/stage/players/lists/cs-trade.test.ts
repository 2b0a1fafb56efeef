import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { csTrade } from './cs-trade.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(csTrade, world, now);
const url = 'https://cdn.cs.trade/developer/api/prices_';

type Entry = {
  readonly available_stock: number;
  readonly available_lowest_price: number;
  readonly available_lowest_store_price: number;
};
const list = (file: string): Readonly<Record<string, Entry>> => jsonOf(ask(`${url}${file}`));

describe('CS.TRADE as played', () => {
  it("lists the cheapest item's price in money, and half as much again in balance", () => {
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const listings = item === null ? [] : world.listings('cs-trade', item);
    const entry = list('CSGO')[liquidNames.CS2];

    expect(entry).toMatchObject({
      available_lowest_store_price: listings[0]?.priceUsd,
      available_stock: listings.length,
    });
    expect(entry?.available_lowest_price).toBeCloseTo((listings[0]?.priceUsd ?? 0) * 1.5, 1);
  });

  it('includes what is out of stock, and has a list for each of its games', () => {
    expect(Object.values(list('CSGO')).some(({ available_stock }) => available_stock === 0)).toBe(true);
    expect(Object.keys(list('RUST'))).toContain(liquidNames.Rust);
    expect(Object.keys(list('TF2'))).toContain(liquidNames.TF2);
  });

  it('knows Counter-Strike only by its old name', () => {
    expect(ask(`${url}CS2`)).toBeNull();
  });
});
