import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../test/support/runner/shared-folder.ts';
import { type Game, games } from '../../schema/index.ts';
import { wearBands } from '../market/piece/wear-band.ts';
import type { CatalogueItem } from '../market/world.ts';
import { catalogue, catalogueOf, wholeCatalogue } from './catalogue.ts';
import { madeUpName } from './cs2-stickers.ts';
import { liquidNames } from './liquid-names.ts';

const named = (game: Game, name: string) => {
  const item = catalogue[game].find((one) => one.name === name);
  if (item === undefined) throw new Error(`the catalogue of ${game} has no "${name}"`);
  return item;
};

describe('the catalogue of the stage', () => {
  it('expands to at least 8,000 names, and to some hundreds in every game', () => {
    const counts = games.map((game) => catalogue[game].length);

    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(8000);
    expect(Math.min(...counts)).toBeGreaterThan(300);
  });

  it.each(games)('has every name and number of %s once', (game) => {
    const items = catalogue[game];

    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
    expect(new Set(items.map(({ index }) => index)).size).toBe(items.length);
    expect(items.every((item) => item.game === game)).toBe(true);
  });

  it.each(['★', '™', '|', '/', '&', '?', '#', "'", '+', '%', '"', '龍王', '壱', 'ö', '啸天'])(
    'has a name with %s',
    (part) => {
      expect(games.some((game) => catalogue[game].some(({ name }) => name.includes(part)))).toBe(true);
    },
  );

  it('has no names with spaces at either end', () => {
    for (const game of games) {
      for (const { name } of catalogue[game]) expect(name).toBe(name.trim());
      expect(catalogue[game].filter(({ name }) => name === '')).toEqual([]);
    }
  });

  it('has prices in whole cents, from cents to thousands of dollars', () => {
    const prices = games.flatMap((game) => catalogue[game].map(({ basePrice }) => basePrice));

    expect(Math.min(...prices)).toBe(0.03);
    expect(Math.max(...prices)).toBeGreaterThan(5000);
    expect(
      prices.every((price) => Number.isFinite(price) && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6),
    ).toBe(true);
  });

  it('prices better conditions and StatTrak higher', () => {
    const price = (name: string) => named('CS2', name).basePrice;

    expect(price('AK-47 | Vulcan (Factory New)')).toBeGreaterThan(price('AK-47 | Vulcan (Field-Tested)'));
    expect(price('StatTrak™ AK-47 | Vulcan (Field-Tested)')).toBeGreaterThan(price('AK-47 | Vulcan (Field-Tested)'));
    expect(price('AWP | Dragon Lore (Factory New)')).toBeGreaterThan(price('AWP | Dragon Lore (Battle-Scarred)'));
  });

  it('has a finish only in the conditions that its float range touches', () => {
    const conditionsOf = (base: string) =>
      catalogue.CS2.flatMap(({ name }) => (name.startsWith(`${base} (`) ? [name.slice(base.length + 2, -1)] : []));

    expect(conditionsOf('AWP | Asiimov')).toEqual(['Field-Tested', 'Well-Worn', 'Battle-Scarred']);
    expect(conditionsOf('AK-47 | Redline')).toEqual(['Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred']);
    expect(conditionsOf('★ Karambit | Fade')).toEqual(['Factory New', 'Minimal Wear']);
    expect(wearBands(0.1, 0.38).map(({ condition }) => condition)).toEqual(['Minimal Wear', 'Field-Tested']);
  });

  it('knows the paint index of every Doppler variant', () => {
    expect(named('CS2', '★ Karambit | Doppler (Factory New)').phases).toEqual([
      { phase: 'Phase 1', paintIndex: 418 },
      { phase: 'Phase 2', paintIndex: 419 },
      { phase: 'Phase 3', paintIndex: 420 },
      { phase: 'Phase 4', paintIndex: 421 },
      { phase: 'Ruby', paintIndex: 415 },
      { phase: 'Sapphire', paintIndex: 416 },
      { phase: 'Black Pearl', paintIndex: 417 },
    ]);
    expect(named('CS2', '★ StatTrak™ M9 Bayonet | Gamma Doppler (Minimal Wear)').phases).toEqual([
      { phase: 'Phase 1', paintIndex: 569 },
      { phase: 'Phase 2', paintIndex: 570 },
      { phase: 'Phase 3', paintIndex: 571 },
      { phase: 'Phase 4', paintIndex: 572 },
      { phase: 'Emerald', paintIndex: 568 },
    ]);
    expect(named('CS2', 'AK-47 | Redline (Field-Tested)')).toMatchObject({ paintIndex: 282, defIndex: 7, phases: [] });
  });

  it('has the liquid item of every game', () => {
    for (const game of games) expect(named(game, liquidNames[game]).basePrice).toBeGreaterThan(1);
  });

  it.each([
    [0, catalogue.CS2.length],
    [1, 2],
    [300, 300],
    [14_000, 12_500],
    [1_000_000, 50_000],
  ])('has about %i items of a game when limited to that many, including the liquid one', (max, count) => {
    const { CS2, Rust } = catalogueOf(['CS2'], max);

    expect(Math.abs(CS2.length - count)).toBeLessThanOrEqual(count / 50);
    expect(CS2.map(({ name }) => name)).toContain(liquidNames.CS2);
    expect(Rust).toEqual([]);
  });
});

describe('the whole catalogue of the stage', () => {
  const whole = wholeCatalogue();

  it('has 105,000 names, 50,000 of them of CS2, and the others in the proportions of the real games', () => {
    expect(games.map((game) => whole[game].length)).toEqual([50_000, 48_060, 4290, 2650]);
  });

  it.each(games)('has every name and number of %s once, those of the smaller one as they are there', (game) => {
    const items = whole[game];

    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
    expect(new Set(items.map(({ index }) => index)).size).toBe(items.length);
    expect(items.slice(0, catalogue[game].length)).toEqual(catalogue[game]);
  });

  it('has every finish of a weapon as a souvenir', () => {
    const names = new Set(whole.CS2.map(({ name }) => name));
    const plain = whole.CS2.filter(
      ({ name, collection }) => collection !== null && !/^(StatTrak™|Souvenir) /.test(name),
    );

    expect(plain.filter(({ name }) => !names.has(`Souvenir ${name}`))).toEqual([]);
  });

  it('says of every item what marketplaces can tell', () => {
    const lacking = (game: Game, lacks: (item: CatalogueItem) => boolean) => whole[game].filter(lacks).length;

    expect(lacking('CS2', ({ rarity, type }) => rarity === null || type === '')).toBe(0);
    expect(
      lacking(
        'CS2',
        ({ paintIndex, weapon, minFloat }) => paintIndex !== null && (weapon === null || minFloat === null),
      ),
    ).toBe(0);
    expect(
      lacking(
        'Dota2',
        ({ rarity, quality, hero, slot }) => rarity === null || quality === null || (hero === null) !== (slot === null),
      ),
    ).toBe(0);
    expect(lacking('Rust', ({ type }) => type === '')).toBe(0);
    expect(lacking('TF2', ({ quality }) => quality === null)).toBe(0);
  });
});

const lists = join(sharedFolder, 'catalogue');

describe.runIf(existsSync(lists))('recorded item names', () => {
  const recorded = (game: Game): ReadonlySet<string> => {
    const text = gunzipSync(readFileSync(join(lists, `${game.toLowerCase()}.json.gz`))).toString();
    const { items }: { readonly items: readonly { readonly name: string }[] } = JSON.parse(text);
    return new Set(items.map(({ name }) => name));
  };

  it.for(games)('contain at least 95 of 100 names of %s', async (game, { annotate }) => {
    const known = recorded(game);
    const names = catalogue[game].map(({ name }) => name);
    const unknown = names.filter((name) => !known.has(name) && name !== madeUpName);
    const share = 1 - unknown.length / names.length;

    await annotate(`${names.length} names, ${(share * 100).toFixed(2)} % of them recorded`);
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});
