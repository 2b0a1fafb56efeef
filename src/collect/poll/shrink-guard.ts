/** Fewer rows than this can halve through ordinary trade. */
const handful = 10;

/**
 * Doubts a complete reading with less than half the rows of the last one, or none at all: that is more often a fault of the
 * marketplace than a market that halved. The third such reading in a row is believed.
 */
export function createShrinkGuard(lastCount: number | null): { readonly isDoubtful: (count: number) => boolean } {
  let last = lastCount;
  let inARow = 0;
  return {
    isDoubtful: (count) => {
      const isEmpty = count === 0 && last !== 0;
      const isSmall = isEmpty || (last !== null && last >= handful && count < last / 2);
      inARow = isSmall ? inARow + 1 : 0;
      if (isSmall && inARow < 3) return true;
      inARow = 0;
      last = count;
      return false;
    },
  };
}
