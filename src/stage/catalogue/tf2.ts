import type { CatalogueItem } from '../market/world.ts';
import { type Draft, toItems } from './item.ts';
import tf2 from './tf2.json' with { type: 'json' };
import { taste } from './worth.ts';

type Quality = { readonly prefix: string; readonly rarity: string; readonly worth: number };

/** Letters of the data: the qualities in which an item is sold. */
const qualities: Readonly<Record<string, Quality>> = {
  u: { prefix: '', rarity: 'Unique', worth: 1 },
  s: { prefix: 'Strange ', rarity: 'Strange', worth: 2 },
  v: { prefix: 'Vintage ', rarity: 'Vintage', worth: 1.6 },
  g: { prefix: 'Genuine ', rarity: 'Genuine', worth: 1.8 },
  h: { prefix: 'Haunted ', rarity: 'Haunted', worth: 2.5 },
  c: { prefix: "Collector's ", rarity: "Collector's", worth: 30 },
  f: { prefix: 'Festive ', rarity: 'Unique', worth: 4 },
  F: { prefix: 'Strange Festive ', rarity: 'Strange', worth: 14 },
  a: { prefix: 'Strange Australium ', rarity: 'Strange', worth: 90 },
  U: { prefix: 'Unusual ', rarity: 'Unusual', worth: 70 },
  k: { prefix: 'Professional Killstreak ', rarity: 'Unique', worth: 18 },
};

type SoldItem = { readonly name: string; readonly qualities: string };

/** An item in each of its qualities. */
const inQualities = ({ name, qualities: letters }: SoldItem, type: string, basePrice: number): readonly Draft[] =>
  [...letters].map((letter) => {
    const quality = qualities[letter];
    if (quality === undefined) throw new Error(`the quality "${letter}" of "${name}" is not in the table of qualities`);
    const { prefix, rarity, worth } = quality;
    return { name: prefix + name, type, rarity, basePrice: basePrice * taste(name) * worth };
  });

const plain = (names: readonly string[], prefix: string, type: string, price: number): readonly Draft[] =>
  names.map((name) => ({ name: prefix + name, type, rarity: 'Unique', basePrice: price * taste(name) ** 1.3 }));

export const tf2Items = (): readonly CatalogueItem[] =>
  toItems('TF2', [
    ...tf2.tools.map(({ name, price }) => ({ name, type: 'Tool', rarity: 'Unique', basePrice: price })),
    ...plain(tf2.paints, '', 'Tool', 2.5),
    ...plain(tf2.strangeParts, 'Strange Part: ', 'Tool', 2),
    ...tf2.weapons.flatMap(({ type, items }) => items.flatMap((item) => inQualities(item, type, 0.35))),
    ...tf2.hats.flatMap((hat) => inQualities(hat, 'Cosmetic', 1.2)),
    ...['Silver', 'Gold', 'Rust', 'Blood', 'Carbonado', 'Diamond'].flatMap((metal) =>
      tf2.botkillers.map((weapon) => ({
        name: `Strange ${metal} Botkiller ${weapon} Mk.I`,
        type: 'Weapon',
        rarity: 'Strange',
        basePrice: 8 * taste(metal + weapon),
      })),
    ),
  ]);
