import type { CatalogueItem } from '../market/world.ts';
import dota2 from './dota2.json' with { type: 'json' };
import { type Draft, toItems } from './item.ts';
import { shareOf, taste } from './worth.ts';

/** What the qualities of the game do to the price. */
const worth: Readonly<Record<string, number>> = {
  '': 1,
  Inscribed: 1.1,
  Autographed: 1.3,
  Corrupted: 1.5,
  Auspicious: 1.4,
  Cursed: 1.6,
  Frozen: 1.4,
  Heroic: 1.8,
  Genuine: 2.2,
  Exalted: 1.25,
  Unusual: 9,
};

const everyday = ['', 'Inscribed', 'Autographed', 'Corrupted', 'Auspicious', 'Cursed', 'Frozen', 'Heroic'] as const;

const price: Readonly<Record<string, number>> = {
  Uncommon: 0.08,
  Rare: 0.3,
  Mythical: 1.2,
  Legendary: 3.5,
  Immortal: 8,
  Arcana: 30,
};

const slots: readonly (readonly [string, RegExp])[] = [
  ['Weapon', /Axe|Blade|Hammer|Scythe|Sword|Bow|Staff|Odachi|Chaser/],
  ['Head', /Mask|Hood|Helm|Horns|Visage|Crown|Hat|Mane/],
  ['Back', /Cape|Wings|Cloak|Quiver/],
  ['Arms', /Bracer|Gauntlets|Gloves|Cuffs/],
  ['Legs', /Britches|Hakama|Boots|Greaves/],
];
const otherSlots = ['Shoulder', 'Belt', 'Neck', 'Armor'] as const;

/** Where a hero wears it, by a word of its name. */
const slotOf = (name: string): string =>
  slots.find(([, pattern]) => pattern.test(name))?.[0] ??
  otherSlots[Math.floor(shareOf(name) * otherSlots.length)] ??
  'Shoulder';

const inQualities = (
  base: string,
  rarity: string,
  hero: string | null,
  type: string,
  qualities: readonly string[],
): readonly Draft[] =>
  qualities.map((quality) => ({
    name: quality === '' ? base : `${quality} ${base}`,
    type,
    rarity,
    quality: quality === '' ? 'Standard' : quality,
    hero,
    slot: hero === null ? null : slotOf(base),
    basePrice: (price[rarity] ?? 1) * taste(base) * (worth[quality] ?? 1),
  }));

export const dota2Items = (): readonly CatalogueItem[] =>
  toItems('Dota2', [
    ...dota2.arcanas.flatMap(({ name, hero, qualities }) =>
      inQualities(name, 'Arcana', hero, 'Wearable', ['', ...qualities]),
    ),
    ...dota2.pieces.flatMap(({ hero, rarity, names }) =>
      names.flatMap((name) => inQualities(name, rarity, hero, 'Wearable', everyday)),
    ),
    ...dota2.couriers.flatMap((name) => inQualities(name, 'Legendary', null, 'Courier', ['', 'Unusual'])),
    ...dota2.others.flatMap(({ type, rarity, names }) =>
      names.flatMap((name) => inQualities(name, rarity, null, type, [''])),
    ),
  ]);
