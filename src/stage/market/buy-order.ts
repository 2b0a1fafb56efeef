import { fairPrice, toCents } from './fair-price.ts';
import { withinTick } from './listing.ts';
import { numberOf } from './listing-ids.ts';
import type { MarketItem } from './market-items.ts';
import type { PlayedTime } from './played-time.ts';
import { pick, type SeededRandom } from './seeded-random.ts';
import { type Slot, type Stay, topic } from './slots.ts';
import type { PlayedBuyOrder } from './world.ts';

const revisionTicks = 32;

/** The buy order in a slot. */
export const buyOrderOf = (
  random: SeededRandom,
  time: PlayedTime,
  { marketplace, itemIndex, item, priceLevel }: MarketItem,
  slot: Slot,
  { key, bornAt }: Stay,
  tick: number,
): PlayedBuyOrder => {
  const pricedAt = bornAt + Math.floor((tick - bornAt) / revisionTicks) * revisionTicks;
  const wantsPhase = item.phases.length > 0 && random.of(topic.phase, key) < 0.5;
  const phase = wantsPhase ? pick(item.phases, random.of(topic.phase, key, 1)).phase : null;
  const fair = fairPrice(random, itemIndex, item, phase, pricedAt);
  return {
    number: numberOf({ marketplaceId: marketplace.id, itemIndex, slot: slot.index, bornAt }),
    item,
    priceUsd: toCents(fair * priceLevel * (0.93 - 0.35 * random.of(topic.spread, key) ** 2), 1),
    quantity: 1 + Math.floor(random.of(topic.quantity, key, pricedAt) ** 3 * 40),
    phase,
    createdAt: time.at(bornAt, withinTick(itemIndex, slot.index)),
  };
};
