/** Fewer rows than this can halve through ordinary trade. */
const handful = 10;

/** How long a complete reading was. */
export type ReadingSize = {
  readonly rows: number;
  /** How many of its records have a price; null for a source whose lists can be without any. */
  readonly priced: number | null;
};

/** What there was too little of. */
export type Shrinkage = 'rows' | 'prices';

export type ShrinkGuard = {
  /** What makes a complete reading doubtful; null when it is believed. To be called once for each. */
  readonly doubt: (size: ReadingSize) => Shrinkage | null;
  /** Whether a reading with at least this many prices cannot be doubted for the lack of them. */
  readonly isEnough: (priced: number) => boolean;
};

const isSmall = (count: number, last: number | null): boolean =>
  (count === 0 && last !== 0) || (last !== null && last >= handful && count < last / 2);

/**
 * Doubts a complete reading with less than half the rows or prices of the last one, or none at all: that is more often a
 * fault of the marketplace than a market that halved. The third such reading in a row is believed.
 */
export function createShrinkGuard(lastReading: ReadingSize | null): ShrinkGuard {
  let last: { readonly rows: number | null; readonly priced: number | null } = lastReading ?? {
    rows: null,
    priced: null,
  };
  let inARow = 0;
  return {
    doubt: (size) => {
      const areFew = size.priced !== null && isSmall(size.priced, last.priced);
      const shrinkage = isSmall(size.rows, last.rows) ? 'rows' : areFew ? 'prices' : null;
      inARow = shrinkage === null ? 0 : inARow + 1;
      if (shrinkage !== null && inARow < 3) return shrinkage;
      inARow = 0;
      last = { rows: size.rows, priced: size.priced };
      return null;
    },
    isEnough: (priced) => !isSmall(priced, last.priced),
  };
}
