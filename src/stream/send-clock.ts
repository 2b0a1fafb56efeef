/**
 * Times for envelopes: the clock of the wall, never falling, and never the same twice for one link. Strict readers take
 * two messages about one link with the same millisecond for a contradiction.
 */
export type SendClock = {
  readonly at: (link: string) => number;
  /** A time that no message had and none will have. */
  readonly alone: () => number;
};

export function createSendClock(now: () => number): SendClock {
  const links = new Set<string>();
  let last = 0;
  let isAlone = false;

  const advance = (to: number): void => {
    last = to;
    isAlone = false;
    links.clear();
  };

  return {
    at(link) {
      const current = now();
      if (current > last) advance(current);
      else if (isAlone || links.has(link)) advance(last + 1);
      links.add(link);
      return last;
    },
    alone() {
      advance(Math.max(now(), last + 1));
      isAlone = true;
      return last;
    },
  };
}
