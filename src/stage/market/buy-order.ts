import { fairPrice, minWorth, priceAt, variantWorth } from './fair-price.ts';
import { withinTick } from './listing.ts';
import { numberOf } from './listing-ids.ts';
import type { MarketItem } from './market-items.ts';
import type { PlayedTime } from './played-time.ts';
import { pick, type SeededRandom } from './seeded-random.ts';
import { type Slot, type Stay, topic } from './slots.ts';
import type { PlayedBuyOrder } from './world.ts';

const revisionTicks = 32;

/** The buy order in a slot, or null while even the cheapest of what it is for is above the ceiling of the marketplace. */
export const buyOrderOf = (
  random: SeededRandom,
  time: PlayedTime,
  marketItem: MarketItem,
  slot: Slot,
  { key, bornAt }: Stay,
  tick: number,
): PlayedBuyOrder | null => {
  const { marketplace, itemIndex, item, priceLevel, ordersNameVariants } = marketItem;
  const pricedAt = bornAt + Math.floor((tick - bornAt) / revisionTicks) * revisionTicks;
  const wantsPhase = ordersNameVariants && item.phases.length > 0 && random.of(topic.phase, key) < 0.5;
  const phase = wantsPhase ? pick(item.phases, random.of(topic.phase, key, 1)).phase : null;
  const worth = phase === null ? minWorth(item) : variantWorth(phase, null);
  const fairUsd = fairPrice(random, itemIndex, item, pricedAt) * priceLevel * worth;
  const priceUsd = priceAt(marketItem, fairUsd * (0.93 - 0.35 * random.of(topic.spread, key) ** 2), 1);
  if (priceUsd === null || priceAt(marketItem, fairUsd, 1) === null) return null;
  return {
    number: numberOf({ marketplaceId: marketplace.id, itemIndex, slot: slot.index, bornAt }),
    item,
    priceUsd,
    quantity: 1 + Math.floor(random.of(topic.quantity, key, pricedAt) ** 3 * 40),
    phase,
    createdAt: time.at(bornAt, withinTick(itemIndex, slot.index)),
  };
};
