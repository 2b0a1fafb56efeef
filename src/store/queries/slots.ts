/** A window in whole epoch milliseconds, `until` after `since`, with at least one point. */
export type HistoryRange = { readonly since: number; readonly until: number; readonly points: number };

export const wholeRange = ({ since, until, points }: HistoryRange): HistoryRange => ({
  since: Math.trunc(since),
  until: Math.max(Math.trunc(since) + 1, Math.trunc(until)),
  points: Math.max(1, Math.trunc(points)),
});

const second = (at: number): number => Math.floor(at / 1000);

/** The window from its first stored point on; the slots divide that, not the requested window. */
export const keptRange = ({ since, until, points }: HistoryRange, firstAt: number): HistoryRange =>
  wholeRange({ since: Math.max(since, second(firstAt) * 1000), until, points });

/** The last point of each of equal slots over the window; with few enough points, the last of each second. */
export const slotted = <Point>(
  points: readonly Point[],
  atOf: (point: Point) => number,
  { since, until, points: wanted }: HistoryRange,
): Point[] => {
  const slotOf =
    points.length <= wanted
      ? second
      : (at: number) => Math.min(wanted - 1, Math.trunc(((second(at) * 1000 - since) * wanted) / (until - since)));
  const lasts: Point[] = [];
  let slot = Number.NaN;
  for (const point of points) {
    const own = slotOf(atOf(point));
    if (own === slot) lasts[lasts.length - 1] = point;
    else lasts.push(point);
    slot = own;
  }
  return lasts;
};
