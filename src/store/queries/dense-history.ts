import type { Engine } from '../engine.ts';
import { type PriceCells, phaseCell, priceColumns, toPrices } from '../rows/cells.ts';
import { isItem, storedName } from '../rows/stored-item.ts';
import type { SeriesRef, StoredPoint } from '../store.ts';
import type { HistoryRange } from './slots.ts';

// With fewer points in the window, reading all of them is as fast
const densePoints = 20_000;

/** Most points of a window that are read before the database selects those of the answer. */
export const maxPointsRead = ({ points }: HistoryRange): number => Math.max(densePoints, points * 20);

/** The SQL condition for a series; the values are our own numbers and codes, so nothing needs to be escaped. */
export const conditionFor = ({ game, name, marketplaceId, phase }: SeriesRef): string =>
  `${isItem(game, storedName({ name, phase }))} AND marketplaceId = ${Math.trunc(marketplaceId)} AND phase = '${phaseCell(phase)}'`;

/** When the series had its first floor; Infinity if it had none. */
export const firstFloorAt = async (engine: Engine, series: SeriesRef): Promise<number> => {
  const [[floors, first] = [0, 0]] = await engine.ask<readonly [floors: number, first: number]>(`
SELECT count(), ${engine.sql.milliseconds('min("at")')} FROM ${engine.sql.table('pricePoints')}
WHERE ${conditionFor(series)} AND basis = 'floor' ${engine.sql.light}`);
  return floors === 0 ? Number.POSITIVE_INFINITY : first;
};

/** The statement that slots the points of a window within the database. */
const slottedSql = (engine: Engine, series: SeriesRef, window: HistoryRange, floorsFrom: number): string => {
  const { since, until, points } = window;
  const medians = Number.isFinite(floorsFrom)
    ? `(basis = 'floor' OR "at" < ${engine.sql.instant(floorsFrom)})`
    : '1 = 1';
  const lasts = priceColumns.map((price) => `argMax(${price}, moment)`).join(', ');
  const slot = engine.sql.quotient(`(second * 1000 - ${since}) * ${points}`, until - since);
  return `
SELECT max(moment) AS lastAt, ${lasts}
FROM (
  SELECT moment, ${priceColumns.join(', ')}, ${engine.sql.quotient('moment', 1000)} AS second, count() OVER () AS total
  FROM (
    SELECT ${engine.sql.milliseconds('"at"')} AS moment, ${priceColumns.join(', ')} FROM ${engine.sql.last('pricePoints')}
    WHERE ${conditionFor(series)} AND "at" >= ${engine.sql.instant(since)} AND "at" <= ${engine.sql.instant(until)} AND ${medians}
  ) AS points
) AS seconds
GROUP BY CASE WHEN total <= ${points} THEN second ELSE least(${points - 1}, ${slot}) END
ORDER BY lastAt ${engine.sql.light}`;
};

/** The history of a window with very many points, of which the database returns only those of the answer. */
export const queryDenseHistory = async (
  engine: Engine,
  series: SeriesRef,
  window: HistoryRange,
): Promise<readonly StoredPoint[]> => {
  const floorsFrom = await firstFloorAt(engine, series);
  const rows = await engine.ask<readonly [at: number, ...PriceCells]>(slottedSql(engine, series, window, floorsFrom));
  return rows.map(([at, ...prices]) => ({ at, prices: toPrices(prices) }));
};
