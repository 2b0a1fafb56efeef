import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { type Game, games } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { lootFarm } from './loot-farm.ts';

type Asset = {
  readonly id: string;
  readonly f?: string;
  readonly st?: number;
  readonly tr: number;
  readonly td?: number;
};
type Entry = {
  readonly n: string;
  readonly e?: string;
  readonly p: number;
  readonly pst?: number;
  readonly u: Readonly<Record<string, readonly Asset[]>>;
};

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(lootFarm, world, now);

const priceFiles: Readonly<Record<Game, string>> = { CS2: '', Dota2: 'DOTA', Rust: 'RUST', TF2: 'TF2' };
const appIds: Readonly<Record<Game, number>> = { CS2: 730, Dota2: 570, Rust: 252_490, TF2: 440 };

const inventory = (game: Game) => jsonOf(ask(`https://loot.farm/botsInventory_${appIds[game]}.json`));
const entries = (game: Game): readonly Entry[] => Object.values(inventory(game).result);
const assets = ({ u }: Entry): readonly Asset[] => Object.values(u).flat();
const listingsOf = (name: string, game: Game = 'CS2') => {
  const item = world.itemNamed(game, name);
  return item === null ? [] : world.listings('loot-farm', item);
};

describe('LOOT.Farm as played', () => {
  it.each(games)('has a price for each name of %s, in stock or not', (game) => {
    const rows = jsonOf(ask(`https://loot.farm/fullprice${priceFiles[game]}.json`));

    expect(rows).toHaveLength(world.items(game).length);
    expect(rows.find(({ name }: { readonly name: string }) => name === liquidNames[game])).toMatchObject({
      price: Math.round((listingsOf(liquidNames[game], game)[0]?.priceUsd ?? 0) * 100),
      have: listingsOf(liquidNames[game], game).length,
    });
  });

  it.each(games)('contains every listing of %s once', (game) => {
    const held = entries(game)
      .flatMap(assets)
      .map(({ id }) => id);
    const listed = world.items(game).flatMap((item) => world.listings('loot-farm', item).map(({ assetId }) => assetId));

    expect([...held].sort()).toEqual([...listed].sort());
  });

  it('has StatTrak in the entry of the plain ones, at a separate price', () => {
    const entry = entries('CS2').find(({ n, e }) => n === 'AK-47 | Redline' && e === 'FT');
    const statTrak = listingsOf('StatTrak™ AK-47 | Redline (Field-Tested)');

    expect(entry?.pst).toBe(Math.round((statTrak[0]?.priceUsd ?? 0) * 100));
    expect(entry && assets(entry).filter(({ st }) => st === 1)).toHaveLength(statTrak.length);
    expect(entry && assets(entry).filter(({ st }) => st === undefined)).toHaveLength(
      listingsOf(liquidNames.CS2).length,
    );
  });

  it('omits leading zeros of a float and missing floats', () => {
    const floats = entries('CS2')
      .flatMap(assets)
      .flatMap(({ f }) => f ?? []);

    expect(floats.some((f) => /^[1-9]\d{0,3}:/.test(f))).toBe(true);
    expect(floats.filter((f) => !/^\d{1,5}:\d+$/.test(f))).toEqual([]);
    for (const entry of entries('CS2').filter(({ n }) => n.endsWith(' Case'))) expect(entry).not.toHaveProperty('e');
    for (const asset of entries('TF2').flatMap(assets)) expect(asset).not.toHaveProperty('f');
  });

  it('gives a lock in hours', () => {
    const locked = world
      .items('CS2')
      .flatMap((item) => world.listings('loot-farm', item))
      .find(({ tradableAt }) => tradableAt !== null);
    const asset = entries('CS2')
      .flatMap(assets)
      .find(({ id }) => id === locked?.assetId);

    expect(asset).toMatchObject({ tr: 0, td: Math.ceil(((locked?.tradableAt ?? 0) - now) / 3_600_000) });
  });

  it('rejects other games and other files', () => {
    expect(ask('https://loot.farm/botsInventory_578080.json')).toBeNull();
    expect(ask('https://loot.farm/fullpricePUBG.json')).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'loot-farm');

describe.runIf(existsSync(recordings))('recorded answers of LOOT.Farm', () => {
  it('have no key or kind of value that the played ones lack', () => {
    const recorded: unknown = JSON.parse(readFileSync(join(recordings, 'botsInventory_730-1.json'), 'utf8'));

    expect(missingFrom(inventory('CS2'), recorded)).toEqual([]);
  });
});
