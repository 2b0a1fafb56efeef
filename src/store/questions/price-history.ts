import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { itemIdOf, type PriceCells, phaseCell, priceColumns, toPrices } from '../rows/cells.ts';
import type { SeriesRef, StoredPoint } from '../store.ts';

const minute = 60_000;
const rollUps = [
  { table: 'pricePoints1d', start: 'toStartOfDay', width: 24 * 60 * minute },
  { table: 'pricePoints1h', start: 'toStartOfHour', width: 60 * minute },
  { table: 'pricePoints5m', start: 'toStartOfFiveMinutes', width: 5 * minute },
];

// Below this many points in the window reading all of them is as fast
const densePoints = 20_000;

type Window = { readonly since: number; readonly until: number; readonly points: number };

/** The series as a condition; its values are numbers of ours and a code, so nothing needs to be escaped. */
const conditionFor = ({ game, name, marketplaceId, phase }: SeriesRef): string =>
  `itemId = ${itemIdOf(game, name)} AND marketplaceId = ${Math.trunc(marketplaceId)} AND phase = '${phaseCell(phase)}'`;

const instant = (at: number): string => `fromUnixTimestamp64Milli(toInt64(${Math.trunc(at)}), 'UTC')`;

/**
 * The widest roll-up whose slots are small against those asked for. The close of a slot that lies wholly in an asked
 * slot stands for all its points; of a slot that an edge cuts, the points themselves are read: the answer is the same.
 */
const rollUpFor = ({ since, until, points }: Window) =>
  rollUps.find(({ width }) => width * 12 <= (until - since) / points) ?? null;

const edgesOf = ({ since, until, points }: Window, width: number): string => {
  const starts = new Set<number>();
  for (let slot = 0; slot <= points; slot += 1) {
    const edge = since + ((until - since) * slot) / points;
    starts.add(Math.floor(edge / width) * (width / 1000));
  }
  return [...starts].join(', ');
};

/** One statement for the whole question. */
export const priceHistorySql = (layout: Layout, series: SeriesRef, window: Window): string => {
  const condition = conditionFor(series);
  const [since, until] = [Math.trunc(window.since), Math.trunc(window.until)];
  const span = Math.max(1, until - since);
  const points = Math.max(1, Math.trunc(window.points));
  const rollUp = rollUpFor(window);
  const raw = layout.table('pricePoints');
  const inWindow = `${condition} AND at >= ${instant(since)} AND at <= ${instant(until)}`;
  const asked = `at, ${priceColumns.join(', ')}`;

  const floorsAndCloses =
    rollUp === null
      ? `SELECT ${asked} FROM ${raw} FINAL WHERE ${inWindow} AND basis = 'floor'`
      : `SELECT ${asked} FROM ${raw} FINAL
      WHERE ${inWindow} AND basis = 'floor' AND (NOT isDense OR ${rollUp.start}(at) IN (${edgesOf(window, rollUp.width)}))
      UNION ALL
      SELECT max(closeAt) AS at, ${priceColumns.map((column, index) => `argMaxMerge(closePrices).${index + 1} AS ${column}`).join(', ')}
      FROM ${layout.table(rollUp.table)}
      WHERE isDense AND ${condition} AND slotAt >= ${rollUp.start}(${instant(since)}) AND slotAt <= ${instant(until)}
      GROUP BY slotAt
      HAVING at >= ${instant(since)} AND at <= ${instant(until)}`;
  const isDense =
    rollUp === null
      ? ''
      : `,
  (SELECT sum(pointCount) FROM ${layout.table(rollUp.table)}
    WHERE ${condition} AND slotAt >= ${instant(since)} AND slotAt <= ${instant(until)}) > ${Math.max(densePoints, points * 20)} AS isDense`;

  return `
WITH
  (SELECT at FROM ${raw} WHERE ${condition} AND basis = 'floor' ORDER BY at LIMIT 1) AS firstFloorAt${isDense}
SELECT toUnixTimestamp64Milli(last.1) AS lastAt, last.2, last.3, last.4, last.5
FROM (
  SELECT argMax(tuple(${asked}), at) AS last
  FROM (
    SELECT ${asked}, toUnixTimestamp64Milli(at) AS milliseconds, count() OVER () AS total
    FROM (
      ${floorsAndCloses}
      UNION ALL
      SELECT ${asked} FROM ${raw} FINAL
      WHERE ${inWindow} AND basis = 'median' AND (firstFloorAt IS NULL OR at < firstFloorAt)
    )
  )
  GROUP BY if(total <= ${points}, milliseconds, least(${points - 1}, intDiv((milliseconds - ${since}) * ${points}, ${span})))
)
ORDER BY lastAt`;
};

type PointCells = readonly [at: number, ...PriceCells];

/** U21: equal slots over the window, the last value of each, oldest first; medians only before the first floor point. */
export const askPriceHistory = async (
  engine: Engine,
  layout: Layout,
  series: SeriesRef,
  window: Window,
): Promise<readonly StoredPoint[]> => {
  const rows = await engine.ask<PointCells>(priceHistorySql(layout, series, window));
  return rows.map(([at, ...prices]) => ({ at, prices: toPrices(prices) }));
};
