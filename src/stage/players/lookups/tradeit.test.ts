import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { tradeit } from './tradeit.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(tradeit, world, now);
const redline = liquidNames.CS2;

type Row = {
  readonly id: string | number;
  readonly groupId: number;
  readonly name: string;
  readonly storePrice: number;
  readonly floatValue?: number;
  readonly floatValues?: readonly number[];
};

const answer = (query: string) => jsonOf(ask(`https://tradeit.gg/api/v2/inventory/data?gameId=730&${query}`));
const rows = (query: string): readonly Row[] => answer(query).items;
const whole = () => answer('offset=0&limit=1000&sortType=Price+-+high');
const isGroup = ({ id, groupId }: Row): boolean => String(id) === String(groupId);

describe('Tradeit as played', () => {
  it('has a row for a group, or the item itself if it is alone', () => {
    const all: readonly Row[] = whole().items;
    const counts: Readonly<Record<string, number>> = whole().counts;

    expect(all.some((row) => isGroup(row))).toBe(true);
    expect(all.some((row) => !isGroup(row))).toBe(true);
    for (const row of all) expect(isGroup(row)).toBe((counts[String(row.groupId)] ?? 0) > 1);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(
      world.items('CS2').flatMap((item) => world.listings('tradeit', item)).length,
    );
  });

  it('gives prices in cents, and the items of a group with a float or -1', () => {
    const group = rows(`searchValue=${encodeURIComponent(redline)}`).find(({ name }) => name === redline);
    const item = world.itemNamed('CS2', redline);
    const listings = item === null ? [] : world.listings('tradeit', item);

    expect(group?.storePrice).toBe(Math.round((listings[0]?.priceUsd ?? 0) * 100));
    expect(rows(`groupId=${group?.groupId}`)).toHaveLength(listings.length);
    const cases = rows('searchValue=case').flatMap(({ groupId }) => rows(`groupId=${groupId}`));
    expect(new Set(cases.map(({ floatValue }) => floatValue))).toEqual(new Set([-1]));
  });

  it('separates the variants of a Doppler, and sorts as requested', () => {
    const knives = rows('searchValue=Karambit');
    const prices = rows('sortType=Price+-+low&limit=1000').map(({ storePrice }) => storePrice);

    expect(knives.length).toBeGreaterThan(1);
    expect(new Set(knives.map(({ name }) => name)).size).toBe(1);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });

  it('pages by offset, gives no count with a list, and refuses unknown games', () => {
    expect(rows('offset=2&limit=3&sortType=Price+-+high')).toEqual(whole().items.slice(2, 5));
    expect(answer('searchValue=nothing').counts).toEqual([]);
    expect(ask('https://tradeit.gg/api/v2/inventory/data?gameId=10')?.status).toBe(400);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'tradeit');

describe.runIf(existsSync(recordings))('recorded answers of Tradeit, as clients have them typed,', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    // The keys of the counts are group numbers
    expect(missingFrom(whole(), read('inventory_data-shape-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(answer('searchValue=nothing'), read('inventory_data-empty-shape-synthetic-1.json'))).toEqual([]);
  });
});
