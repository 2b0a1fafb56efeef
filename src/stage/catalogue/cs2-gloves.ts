import { wearBands } from '../market/piece/wear-band.ts';
import gloves from './cs2-gloves.json' with { type: 'json' };
import type { Draft } from './item.ts';
import { conditionWorth, taste } from './worth.ts';

/** All gloves share one float range. */
const floats = { minFloat: 0.06, maxFloat: 0.8 };

/** Gloves never come as StatTrak or Souvenir. */
export const gloveItems = (): readonly Draft[] =>
  gloves.flatMap(({ name, defIndex, price, finishes }) =>
    finishes.flatMap(({ name: finish, paint }) =>
      wearBands(floats.minFloat, floats.maxFloat).map(({ condition }) => ({
        ...floats,
        name: `★ ${name} | ${finish} (${condition})`,
        type: 'Gloves',
        weapon: name,
        rarity: 'Extraordinary',
        defIndex,
        paintIndex: paint,
        basePrice: price * (0.4 + 0.6 * taste(`${name}${finish}`)) * conditionWorth[condition] ** 1.6,
      })),
    ),
  );
