import type { Condition } from '../../../schema/index.ts';
import { shareOf } from '../../catalogue/worth.ts';
import type { CatalogueItem } from '../world.ts';
import { fadeOf } from './fade.ts';
import type { WearBand } from './wear-band.ts';

/*
 * The rule of the stage for what one piece is worth beside another of the same name. A method of appraisal has to find
 * it out, so nothing outside the stage may import it or repeat its figures.
 *
 * A price is: fair price × floatWorth × seedWorth + what is applied on it. The plainest piece has a worth of 1, so that
 * the lowest price of a name is still its fair price.
 */

/** What the lowest float of a wear adds. */
const lowestFloatAdds: Readonly<Record<Condition, number>> = {
  'Factory New': 0.22,
  'Minimal Wear': 0.1,
  'Field-Tested': 0.16,
  'Well-Worn': 0.05,
  'Battle-Scarred': 0.07,
};
/** A factory new float close to zero is collected. */
const collected = { below: 0.01, adds: 0.3 };

/** Falls with the cube of the position within the wear: only low floats are worth more. */
export const floatWorth = ({ condition, from, to }: WearBand, float: number): number => {
  const position = (float - from) / (to - from);
  const rare =
    condition === 'Factory New' && float < collected.below ? collected.adds * (1 - float / collected.below) : 0;
  return 1 + lowestFloatAdds[condition] * (1 - position) ** 3 + rare;
};

/** Fades grow with the square of what is above 80 %, and the last hundredth counts once more. */
const fadeWorth = (percentage: number): number =>
  1 + 0.5 * ((percentage - 80) / 20) ** 2 + (percentage >= 99 ? 0.25 : 0);

/** Shares of the seeds of a hardened finish that traders call gems, rarest first, and what they are worth. */
const gems = [
  { share: 0.01, worth: 3 },
  { share: 0.05, worth: 1.5 },
] as const;

const gemWorth = (finish: string, paintSeed: number): number => {
  const draw = shareOf(`${finish} ${paintSeed}`);
  return gems.find(({ share }) => draw < share)?.worth ?? 1;
};

export const seedWorth = (item: CatalogueItem, paintSeed: number): number => {
  const fade = fadeOf(item, paintSeed);
  if (fade !== null) return fadeWorth(fade);
  const hardened = /\| (Case Hardened|Heat Treated)/.exec(item.name);
  return hardened === null ? 1 : gemWorth(`${item.weapon} ${hardened[1]}`, paintSeed);
};

/** Shares of its own price that buyers pay for what is applied. */
const appliedShares = { whole: 0.06, scratched: 0.015, charm: 0.3, slab: 0.5 } as const;

/** In dollars; `taste` from 0 to 1 is how much the buyers of this piece care. */
export const appliedWorth = (priceUsd: number, applied: keyof typeof appliedShares, taste: number): number =>
  priceUsd * appliedShares[applied] * (0.6 + 0.8 * taste);
