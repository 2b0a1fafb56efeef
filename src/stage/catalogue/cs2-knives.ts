import { type Phase, phases } from '../../schema/index.ts';
import { wearBands } from '../market/piece/wear-band.ts';
import type { CatalogueItem } from '../market/world.ts';
import knives from './cs2-knives.json' with { type: 'json' };
import type { Draft } from './item.ts';
import { conditionWorth, taste } from './worth.ts';

type Variants = Readonly<Partial<Record<Phase, number>>>;

const doppler: Variants = {
  Ruby: 415,
  Sapphire: 416,
  'Black Pearl': 417,
  'Phase 1': 418,
  'Phase 2': 419,
  'Phase 3': 420,
  'Phase 4': 421,
};

const gammaDoppler: Variants = { Emerald: 568, 'Phase 1': 569, 'Phase 2': 570, 'Phase 3': 571, 'Phase 4': 572 };

/** Models whose shape needs its own texture. */
const ownDoppler: Readonly<Record<string, Variants>> = {
  'Butterfly Knife': { 'Black Pearl': 617, 'Phase 2': 618, Sapphire: 619 },
  'Shadow Daggers': { 'Black Pearl': 617, 'Phase 2': 618, Sapphire: 619 },
  'Talon Knife': { 'Phase 1': 852, 'Phase 2': 853, 'Phase 3': 854, 'Phase 4': 855 },
};

const variantsOf = (variants: Variants): CatalogueItem['phases'] =>
  phases.flatMap((phase) => {
    const paintIndex = variants[phase];
    return paintIndex === undefined ? [] : [{ phase, paintIndex }];
  });

const phasesOf = (model: string, finish: string): CatalogueItem['phases'] => {
  if (finish === 'Doppler') return variantsOf({ ...doppler, ...ownDoppler[model] });
  return finish === 'Gamma Doppler' ? variantsOf(gammaDoppler) : [];
};

const editions = [
  { prefix: '★ ', worth: 1 },
  { prefix: '★ StatTrak™ ', worth: 1.15 },
] as const;

/** Knives with and without finish; all are covert. */
export function* knifeItems(): Generator<Draft> {
  for (const { name: model, defIndex, price, families } of knives.models) {
    const common = { type: 'Knife', rarity: 'Covert', weapon: model, defIndex };
    for (const { prefix, worth } of editions) {
      // A knife without a finish has no condition in its name, but still a float
      const bare = { paintIndex: 0, minFloat: 0.06, maxFloat: 0.8, basePrice: price * worth * 1.05 };
      yield { ...common, ...bare, name: `${prefix}${model}` };
      for (const { name: finish, family, paint, own, from, to, worth: factor } of knives.finishes) {
        if (!families.includes(family)) continue;
        const fair = price * worth * factor * (0.8 + 0.15 * taste(`${model}${finish}`));
        for (const { condition } of wearBands(from, to)) {
          yield {
            ...common,
            name: `${prefix}${model} | ${finish} (${condition})`,
            minFloat: from,
            maxFloat: to,
            // Some models have a paint of their own
            paintIndex: own.find((one) => one.model === model)?.paint ?? paint,
            phases: phasesOf(model, finish),
            basePrice: fair * (0.6 + 0.4 * conditionWorth[condition]),
          };
        }
      }
    }
  }
}
