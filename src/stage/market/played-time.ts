import type { Clock } from '../../clock.ts';

const dayMs = 86_400_000;

/** Ticks before the start count backwards, one for every four hours of the past that the world makes up. */
const pastTickMs = 14_400_000;

/** The world's past reaches this far back; the number of ticks is what numbers of past events are built on. */
const pastDays = 90;
export const pastTicks = (pastDays * dayMs) / pastTickMs;

export type PlayedTime = {
  /** Ticks since the start. */
  readonly tick: () => number;
  /** Epoch milliseconds of the latest tick. */
  readonly now: Clock['now'];
  /** Epoch milliseconds of an event of this tick, `fraction` of the way from the tick before. */
  readonly at: (tick: number, fraction: number) => number;
  readonly advance: (now: number) => void;
};

/** Translates ticks into instants: those that were played, and an even past before the start. */
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
