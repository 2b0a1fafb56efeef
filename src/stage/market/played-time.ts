import type { Clock } from '../../runtime/clock.ts';

const dayMs = 86_400_000;

/** Ticks before the start are negative, one for every four hours of the made-up past. */
const pastTickMs = 14_400_000;

/** How far back the world's past reaches, in ticks; ids of past events are based on it. */
const pastDays = 90;
export const pastTicks = (pastDays * dayMs) / pastTickMs;

export type PlayedTime = {
  /** Ticks since the start. */
  readonly tick: () => number;
  /** Epoch milliseconds of the latest tick. */
  readonly now: Clock['now'];
  /** Epoch milliseconds of an event of this tick, at `fraction` of the way from the previous tick. */
  readonly at: (tick: number, fraction: number) => number;
  readonly advance: (now: number) => void;
};

/** Converts ticks to instants: recorded ones since the start, and evenly spaced ones before it. */
export const createPlayedTime = (startedAt: number): PlayedTime => {
  const played: number[] = [];
  const instant = (tick: number): number =>
    tick <= 0 ? startedAt + tick * pastTickMs : (played[tick - 1] ?? startedAt);
  const now = () => instant(played.length);
  return {
    tick: () => played.length,
    now,
    at: (tick, fraction) => {
      const before = instant(tick - 1);
      return Math.floor(before + (instant(tick) - before) * fraction);
    },
    advance: (next) => {
      played.push(Math.max(next, now()));
    },
  };
};
