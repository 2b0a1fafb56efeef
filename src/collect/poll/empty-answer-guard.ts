import type { Clock } from '../../clock.ts';

/** It is implausible that a marketplace knows, or has on sale, none of this many different items in a row. */
const mostInARow = 100;

/** The threshold after one interval: a scarce budget allows fewer than 100 requests in it. */
const fewestInARow = 10;

/** Distinguishes items without offers from an endpoint that returns nothing for any item, such as a retired one. */
export type EmptyAnswerGuard = {
  /** Call when items were answered without a record; true once the endpoint rather than the items must be the cause. */
  readonly noteEmpty: (items: readonly string[]) => boolean;
  /** Call when a record was read. */
  readonly noteRead: () => void;
  readonly count: () => number;
};

export function createEmptyAnswerGuard(everySeconds: number, clock: Pick<Clock, 'elapsed'>): EmptyAnswerGuard {
  const items = new Set<string>();
  let since = 0;
  return {
    noteEmpty: (names) => {
      if (items.size === 0) since = clock.elapsed();
      for (const name of names) if (items.size < mostInARow) items.add(name);
      const isLong = clock.elapsed() - since >= everySeconds * 1000;
      return items.size >= (isLong ? fewestInARow : mostInARow);
    },
    noteRead: () => items.clear(),
    count: () => items.size,
  };
}
