import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinout } from './skinout.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinout, world, now);
const api = 'https://skinout.gg/api/market';
const redline = liquidNames.CS2;
const english = { 'accept-language': 'en' };

type Row = Readonly<Record<string, unknown>>;

const item = world.itemNamed('CS2', redline);
if (item === null) throw new Error('the liquid item is missing');
const listings = world.listings('skinout', item);
const post = (nameId: string, headers: Readonly<Record<string, string>> = {}) =>
  jsonOf(ask(`${api}/item`, { method: 'POST', body: JSON.stringify({ name_id: nameId }), headers }));
const all = (): readonly Row[] => jsonOf(ask(`${api}/items?pagination=false&float_min=0`)).items;

describe('SkinOut as played', () => {
  it('has a row for each name, its cheapest item, with a price as text', () => {
    const rows = all();

    expect(new Set(rows.map(({ market_hash_name }) => market_hash_name)).size).toBe(rows.length);
    expect(rows.find(({ market_hash_name }) => market_hash_name === redline)).toMatchObject({
      name_id: 'ak-47-redline-field-tested',
      price: listings[0]?.priceUsd.toFixed(2),
      total_count: listings.length,
    });
    const wearless = rows.filter(({ float }) => float === '0').map(({ market_hash_name }) => String(market_hash_name));
    expect(wearless.length).toBeGreaterThan(0);
    expect(wearless.filter((name) => /\((?:Factory New|Field-Tested)\)$/.test(name))).toEqual([]);
  });

  it('has pages on request', () => {
    const page = jsonOf(ask(`${api}/items?page=1&sort=popularity_desc&hold=`));

    expect(page).toMatchObject({ page: 1, page_count: Math.ceil(all().length / 60) });
    expect(page.items).toEqual(all().slice(0, 60));
  });

  it('lists the items of a name', () => {
    expect(post('ak-47-redline-field-tested').items.map(({ id }: Row) => id)).toEqual(
      listings.map(({ number }) => String(number)),
    );
    expect(post('nothing')).toEqual({ success: false, message: 'Item not found' });
  });

  it("gives locks in words of the visitor's language", () => {
    const nameIds = all().map(({ name_id }) => String(name_id));
    const words = (headers: Readonly<Record<string, string>>) =>
      nameIds.flatMap((nameId) =>
        post(nameId, headers).items.flatMap(({ locked, unlock_time }: Row) => (locked === true ? [unlock_time] : [])),
      );

    expect(words({}).length).toBeGreaterThan(0);
    for (const text of words({})) expect(text).toMatch(/^\d+ (час|часа|часов|день|дня|дней)$/);
    for (const text of words(english)) expect(text).toMatch(/^\d+ (hours?|days?)$/);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'skinout');

describe.runIf(existsSync(recordings))('recorded answers of SkinOut', () => {
  it('have no key or kind of value that the played ones lack', () => {
    const recorded = JSON.parse(readFileSync(join(recordings, 'market-items-1.json'), 'utf8'));

    expect(missingFrom(jsonOf(ask(`${api}/items?page=1`)), recorded)).toEqual([]);
  });
});
