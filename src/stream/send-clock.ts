import type { Clock } from '../clock.ts';
/**
 * Times for envelopes: the clock of the wall, never falling, and never the same twice for one link. Strict readers take
 * two messages about one link with the same millisecond for a contradiction.
 */
export type SendClock = {
  readonly at: (link: string) => number;
  /** The time of what is no message: not before that of the last one. */
  readonly present: () => number;
  /** A time that no message had and none will have, the same for all that is read before anything changes. */
  readonly alone: () => number;
  /** Something may change from now on. */
  readonly turn: () => void;
};

/** `after` is the last time of an earlier run. */
export function createSendClock(now: Clock['now'], after = 0): SendClock {
  let links = new Set<string>();
  let last = after;
  // Whose messages had that time is not known
  let isAlone = after > 0;
  let isShared = false;

  const advance = (to: number): void => {
    last = to;
    isAlone = false;
    isShared = false;
    // One that is cleared keeps what it held for the next large collection
    links = new Set();
  };

  return {
    at(link) {
      const current = now();
      if (current > last) advance(current);
      else if (isAlone || links.has(link)) advance(last + 1);
      links.add(link);
      return last;
    },
    present: () => Math.max(now(), last),
    alone() {
      if (isShared) return last;
      advance(Math.max(now(), last + 1));
      isAlone = true;
      isShared = true;
      return last;
    },
    turn() {
      isShared = false;
    },
  };
}
