import { wearBands } from '../market/piece/wear-band.ts';
import { collectionOf } from './collections.ts';
import weapons from './cs2-weapons.json' with { type: 'json' };
import type { Draft } from './item.ts';
import { conditionWorth, souvenirWorth, statTrakWorth, taste } from './worth.ts';

type Finish = {
  readonly name: string;
  readonly paint: number;
  /** Its place among the rarities, from 1. */
  readonly rarity: number;
  /** Range of the float. */
  readonly from: number;
  readonly to: number;
  /** s for StatTrak, v for Souvenir. */
  readonly editions?: string | undefined;
  /** In dollars, where the usual one is far off. */
  readonly price?: number | undefined;
};

type Weapon = {
  readonly name: string;
  readonly defIndex: number;
  readonly type: string;
  readonly finishes: readonly Finish[];
};

const rarities = [
  { name: 'Consumer Grade', price: 0.08 },
  { name: 'Industrial Grade', price: 0.2 },
  { name: 'Mil-Spec Grade', price: 0.6 },
  { name: 'Restricted', price: 2.8 },
  { name: 'Classified', price: 11 },
  { name: 'Covert', price: 45 },
  { name: 'Contraband', price: 4200 },
] as const;

const editionsOf = (editions: string): readonly { readonly prefix: string; readonly worth: number }[] => [
  { prefix: '', worth: 1 },
  ...(editions.includes('s') ? [{ prefix: 'StatTrak™ ', worth: statTrakWorth }] : []),
  ...(editions.includes('v') ? [{ prefix: 'Souvenir ', worth: souvenirWorth }] : []),
];

/** Every name of a weapon: finishes × conditions possible in their float range × editions. */
const itemsOf = ({ name, defIndex, type, finishes }: Weapon): readonly Draft[] =>
  finishes.flatMap(({ name: finish, paint, from, to, ...more }) => {
    const rarity = rarities[more.rarity - 1];
    if (rarity === undefined) throw new Error(`the finish "${finish}" has the rarity ${more.rarity}; write 1 to 7`);
    const fair = more.price ?? rarity.price * taste(`${name}${finish}`);
    return editionsOf(more.editions ?? '').flatMap(({ prefix, worth }) =>
      wearBands(from, to).map(({ condition }) => ({
        name: `${prefix}${name} | ${finish} (${condition})`,
        type,
        rarity: rarity.name,
        weapon: name,
        collection: collectionOf(name, finish),
        defIndex,
        paintIndex: paint,
        minFloat: from,
        maxFloat: to,
        basePrice: fair * worth * conditionWorth[condition],
      })),
    );
  });

export const weaponItems = (): readonly Draft[] => (weapons satisfies readonly Weapon[]).flatMap(itemsOf);
