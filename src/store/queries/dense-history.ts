import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { type PriceCells, phaseCell, priceColumns, toPrices } from '../rows/cells.ts';
import { isItem, storedName } from '../rows/stored-item.ts';
import type { SeriesRef, StoredPoint } from '../store.ts';
import type { HistoryRange } from './slots.ts';

const minute = 60_000;
type CandleTable = { readonly table: string; readonly start: string; readonly width: number };

const candleTables: readonly CandleTable[] = [
  { table: 'askCandles1d', start: 'toStartOfDay', width: 24 * 60 * minute },
  { table: 'askCandles1h', start: 'toStartOfHour', width: 60 * minute },
  { table: 'askCandles5m', start: 'toStartOfFiveMinutes', width: 5 * minute },
];

// With fewer points in the window, reading all of them is as fast
const densePoints = 20_000;

const leastDense = ({ points }: HistoryRange): number => Math.max(densePoints, points * 20);

/** Most points of a window that are read before candles are used instead; Infinity when no candles are narrow enough. */
export const mostRead = (range: HistoryRange): number =>
  candlesFor(range) === null ? Number.POSITIVE_INFINITY : leastDense(range);

/** The SQL condition for a series; the values are our own numbers and codes, so nothing needs to be escaped. */
export const conditionFor = ({ game, name, marketplaceId, phase }: SeriesRef): string =>
  `${isItem(game, storedName({ name, phase }))} AND marketplaceId = ${Math.trunc(marketplaceId)} AND phase = '${phaseCell(phase)}'`;

export const instant = (at: number): string => `fromUnixTimestamp64Milli(toInt64(${Math.trunc(at)}), 'UTC')`;

/**
 * The widest candles that are narrow compared with the requested slots; null when there are none. A candle that lies
 * within a requested slot is represented by its close; where a slot's edge cuts a candle, its points are read instead. The
 * answer is the same as from all points.
 */
const candlesFor = ({ since, until, points }: HistoryRange): CandleTable | null =>
  candleTables.find(({ width }) => width * 12 <= (until - since) / points) ?? null;

const edgesOf = ({ since, until, points }: HistoryRange, width: number): string => {
  const starts = new Set<number>();
  for (let slot = 0; slot <= points; slot += 1) {
    const edge = since + ((until - since) * slot) / points;
    starts.add(Math.floor(edge / width) * (width / 1000));
  }
  return [...starts].join(', ');
};

/** SQL for the closes of candles within the window, for dense series only. */
const closesSql = (layout: Layout, candles: CandleTable, condition: string, { since, until }: HistoryRange): string => {
  const closes = priceColumns.map((column, index) => `argMaxMerge(closePrices).${index + 1} AS ${column}`).join(', ');
  return `
      UNION ALL
      SELECT max(closeAt) AS at, ${closes}
      FROM ${layout.table(candles.table)}
      WHERE isDense AND ${condition} AND slotAt >= ${candles.start}(${instant(since)}) AND slotAt <= ${instant(until)}
      GROUP BY slotAt
      HAVING at >= ${instant(since)} AND at <= ${instant(until)}`;
};

/** The statement that slots the points of a window within the engine. */
const slottedSql = (layout: Layout, series: SeriesRef, window: HistoryRange): string => {
  const { since, until, points } = window;
  const condition = conditionFor(series);
  const candles = candlesFor(window);
  const columns = `at, ${priceColumns.join(', ')}`;
  const floors =
    candles === null ? '' : ` AND (NOT isDense OR ${candles.start}(at) IN (${edgesOf(window, candles.width)}))`;

  return `
WITH (
  SELECT tuple(min(openAt), sumIf(pointCount, slotAt + toIntervalDay(1) > ${instant(since)} AND slotAt <= ${instant(until)}), count())
  FROM ${layout.table('askCandles1d')} WHERE ${condition}
) AS floorsOfSeries,
  floorsOfSeries.1 AS firstFloorAt,
  floorsOfSeries.2 > ${leastDense(window)} AS isDense,
  floorsOfSeries.3 = 0 AS hasNoFloor
SELECT toUnixTimestamp64Milli(last.1) AS lastAt, last.2, last.3, last.4, last.5
FROM (
  SELECT argMax(tuple(${columns}), at) AS last
  FROM (
    SELECT ${columns}, intDiv(toUnixTimestamp64Milli(at), 1000) AS second, count() OVER () AS total
    FROM (
      SELECT ${columns} FROM ${layout.table('pricePoints')} FINAL
      WHERE ${condition} AND at >= ${instant(since)} AND at <= ${instant(until)}
        AND ((basis = 'floor'${floors}) OR (basis = 'median' AND (hasNoFloor OR at < firstFloorAt)))${
          candles === null ? '' : closesSql(layout, candles, condition, window)
        }
    )
  )
  GROUP BY if(total <= ${points}, second, least(${points - 1}, intDiv((second * 1000 - ${since}) * ${points}, ${until - since})))
)
ORDER BY lastAt`;
};

type PointCells = readonly [at: number, ...PriceCells];

/** The history of a window with very many points, computed from candles where these give the same answer. */
export const queryDenseHistory = async (
  engine: Engine,
  layout: Layout,
  series: SeriesRef,
  window: HistoryRange,
): Promise<readonly StoredPoint[]> => {
  const rows = await engine.ask<PointCells>(slottedSql(layout, series, window));
  return rows.map(([at, ...prices]) => ({ at, prices: toPrices(prices) }));
};
