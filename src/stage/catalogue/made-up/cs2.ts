import { wearBands } from '../../market/piece/wear-band.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { collectionOf } from '../collections.ts';
import type { Draft } from '../item.ts';
import { conditionWorth, shareOf, souvenirWorth, statTrakWorth, taste } from '../worth.ts';
import { pairs } from './pairs.ts';
import words from './words.json' with { type: 'json' };

/** Every finish of a weapon as a souvenir, also where the real one has none. */
function* souvenirs(items: readonly CatalogueItem[]): Generator<Draft> {
  for (const { name, basePrice, weapon, collection, index: _index, ...item } of items) {
    const isPlain = collection !== null && !/^(StatTrak™|Souvenir) /.test(name);
    if (isPlain) yield { ...item, name: `Souvenir ${name}`, weapon, collection, basePrice: basePrice * souvenirWorth };
  }
}

/** A sticker in a slab, of each sticker. */
function* slabs(stickers: Iterable<Pick<CatalogueItem, 'name' | 'basePrice'>>): Generator<Draft> {
  for (const { name, basePrice } of stickers)
    yield {
      name: name.replace('Sticker', 'Sticker Slab'),
      type: 'Charm',
      rarity: 'High Grade',
      basePrice: basePrice * 1.1 + 0.2,
    };
}

const variants = [
  { words: '', rarity: 'High Grade', worth: 1 },
  { words: ' (Glitter)', rarity: 'Remarkable', worth: 1.6 },
  { words: ' (Holo)', rarity: 'Remarkable', worth: 6 },
  { words: ' (Foil)', rarity: 'Exotic', worth: 4 },
  { words: ' (Gold)', rarity: 'Extraordinary', worth: 22 },
] as const;

const firstYear = 2012;

/** Stickers of teams, in all variants, from events that never were. */
function* eventStickers(): Generator<Draft> {
  for (const [position, city] of words.cities.entries())
    for (const team of words.teams)
      for (const variant of variants) {
        const event = `${city} ${firstYear + (position % 14)}`;
        const basePrice = 0.3 * taste(team + event) * variant.worth;
        yield {
          name: `Sticker | ${team}${variant.words} | ${event}`,
          type: 'Sticker',
          rarity: variant.rarity,
          basePrice,
        };
      }
}

const matches = 14;

/** Highlights of the matches of these events. */
function* highlights(): Generator<Draft> {
  for (const city of words.cities)
    for (let match = 0; match < matches; match += 1) {
      const [home, guest] = [words.teams[match], words.teams[(match + 7) % words.teams.length]];
      const [stage, map] = [words.stages[match % words.stages.length], words.maps[match % words.maps.length]];
      const name = `Souvenir Charm | ${city} 2025 Highlight | ${home} vs ${guest} on ${map}, ${stage}`;
      yield { name, type: 'Charm', rarity: 'Extraordinary', basePrice: 4 * taste(name) };
    }
}

/** Charms, patches and graffiti, three of each pair of words. */
function* small(): Generator<Draft> {
  for (const pair of pairs()) {
    yield { name: `Charm | ${pair}`, type: 'Charm', rarity: 'Remarkable', basePrice: 1.6 * taste(pair) };
    yield { name: `Patch | ${pair}`, type: 'Patch', rarity: 'High Grade', basePrice: 2 * taste(pair) };
    yield { name: `Sealed Graffiti | ${pair}`, type: 'Graffiti', rarity: 'Base Grade', basePrice: 0.06 * taste(pair) };
  }
}

const rarities = [
  'Consumer Grade',
  'Industrial Grade',
  'Mil-Spec Grade',
  'Restricted',
  'Classified',
  'Covert',
] as const;
const pricesOfRarities = [0.08, 0.2, 0.6, 2.8, 11, 45] as const;
// Souvenirs come first, so that wherever the list ends no finish lacks them
const editions = [
  { prefix: 'Souvenir ', worth: souvenirWorth },
  { prefix: '', worth: 1 },
  { prefix: 'StatTrak™ ', worth: statTrakWorth },
] as const;

const weaponsOf = (items: readonly CatalogueItem[]): readonly CatalogueItem[] => [
  ...new Map(items.filter(({ collection }) => collection !== null).map((item) => [item.weapon, item])).values(),
];

const firstPaint = 3000;
const minEnd = 0.5;

/** Finishes that no weapon has, in every wear and edition. */
function* finishes(items: readonly CatalogueItem[]): Generator<Draft> {
  const weapons = weaponsOf(items);
  for (const [position, pair] of [...pairs()].entries()) {
    const { weapon, type, defIndex } = weapons[position % weapons.length] ?? { weapon: '', type: '', defIndex: null };
    const rank = Math.floor(shareOf(pair) ** 2 * rarities.length);
    const minFloat = Math.floor(shareOf(`from ${pair}`) * 7) / 100;
    const maxFloat = minEnd + Math.floor(shareOf(`to ${pair}`) * 51) / 100;
    for (const { prefix, worth } of editions)
      for (const { condition } of wearBands(minFloat, maxFloat))
        yield {
          name: `${prefix}${weapon} | ${pair} (${condition})`,
          type,
          rarity: rarities[rank] ?? null,
          weapon,
          collection: collectionOf(weapon ?? '', pair),
          defIndex,
          paintIndex: firstPaint + position,
          minFloat,
          maxFloat,
          basePrice: (pricesOfRarities[rank] ?? 1) * taste(pair) * worth * conditionWorth[condition],
        };
  }
}

/** More names of CS2 than are needed; what there is least of comes first. */
export function* madeUpCs2(items: readonly CatalogueItem[]): Generator<Draft> {
  yield* souvenirs(items);
  yield* highlights();
  const stickers = [...eventStickers()];
  yield* stickers;
  yield* slabs([...items.filter(({ type }) => type === 'Sticker'), ...stickers]);
  yield* small();
  yield* finishes(items);
}
