import { type Condition, conditions, type ItemAttributes } from '../schema/index.ts';

/** What is known of one item that moves its price. */
export type Looks = {
  readonly float: number | null;
  readonly paintSeed: number | null;
  /** Fade percentage; null for other finishes. */
  readonly fade: number | null;
  /** What its stickers cost as separate items, in thousandths of a dollar; 0 without any, null if it is not known. */
  readonly stickersUsd: number | null;
  /** What its charms cost as separate items; the same. */
  readonly charmsUsd: number | null;
};

export type FloatRange = { readonly min: number; readonly max: number };

/** The float at which each wear band ends. */
const ends: Readonly<Record<Condition, number>> = {
  'Factory New': 0.07,
  'Minimal Wear': 0.15,
  'Field-Tested': 0.38,
  'Well-Worn': 0.45,
  'Battle-Scarred': 1,
};

/** The floats that an item can have, by its wear band and the range of its finish, where that is known. */
export function floatRange(
  condition: Condition | null,
  { minFloat, maxFloat }: Pick<ItemAttributes, 'minFloat' | 'maxFloat'>,
): FloatRange {
  const before = condition === null ? undefined : conditions[conditions.indexOf(condition) - 1];
  const from = Math.max(minFloat ?? 0, before === undefined ? 0 : ends[before]);
  const to = Math.min(maxFloat ?? 1, condition === null ? 1 : ends[condition]);
  return from < to ? { min: from, max: to } : { min: 0, max: 1 };
}

/** Where a float is within its range: 0 is the least worn, 1 the most. */
export const wearPosition = (float: number, { min, max }: FloatRange): number =>
  Math.min(1, Math.max(0, (float - min) / (max - min)));
