import others from './cs2-others.json' with { type: 'json' };
import type { Draft } from './item.ts';
import { taste } from './worth.ts';

/** Everything except weapons, gloves and stickers. */
export const otherItems = (): readonly Draft[] => [
  ...others.families.flatMap(({ type, rarity, prefix, price, names }) =>
    names.map((name) => ({ name: prefix + name, type, rarity, basePrice: price * taste(name) ** 1.5 })),
  ),
  ...others.tags.flatMap((tag) =>
    others.colours.map((colour) => ({
      name: `Sealed Graffiti | ${tag} (${colour})`,
      type: 'Graffiti',
      rarity: 'Base Grade',
      basePrice: 0.06 * taste(tag + colour),
    })),
  ),
  ...others.highlights.map((name) => ({
    name: `Souvenir Charm | ${name}`,
    type: 'Charm',
    rarity: 'Extraordinary',
    basePrice: 4 * taste(name),
  })),
  ...others.slabs.map((name) => ({
    name: `Sticker Slab | ${name}`,
    type: 'Charm',
    rarity: 'High Grade',
    basePrice: 3 * taste(name),
  })),
];
