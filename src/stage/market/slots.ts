import { pick, type SeededRandom } from './seeded-random.ts';

/**
 * A place that one listing (or order) after another occupies, with gaps between them.
 * Nothing is stored: what occupies a slot at a tick is derived from the slot's period and the seed.
 */
export type Slot = {
  /** Random key of the marketplace, item and slot. */
  readonly key: number;
  readonly index: number;
  readonly period: number;
  /** The tick modulo `period` at which something new appears. */
  readonly offset: number;
  /** Never empty and never withdrawn unsold. */
  readonly isSteady: boolean;
  /** Ratio of the time that things stay here to that elsewhere. */
  readonly pace: number;
};

/** One occupancy of a slot: from tick `bornAt` up to, but excluding, tick `endsAt`. */
export type Stay = {
  /** Random key of the slot and the occupancy. */
  readonly key: number;
  readonly bornAt: number;
  readonly endsAt: number;
  readonly isSold: boolean;
};

/** Keys of the different random decisions, so that they are independent of each other. */
export const topic = {
  coverage: 1,
  popularity: 2,
  period: 3,
  offset: 4,
  length: 5,
  sold: 6,
  spread: 7,
  float: 8,
  seed: 9,
  phase: 10,
  sticker: 11,
  seller: 12,
  lock: 13,
  trend: 14,
  revision: 15,
  quantity: 16,
  orders: 17,
  charm: 18,
  patch: 19,
  nameTag: 20,
  count: 21,
  owned: 22,
} as const;

/** Shares of what is sold and not withdrawn, and of the period that it stays, by what its seller hopes for. */
const eager = { soldShare: 0.85, stays: 0.25 } as const;
const hopeful = { soldShare: 0.35, stays: 0.57 } as const;
/** What chance adds to the stay. */
const chanceStays = 0.48;

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** What a seller hopes for, from 0 (sells for what others pay) to 1: decides the price, and how long it takes to sell. */
export const hopeOf = (random: SeededRandom, { key }: Pick<Stay, 'key'>): number => random.of(topic.spread, key);

type SlotSettings = Pick<Slot, 'isSteady' | 'pace'> & { readonly periods: readonly number[] };

/** `marketItem` is the random key of the marketplace and the item. */
export const createSlot = (
  random: SeededRandom,
  marketItem: number,
  index: number,
  { periods, isSteady, pace }: SlotSettings,
): Slot => {
  const key = random.key(marketItem, index);
  const period = pick(periods, random.of(topic.period, key));
  return { key, index, period, offset: Math.floor(random.of(topic.offset, key) * period), isSteady, pace };
};

const bornBefore = ({ period, offset }: Slot, tick: number): number => {
  const since = (tick - offset) % period;
  return tick - (since < 0 ? since + period : since);
};

const stayFrom = (random: SeededRandom, slot: Slot, bornAt: number): Stay => {
  const key = random.key(slot.key, bornAt);
  if (slot.isSteady) return { key, bornAt, endsAt: bornAt + slot.period, isSold: true };
  const hope = hopeOf(random, { key });
  const stays = between(eager.stays, hopeful.stays, hope) + chanceStays * random.of(topic.length, key);
  const endsAt = bornAt + Math.max(1, Math.ceil(slot.period * Math.min(1, stays * slot.pace)));
  return {
    key,
    bornAt,
    endsAt,
    isSold: random.of(topic.sold, key) < between(eager.soldShare, hopeful.soldShare, hope),
  };
};

/** What occupies the slot at the tick, or null in a gap. */
export const stayAt = (random: SeededRandom, slot: Slot, tick: number): Stay | null => {
  const stay = stayFrom(random, slot, bornBefore(slot, tick));
  return stay.endsAt > tick ? stay : null;
};

/** The first tick after this one at which something new appears in the slot. */
export const bornAfter = (slot: Slot, tick: number): number => bornBefore(slot, tick) + slot.period;

/** Occupancies that ended between the earliest tick and this one, latest first. */
export function* pastStays(random: SeededRandom, slot: Slot, tick: number, earliest: number): Generator<Stay> {
  for (let bornAt = bornBefore(slot, tick); bornAt + slot.period > earliest; bornAt -= slot.period) {
    const stay = stayFrom(random, slot, bornAt);
    if (stay.endsAt <= tick && stay.endsAt > earliest) yield stay;
  }
}
