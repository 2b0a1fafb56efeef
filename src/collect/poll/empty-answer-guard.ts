import type { Clock } from '../../runtime/clock.ts';

/** It is implausible that a marketplace knows, or has on sale, none of this many different items in a row. */
const maxInARow = 100;

/** The threshold after one interval: a scarce budget allows fewer than 100 requests in it. */
const minInARow = 10;

/** Distinguishes items without offers from an endpoint that returns nothing for any item, such as a retired one. */
export type EmptyAnswerGuard = {
  /**
   * Call when items were answered without anything; `hadAny` if something is known of one of them. True once the endpoint
   * rather than the items must be the cause.
   */
  readonly noteEmpty: (items: readonly string[], hadAny: boolean) => boolean;
  /** Call when a record was read. */
  readonly noteRead: () => void;
  readonly count: () => number;
  /** Whether something was known of one of the items in the current row of them. */
  readonly hadAny: () => boolean;
  /** Whether the endpoint must be the cause, as of the last call of `noteEmpty`. */
  readonly isDoubted: () => boolean;
};

export function createEmptyAnswerGuard(everySeconds: number, clock: Pick<Clock, 'elapsed'>): EmptyAnswerGuard {
  const items = new Set<string>();
  let since = 0;
  let isAnyKnown = false;
  let isDoubted = false;
  return {
    noteEmpty: (names, hadAny) => {
      if (items.size === 0) since = clock.elapsed();
      for (const name of names) if (items.size < maxInARow) items.add(name);
      isAnyKnown ||= hadAny;
      const isLong = clock.elapsed() - since >= everySeconds * 1000;
      isDoubted = items.size >= (isLong ? minInARow : maxInARow);
      return isDoubted;
    },
    noteRead: () => {
      items.clear();
      isAnyKnown = false;
      isDoubted = false;
    },
    count: () => items.size,
    hadAny: () => isAnyKnown,
    isDoubted: () => isDoubted,
  };
}
