import type { CatalogueItem } from '../market/world.ts';
import { toItems } from './item.ts';
import rust from './rust.json' with { type: 'json' };
import { taste } from './worth.ts';

const kinds: readonly (readonly [string, RegExp])[] = [
  ['Deployable', /Door|Box|Crate|Furnace|Sleeping Bag|Storage|Barricade|Locker/],
  ['Gloves', /Gloves/],
  ['Footwear', /Boots/],
  ['Pants', /Pants|Kilt/],
  ['Mask', /Facemask|Helmet|Mask|Bandana/],
  ['Hat', /Hat$/],
  ['Jacket', /Hoodie|Jacket|Vest|Chest ?[Pp]late|Poncho/],
  ['Shirt', /Shirt/],
];

const kindOf = (thing: string): string => kinds.find(([, pattern]) => pattern.test(thing))?.[0] ?? 'Weapon';

export const rustItems = (): readonly CatalogueItem[] =>
  toItems('Rust', [
    // Skins come in sets: a theme, and what it was drawn on
    ...rust.themes.flatMap(({ name, price, things }) =>
      things.map((thing) => ({
        name: `${name} ${thing}`,
        type: kindOf(thing),
        drawnOn: thing,
        basePrice: price * taste(`${name}${thing}`) ** 1.4,
      })),
    ),
    ...rust.singles.map(({ name, type, price }) => ({ name, type, basePrice: price })),
  ]);
