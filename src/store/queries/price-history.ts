import type { DatedFloor } from '../../schema/index.ts';
import type { Block, Engine } from '../engine.ts';
import { type PriceCells, priceColumns, toPrices } from '../rows/cells.ts';
import { basisType } from '../rows/price-points.ts';
import type { SeriesRef, StoredPoint, StoredRow } from '../store.ts';
import { conditionFor, firstFloorAt, maxPointsRead, queryDenseHistory } from './dense-history.ts';
import { cellsOf, endOf, type RecentPoint, recentPoints } from './recent-points.ts';
import { type HistoryRange, lastsWith, retainedRange, slotted, wholeRange } from './slots.ts';

/** The points of a window, column by column, so that only those of the answer become objects. */
class Points {
  readonly #ats: number[] = [];
  readonly #prices: readonly [number[], number[], number[], number[]] = [[], [], [], []];
  readonly #medians: boolean[] = [];
  /** Whether rows that were not read follow those that were. */
  #isMixed = false;

  static async read(engine: Engine, statement: string): Promise<Points> {
    const points = new Points();
    for (const block of await engine.read(statement)) points.#take(block);
    return points;
  }

  get count(): number {
    return this.#ats.length;
  }

  at(row: number): number {
    return this.#ats[row] as number;
  }

  isMedian(row: number): boolean {
    return this.#medians[row] as boolean;
  }

  point(row: number): StoredPoint {
    const [USD, EUR, CNY, RUB] = this.#prices;
    const cells = [USD[row], EUR[row], CNY[row], RUB[row]] as readonly unknown[] as PriceCells;
    return { at: this.at(row), prices: toPrices(cells) };
  }

  /** Adds points behind these. */
  add(recent: readonly RecentPoint[]): void {
    for (const { at, prices, isMedian } of recent) {
      this.#ats.push(at);
      for (const [position, price] of cellsOf(prices).entries()) this.#prices[position]?.push(price);
      this.#medians.push(isMedian);
      this.#isMixed = true;
    }
  }

  /** All rows in order of time; of two for one instant, the last one counts. */
  rows(): number[] {
    const rows = Array.from({ length: this.count }, (_, row) => row);
    return this.#isMixed ? rows.sort((one, other) => this.at(one) - this.at(other)) : rows;
  }

  #take(block: Block): void {
    for (const at of block.numbers()) this.#ats.push(at);
    for (const column of this.#prices) for (const price of block.numbers()) column.push(price);
    for (const code of block.codes(basisType)) this.#medians.push(code === medianCode);
  }
}

const medianCode = 2;

/** The points of a series within a window. */
export const plainHistorySql = ({ sql }: Engine, series: SeriesRef, { since, until }: HistoryRange): string => `
SELECT "at", ${priceColumns.join(', ')}, basis FROM ${sql.last('pricePoints')}
WHERE ${conditionFor(series)} AND "at" >= ${sql.instant(since)} AND "at" <= ${sql.instant(until)}
ORDER BY basis, "at"`;

/** The rows to return, in order of time: medians from before the first floor of the series, then floors. */
const rowsOf = async (engine: Engine, series: SeriesRef, points: Points): Promise<number[]> => {
  const floors: number[] = [];
  const medians: number[] = [];
  for (const row of points.rows()) (points.isMedian(row) ? medians : floors).push(row);
  const [first] = floors;
  if (medians.length === 0) return floors;
  const firstRead = first === undefined ? Number.POSITIVE_INFINITY : points.at(first);
  const floorsFrom = Math.min(firstRead, await firstFloorAt(engine, series));
  return [...medians.filter((row) => points.at(row) < floorsFrom), ...floors];
};

const firstOf = (points: Points): number => {
  let first = Number.POSITIVE_INFINITY;
  for (let row = 0; row < points.count; row += 1) first = Math.min(first, points.at(row));
  return first;
};

/**
 * U21: equal slots from the first point within the window, the last value of each, oldest first. No two within one second,
 * which is the precision of the answer; medians only before the first floor point. The last point has the current floor.
 */
export const queryPriceHistory = async (
  engine: Engine,
  series: SeriesRef,
  range: HistoryRange,
  { current, unwritten }: { readonly current: DatedFloor | null; readonly unwritten: readonly StoredRow[] },
): Promise<readonly StoredPoint[]> => {
  const window = wholeRange(range);
  const max = maxPointsRead(window);
  const statement = `${plainHistorySql(engine, series, window)} LIMIT ${max + 1} ${engine.sql.light}`;
  const points = await Points.read(engine, statement);
  const recent = recentPoints(series, window, unwritten);
  if (points.count > max) {
    const stored = retainedRange(window, firstOf(points));
    const lasts = await queryDenseHistory(engine, series, stored);
    const floors = recent.filter(({ isMedian }) => !isMedian);
    const all = lastsWith(lasts, floors, stored);
    const end = endOf(current, all.at(-1), window);
    return (end === null ? all : lastsWith(all, [end], stored)).map(({ at, prices }) => ({ at, prices }));
  }
  points.add(recent);
  const rows = await rowsOf(engine, series, points);
  const last = rows.at(-1);
  const end = endOf(current, last === undefined ? undefined : points.point(last), window);
  if (end !== null) {
    rows.push(points.count);
    points.add([end]);
  }
  return slotted(rows, (row) => points.at(row), retainedRange(window, firstOf(points))).map((row) => points.point(row));
};
