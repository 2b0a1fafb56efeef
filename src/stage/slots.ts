import type { Chance } from './chance.ts';

/**
 * A place where one listing (or order) after the other stands, with a gap between them.
 * Nothing is stored: whatever stands in a slot at a tick follows from the slot's period and the chance.
 */
export type Slot = {
  readonly key: readonly number[];
  readonly index: number;
  readonly period: number;
  /** The tick modulo `period` at which something new appears. */
  readonly offset: number;
  /** Never empty, and never withdrawn unsold. */
  readonly isSteady: boolean;
};

/** One stay in a slot: from tick `bornAt` until before tick `endsAt`. */
export type Stay = { readonly bornAt: number; readonly endsAt: number; readonly isSold: boolean };

/** Keys of the different questions put to chance, so that their answers do not depend on each other. */
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
} as const;

const soldShare = 0.6;

export const createSlot = (
  chance: Chance,
  key: readonly number[],
  index: number,
  periods: readonly number[],
  isSteady: boolean,
): Slot => {
  const draw = chance(topic.period, ...key, index);
  const period = periods[Math.floor(draw * periods.length)] ?? 64;
  return { key, index, period, offset: Math.floor(chance(topic.offset, ...key, index) * period), isSteady };
};

const bornBefore = ({ period, offset }: Slot, tick: number): number => {
  const since = (tick - offset) % period;
  return tick - (since < 0 ? since + period : since);
};

const stayFrom = (chance: Chance, slot: Slot, bornAt: number): Stay => {
  if (slot.isSteady) return { bornAt, endsAt: bornAt + slot.period, isSold: true };
  const share = 0.3 + 0.7 * chance(topic.length, ...slot.key, slot.index, bornAt);
  return {
    bornAt,
    endsAt: bornAt + Math.max(1, Math.ceil(slot.period * share)),
    isSold: chance(topic.sold, ...slot.key, slot.index, bornAt) < soldShare,
  };
};

/** What stands in the slot at the tick, or null in a gap. */
export const stayAt = (chance: Chance, slot: Slot, tick: number): Stay | null => {
  const stay = stayFrom(chance, slot, bornBefore(slot, tick));
  return stay.endsAt > tick ? stay : null;
};

/** Stays that have ended by the tick and not before the earliest one, latest first. */
export function* pastStays(chance: Chance, slot: Slot, tick: number, earliest: number): Generator<Stay> {
  for (let bornAt = bornBefore(slot, tick); bornAt + slot.period > earliest; bornAt -= slot.period) {
    const stay = stayFrom(chance, slot, bornAt);
    if (stay.endsAt <= tick && stay.endsAt > earliest) yield stay;
  }
}
