import type { CatalogueItem } from '../market/world.ts';
import { type Draft, toItems } from './item.ts';
import tf2 from './tf2.json' with { type: 'json' };
import { shareOf, taste } from './worth.ts';

type Quality = { readonly prefix: string; readonly quality: string; readonly worth: number };

/** Letters of the data: the qualities in which an item is sold. */
const qualities: Readonly<Record<string, Quality>> = {
  u: { prefix: '', quality: 'Unique', worth: 1 },
  s: { prefix: 'Strange ', quality: 'Strange', worth: 2 },
  v: { prefix: 'Vintage ', quality: 'Vintage', worth: 1.6 },
  g: { prefix: 'Genuine ', quality: 'Genuine', worth: 1.8 },
  h: { prefix: 'Haunted ', quality: 'Haunted', worth: 2.5 },
  c: { prefix: "Collector's ", quality: "Collector's", worth: 30 },
  f: { prefix: 'Festive ', quality: 'Unique', worth: 4 },
  F: { prefix: 'Strange Festive ', quality: 'Strange', worth: 14 },
  a: { prefix: 'Strange Australium ', quality: 'Strange', worth: 90 },
  U: { prefix: 'Unusual ', quality: 'Unusual', worth: 70 },
  k: { prefix: 'Professional Killstreak ', quality: 'Unique', worth: 18 },
};

type SoldItem = { readonly name: string; readonly qualities: string };

const classes = ['Scout', 'Soldier', 'Pyro', 'Demoman', 'Heavy', 'Engineer', 'Medic', 'Sniper', 'Spy'] as const;
/** Shares of what every class and what two classes can use. */
const forAll = 0.2;
const forTwo = 0.35;

/** The classes that can use an item, derived from its name. */
const classesOf = (name: string): readonly string[] => {
  const draw = shareOf(`classes of ${name}`);
  if (draw < forAll) return [];
  const first = Math.floor(shareOf(name) * classes.length);
  return [classes[first] ?? '', ...(draw < forTwo ? [classes[(first + 1) % classes.length] ?? ''] : [])];
};

/** An item in each of its qualities. */
const inQualities = ({ name, qualities: letters }: SoldItem, type: string, basePrice: number): readonly Draft[] =>
  [...letters].map((letter) => {
    const known = qualities[letter];
    if (known === undefined) throw new Error(`the quality "${letter}" of "${name}" is not in the table of qualities`);
    const { prefix, quality, worth } = known;
    return { name: prefix + name, type, quality, classes: classesOf(name), basePrice: basePrice * taste(name) * worth };
  });

const plain = (names: readonly string[], prefix: string, type: string, price: number): readonly Draft[] =>
  names.map((name) => ({ name: prefix + name, type, quality: 'Unique', basePrice: price * taste(name) ** 1.3 }));

export const tf2Items = (): readonly CatalogueItem[] =>
  toItems('TF2', [
    ...tf2.tools.map(({ name, price }) => ({ name, type: 'Tool', quality: 'Unique', basePrice: price })),
    ...plain(tf2.paints, '', 'Tool', 2.5),
    ...plain(tf2.strangeParts, 'Strange Part: ', 'Tool', 2),
    ...tf2.weapons.flatMap(({ type, items }) => items.flatMap((item) => inQualities(item, type, 0.35))),
    ...tf2.hats.flatMap((hat) => inQualities(hat, 'Cosmetic', 1.2)),
    ...['Silver', 'Gold', 'Rust', 'Blood', 'Carbonado', 'Diamond'].flatMap((metal) =>
      tf2.botkillers.map((weapon) => ({
        name: `Strange ${metal} Botkiller ${weapon} Mk.I`,
        type: 'Weapon',
        quality: 'Strange',
        classes: classesOf(weapon),
        basePrice: 8 * taste(metal + weapon),
      })),
    ),
  ]);
