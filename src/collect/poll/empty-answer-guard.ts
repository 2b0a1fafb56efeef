import type { Clock } from '../../clock.ts';

/** So many different items in a row are not all unknown to a marketplace, nor all sold out. */
const mostInARow = 100;

/** Within one interval of a scarce budget fewer than that are asked for. */
const fewestInARow = 10;

/** Tells items without an offer from a call that brings nothing for any item, such as one that was retired. */
export type EmptyAnswerGuard = {
  /** Items were answered without a record; true once that says more of the call than of the items. */
  readonly noteEmpty: (items: readonly string[]) => boolean;
  /** Something was read. */
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
