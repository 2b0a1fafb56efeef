/** A window in whole epoch milliseconds, `until` after `since`, with at least one point. */
export type HistoryRange = { readonly since: number; readonly until: number; readonly points: number };

export const wholeRange = ({ since, until, points }: HistoryRange): HistoryRange => ({
  since: Math.trunc(since),
  until: Math.max(Math.trunc(since) + 1, Math.trunc(until)),
  points: Math.max(1, Math.trunc(points)),
});

const second = (at: number): number => Math.floor(at / 1000);

/** The window from its first stored point on; the slots divide that, not the requested window. */
export const retainedRange = ({ since, until, points }: HistoryRange, firstAt: number): HistoryRange =>
  wholeRange({ since: Math.max(since, second(firstAt) * 1000), until, points });

const slotAt = ({ since, until, points }: HistoryRange, at: number): number =>
  Math.min(points - 1, Math.trunc(((second(at) * 1000 - since) * points) / (until - since)));

/** The last points of slots, in order, with later points put into their slots. */
export function lastsWith<Point extends { readonly at: number }>(
  lasts: readonly Point[],
  later: readonly Point[],
  range: HistoryRange,
): readonly Point[] {
  const bySlot = new Map(lasts.map((point) => [slotAt(range, point.at), point]));
  for (const point of later) {
    const slot = slotAt(range, point.at);
    const last = bySlot.get(slot);
    if (last === undefined || last.at <= point.at) bySlot.set(slot, point);
  }
  return [...bySlot.values()].sort((one, other) => one.at - other.at);
}

/** The last point of each of equal slots over the window; with few enough points, the last of each second. */
export const slotted = <Point>(
  points: readonly Point[],
  atOf: (point: Point) => number,
  range: HistoryRange,
): Point[] => {
  const slotOf = points.length <= range.points ? second : (at: number) => slotAt(range, at);
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
