import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Game, marketplaceWithSlug } from '../../schema/index.ts';
import { openItemIds } from './item-ids.ts';

const folder = mkdtempSync(join(tmpdir(), 'itemtape-ids-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;

/** Opens a folder with these files. */
function opened(files: Readonly<Record<string, string>>) {
  folders += 1;
  const path = join(folder, String(folders));
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  const ids = openItemIds(path);
  return (slug: string, name: string, game: Game = 'CS2') => ids(marketplaceWithSlug(slug).id, game, name);
}

/** Made up, in the form of the public map. */
const publicMap = JSON.stringify({
  items: {
    'Kilowatt Case': { buff163_goods_id: 501, youpin_id: 601, buffmarket_goods_id: 701, csmoney_nameid: 801 },
    'Sticker Slab | Made Up': { buff163_goods_id: null, youpin_id: 602, buff163_keychain_id: 9 },
    '★ Karambit | Doppler (Factory New)': {
      buff163_goods_id: 502,
      youpin_id: 603,
      buff163_phase_ids: { 'Phase 1': 11, Ruby: 12 },
    },
  },
  patterns: { 'Fire & Ice': { 'Max (Tier 1)': [1, 2] } },
});

describe("the operator's own ids of items", () => {
  it('are read from one file for each marketplace and game', () => {
    const idOf = opened({
      'buff163-730.json': '{"Kilowatt Case": 953000, "AWP | Asiimov (Field-Tested)": "34066"}',
      'notes.txt': 'not a map',
    });

    expect(idOf('buff163', 'Kilowatt Case')).toBe('953000');
    expect(idOf('buff163', 'AWP | Asiimov (Field-Tested)')).toBe('34066');
    expect(idOf('buff163', 'Fracture Case')).toBeNull();
    expect(idOf('buff163', 'Kilowatt Case', 'TF2')).toBeNull();
    expect(idOf('igxe', 'Kilowatt Case')).toBeNull();
  });

  it('are read from the public map of CS2, whatever its file is called', () => {
    const idOf = opened({ 'cs2_marketplaceids.json': publicMap });

    expect(['buff163', 'youpin898', 'buffmarket', 'csmoney'].map((slug) => idOf(slug, 'Kilowatt Case'))).toEqual([
      '501',
      '601',
      '701',
      '801',
    ]);
    expect(idOf('buff163', 'Sticker Slab | Made Up')).toBeNull();
    expect(idOf('youpin898', 'Sticker Slab | Made Up')).toBe('602');
    expect(idOf('buff163', '★ Karambit | Doppler (Factory New)')).toBe('502');
    expect(idOf('buff163', 'Kilowatt Case', 'TF2')).toBeNull();
  });

  it('precede those of the public map next to them', () => {
    const idOf = opened({ 'buff163-730.json': '{"Kilowatt Case": 1}', 'a.json': publicMap });

    expect(idOf('buff163', 'Kilowatt Case')).toBe('1');
    expect(idOf('buff163', '★ Karambit | Doppler (Factory New)')).toBe('502');
  });

  it('can be one file instead of a folder', () => {
    const file = join(folder, 'public.json');
    writeFileSync(file, publicMap);

    expect(openItemIds(file)(marketplaceWithSlug('buff163').id, 'CS2', 'Kilowatt Case')).toBe('501');
  });

  it('are unknown where a map says -1 or null, and without a setting', () => {
    const idOf = opened({ 'buff163-440.json': '{"Tour of Duty Ticket": -1, "Bill\'s Hat": null}' });

    expect(idOf('buff163', 'Tour of Duty Ticket', 'TF2')).toBeNull();
    expect(idOf('buff163', "Bill's Hat", 'TF2')).toBeNull();
    expect(openItemIds('')(marketplaceWithSlug('buff163').id, 'CS2', 'Kilowatt Case')).toBeNull();
  });

  it.each([
    ['buff163-570.json', '["Dragonclaw Hook"]', 'holds a list; it must hold one object from item name to id'],
    ['buff163-570.json', '{"Dragonclaw Hook"', 'cannot be read ('],
    ['buff163-570.json', '{"Dragonclaw Hook": {"id": 5}}', 'has an object for "Dragonclaw Hook"; it must hold'],
    ['buff163-570.json', '{"Hook": 914665027831566336}', 'for "Hook"; put so long an id into quotes'],
    ['ids.json', '{"Kilowatt Case": 5}', 'begins with "Kilowatt Case", and its name says no marketplace and game'],
    ['buf163-730.json', '{"Kilowatt Case": 5}', 'its name says no marketplace and game; it must hold'],
    ['ids.json', '{"items": {"Kilowatt Case": 5}}', 'has a number for "Kilowatt Case" in "items"'],
    ['ids.json', '{"items": {"Kilowatt Case": {"id": 5}}}', 'has none of buff163_goods_id, youpin_id'],
    ['ids.json', '{"items": {"Case": {"youpin_id": {}}}}', 'has an object for "Case" (youpin_id)'],
  ])('stop the start where %s is neither form: %s', (name, text, words) => {
    expect(() => opened({ [name]: text })).toThrow(words);
  });

  it('stop the start where there is nothing at their place', () => {
    const folderPath = join(folder, 'elsewhere');
    expect(() => openItemIds(folderPath)).toThrow(`collect.itemIds: ${folderPath} does not exist; name a folder`);
  });
});
