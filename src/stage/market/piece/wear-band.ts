import { type Condition, conditions } from '../../../schema/index.ts';
import type { CatalogueItem } from '../world.ts';

export type WearBand = { readonly condition: Condition; readonly from: number; readonly to: number };

/** The float at which each condition ends; a finish only has those that its own range touches. */
const ends: Readonly<Record<Condition, number>> = {
  'Factory New': 0.07,
  'Minimal Wear': 0.15,
  'Field-Tested': 0.38,
  'Well-Worn': 0.45,
  'Battle-Scarred': 1,
};

/** The conditions a finish exists in, each with the floats possible there. */
export const wearBands = (minFloat: number, maxFloat: number): readonly WearBand[] => {
  const bands: WearBand[] = [];
  let start = 0;
  for (const condition of conditions) {
    const from = Math.max(start, minFloat);
    const to = Math.min(ends[condition], maxFloat);
    if (from < to) bands.push({ condition, from, to });
    start = ends[condition];
  }
  return bands;
};

/** The floats possible for an item by the condition in its name, or null when it has none. */
export const wearBandOf = ({ name, minFloat, maxFloat }: CatalogueItem): WearBand | null => {
  if (minFloat === null || maxFloat === null) return null;
  const bands = wearBands(minFloat, maxFloat);
  const named = bands.find(({ condition }) => name.endsWith(`(${condition})`));
  // A knife without a finish has a float although its name has no condition
  return named ?? { condition: 'Factory New', from: minFloat, to: maxFloat };
};
