import { wearBands } from '../market/wear-band.ts';
import type { Draft } from './item.ts';
import { floatRange, rowsOf } from './table-text.ts';
import { conditionWorth, souvenirWorth, statTrakWorth, taste } from './worth.ts';

export type Weapon = {
  readonly name: string;
  readonly defIndex: number;
  readonly type: string;
  /** One finish a line: name, paint index, rarity 1 to 7, float range in hundredths, editions (s StatTrak, v Souvenir), price in dollars where the usual one is far off. */
  readonly finishes: string;
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

export type Finish = {
  readonly name: string;
  readonly paintIndex: number;
  readonly rarity: { readonly name: string; readonly price: number };
  readonly minFloat: number;
  readonly maxFloat: number;
  readonly editions: string;
  readonly price: number | null;
};

const finishOf = ([name = '', paintIndex, rarity, range = '', editions = '', price]: readonly string[]): Finish => {
  const found = rarities[Number(rarity) - 1];
  if (found === undefined) throw new Error(`the finish "${name}" has the rarity "${rarity}"; write 1 to 7`);
  return {
    name,
    paintIndex: Number(paintIndex),
    rarity: found,
    ...floatRange(range),
    editions,
    price: price === undefined ? null : Number(price),
  };
};

const editionsOf = (editions: string): readonly { readonly prefix: string; readonly worth: number }[] => [
  { prefix: '', worth: 1 },
  ...(editions.includes('s') ? [{ prefix: 'StatTrak™ ', worth: statTrakWorth }] : []),
  ...(editions.includes('v') ? [{ prefix: 'Souvenir ', worth: souvenirWorth }] : []),
];

/** Every name of a weapon: finishes × conditions possible in their float range × editions. */
export function* weaponItems({ name, defIndex, type, finishes }: Weapon): Generator<Draft> {
  for (const finish of rowsOf(finishes).map(finishOf)) {
    const { paintIndex, minFloat, maxFloat } = finish;
    const fair = finish.price ?? finish.rarity.price * taste(`${name}${finish.name}`);
    for (const { prefix, worth } of editionsOf(finish.editions)) {
      for (const { condition } of wearBands(minFloat, maxFloat)) {
        yield {
          name: `${prefix}${name} | ${finish.name} (${condition})`,
          type,
          rarity: finish.rarity.name,
          defIndex,
          paintIndex,
          minFloat,
          maxFloat,
          basePrice: fair * worth * conditionWorth[condition],
        };
      }
    }
  }
}
