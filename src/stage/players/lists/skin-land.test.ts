import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinLand } from './skin-land.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinLand, world, now);

type Row = { readonly name: string; readonly price: number; readonly url: string; readonly count: number };

describe('Skin.Land as played', () => {
  it('lists the lowest price and the number of offers, with a page on the host of the file', () => {
    const rows: readonly Row[] = jsonOf(ask('https://app.skin.land/market_export_json/csgo.json'));
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const listings = item === null ? [] : world.listings('skin-land', item);

    expect(rows.find(({ name }) => name === liquidNames.CS2)).toMatchObject({
      price: listings[0]?.priceUsd,
      count: listings.length,
    });
    expect(rows.every(({ url }) => url.startsWith('https://app.skin.land/market/csgo/'))).toBe(true);
  });

  it('has a file only for Counter-Strike', () => {
    expect(ask('https://app.skin.land/market_export_json/rust.json')).toBeNull();
  });
});
