import { type Phase, phases } from '../../schema/index.ts';
import { wearBands } from '../market/wear-band.ts';
import type { CatalogueItem } from '../market/world.ts';
import type { Draft } from './item.ts';
import { floatRange, rowsOf } from './table-text.ts';
import { conditionWorth, taste } from './worth.ts';

/** Model, definition index, usual price in dollars, available families of finishes. */
const models = `
  Bayonet, 500, 230, early night chroma gamma
  Flip Knife, 505, 190, early night chroma gamma
  Gut Knife, 506, 110, early night chroma gamma
  Karambit, 507, 720, early night chroma gamma
  M9 Bayonet, 508, 640, early night chroma gamma
  Huntsman Knife, 509, 140, early night chroma gamma
  Falchion Knife, 512, 110, early night chroma gamma
  Bowie Knife, 514, 120, early night chroma gamma
  Butterfly Knife, 515, 900, early night chroma gamma
  Shadow Daggers, 516, 85, early night chroma gamma
  Ursus Knife, 519, 170, early stripe chroma
  Navaja Knife, 520, 85, early stripe chroma
  Stiletto Knife, 522, 260, early stripe chroma
  Talon Knife, 523, 420, early stripe chroma
  Nomad Knife, 521, 230, early stripe chroma
  Paracord Knife, 517, 130, early stripe chroma
  Survival Knife, 518, 130, early stripe chroma
  Skeleton Knife, 525, 330, early stripe chroma
  Classic Knife, 503, 190, early stripe
  Kukri Knife, 526, 140, early stripe
`;

/** Finish, family, paint index (of single models where it differs), float range, price over the usual of the model. */
const finishes = `
  Fade, early, 38, 0-8, 1.5
  Slaughter, early, 59, 1-26, 1.2
  Case Hardened, early, 44, 0-100, 1.2
  Blue Steel, early, 42, 0-100, 0.95
  Crimson Web, early, 12, 6-80, 1.1
  Stained, early, 43, 0-100, 0.85
  Boreal Forest, early, 77, 6-80, 0.7
  Forest DDPAT, early, 5, 6-80, 0.68
  Safari Mesh, early, 72, 6-80, 0.66
  Scorched, early, 175, 6-80, 0.68
  Urban Masked, early, 143, 6-80, 0.72
  Night, night, 40, 6-80, 0.85
  Night Stripe, stripe, 735, 6-80, 0.8
  Doppler, chroma, 418, 0-8, 1.45
  Marble Fade, chroma, 413 / Talon Knife 856, 0-8, 1.5
  Tiger Tooth, chroma, 409, 0-8, 1.35
  Damascus Steel, chroma, 410 / M9 Bayonet 411 / Huntsman Knife 411 / Falchion Knife 411 / Bowie Knife 411 / Butterfly Knife 411 / Shadow Daggers 411 / Ursus Knife 857 / Navaja Knife 857 / Stiletto Knife 857 / Talon Knife 858, 0-50, 0.95
  Ultraviolet, chroma, 98 / Huntsman Knife 620 / Falchion Knife 621 / Paracord Knife 621, 6-80, 0.85
  Rust Coat, chroma, 414, 40-100, 0.8
  Gamma Doppler, gamma, 569, 0-8, 1.7
  Lore, gamma, 558 / Flip Knife 559 / Gut Knife 560 / Karambit 561 / M9 Bayonet 562 / Bowie Knife 1104 / Butterfly Knife 1105 / Falchion Knife 1106 / Huntsman Knife 1107 / Shadow Daggers 1108, 0-65, 1.15
  Black Laminate, gamma, 563 / Flip Knife 564 / Gut Knife 565 / Karambit 566 / M9 Bayonet 567 / Bowie Knife 1109 / Butterfly Knife 1110 / Falchion Knife 1111 / Huntsman Knife 1112 / Shadow Daggers 1113, 0-100, 0.95
  Autotronic, gamma, 573 / Flip Knife 574 / Gut Knife 575 / Karambit 576 / M9 Bayonet 577 / Bowie Knife 1114 / Butterfly Knife 1115 / Falchion Knife 1116 / Huntsman Knife 1117 / Shadow Daggers 1118, 0-85, 1.1
  Bright Water, gamma, 579 / Bayonet 578 / Flip Knife 578 / Gut Knife 578 / Karambit 578, 0-50, 0.85
  Freehand, gamma, 581 / Bayonet 580 / Flip Knife 580 / Gut Knife 580 / Karambit 582, 0-48, 0.9
`;

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

/** "410 / Talon Knife 858": the number of the model, else the first. */
const paintIndexOf = (text: string, model: string): number => {
  const [usual, ...others] = text.split(' / ');
  const own = others.find((other) => other.startsWith(`${model} `));
  return Number(own === undefined ? usual : own.slice(model.length + 1));
};

const editions = [
  { prefix: '★ ', worth: 1 },
  { prefix: '★ StatTrak™ ', worth: 1.15 },
] as const;

/** Knives with and without finish; all are covert. */
export function* knifeItems(): Generator<Draft> {
  for (const [model = '', defIndex, price, families = ''] of rowsOf(models)) {
    const common = { type: 'Knife', rarity: 'Covert', defIndex: Number(defIndex) };
    const usual = Number(price);
    for (const { prefix, worth } of editions) {
      // A knife without a finish has no condition in its name, but still a float
      const bare = { paintIndex: 0, minFloat: 0.06, maxFloat: 0.8, basePrice: usual * worth * 1.05 };
      yield { ...common, ...bare, name: `${prefix}${model}` };
      for (const [finish = '', family = '', paint = '', range = '', factor] of rowsOf(finishes)) {
        if (!families.split(' ').includes(family)) continue;
        const floats = floatRange(range);
        const fair = usual * worth * Number(factor) * (0.8 + 0.15 * taste(`${model}${finish}`));
        for (const { condition } of wearBands(floats.minFloat, floats.maxFloat)) {
          yield {
            ...common,
            ...floats,
            name: `${prefix}${model} | ${finish} (${condition})`,
            paintIndex: paintIndexOf(paint, model),
            phases: phasesOf(model, finish),
            basePrice: fair * (0.6 + 0.4 * conditionWorth[condition]),
          };
        }
      }
    }
  }
}
