import type { Clock } from '../runtime/clock.ts';
/**
 * Timestamps of messages: wall-clock time that never goes backwards, and never the same twice for one link. Strict
 * clients reject two messages about one link in the same millisecond.
 */
export type SendClock = {
  readonly at: (link: string) => number;
  /** The time for a record without a message: not before that of the last message. */
  readonly present: () => number;
  /** A time that no other message has or will have; the same for all reads until something can change. */
  readonly alone: () => number;
  /** Something can change from now on, so `alone` needs a new time. */
  readonly turn: () => void;
};

/** `after` is the last time used by an earlier run. */
export function createSendClock(now: Clock['now'], after = 0): SendClock {
  let links = new Set<string>();
  let last = after;
  // It is not known which links had that time
  let isAlone = after > 0;
  let isShared = false;

  const advance = (to: number): void => {
    last = to;
    isAlone = false;
    isShared = false;
    // A cleared Set keeps its memory until the next major garbage collection
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
