import type { Phase } from '../../schema/index.ts';
import type { MarketItem } from './market-items.ts';
import type { SeededRandom } from './seeded-random.ts';
import { topic } from './slots.ts';
import { effectsOf } from './tf2-effects.ts';
import type { CatalogueItem, PlayedEffect } from './world.ts';

/** Swings of a price: their period in ticks and their amplitude. */
const swings = [
  { ticks: 2048, reach: 0.16 },
  { ticks: 256, reach: 0.06 },
  { ticks: 24, reach: 0.025 },
] as const;

/** What buyers pay relative to the average of the finish. */
const phaseWorth: Readonly<Record<Phase, number>> = {
  'Phase 1': 0.97,
  'Phase 2': 1.12,
  'Phase 3': 0.96,
  'Phase 4': 1.05,
  Ruby: 3.4,
  Sapphire: 3.9,
  'Black Pearl': 4.2,
  Emerald: 4.8,
};

/** How often a variant occurs within its finish. */
export const phaseShare: Readonly<Record<Phase, number>> = {
  'Phase 1': 22,
  'Phase 2': 22,
  'Phase 3': 22,
  'Phase 4': 22,
  Ruby: 4,
  Sapphire: 4,
  'Black Pearl': 2,
  Emerald: 5,
};

/** Worth of one variant of an item relative to the average. */
export const variantWorth = (phase: Phase | null, effect: PlayedEffect | null): number =>
  (phase === null ? 1 : phaseWorth[phase]) * (effect?.worth ?? 1);

/** Worth of what a buyer gets who names no variant: the cheapest one. */
export const minWorth = (item: CatalogueItem): number =>
  Math.min(1, ...item.phases.map(({ phase }) => phaseWorth[phase]), ...effectsOf(item).map(({ worth }) => worth));

/** Fair price in US dollars at a tick: the base price with slow and fast swings, continuous in time. */
export const fairPrice = (random: SeededRandom, itemIndex: number, item: CatalogueItem, tick: number): number => {
  let logarithm = 0;
  for (const [index, { ticks, reach }] of swings.entries()) {
    const whole = Math.floor(tick / ticks);
    const part = tick / ticks - whole;
    const from = random.of(topic.trend, itemIndex, index, whole);
    const to = random.of(topic.trend, itemIndex, index, whole + 1);
    logarithm += (from + (to - from) * part * part * (3 - 2 * part) - 0.5) * 2 * reach;
  }
  return item.basePrice * Math.exp(logarithm);
};

/**
 * A price at a marketplace in whole cents, never below its minimum; null above its ceiling. What has no price is not
 * there: listings, sales and buy orders are all made through this.
 */
export const priceAt = ({ ceilingUsd }: MarketItem, dollars: number, minCents: number): number | null => {
  const price = Math.max(minCents, Math.round(dollars * 100)) / 100;
  return price > ceilingUsd ? null : price;
};
