import type { DatedFloor } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { priceColumns, toPrices } from '../rows/cells.ts';
import type { SeriesRef, StoredPoint, StoredRow } from '../store.ts';
import { conditionFor, instant, mostRead, queryDenseHistory } from './dense-history.ts';
import { cellsOf, endOf, type RecentPoint, recentPoints } from './recent-points.ts';
import { type HistoryRange, keptRange, lastsWith, slotted, wholeRange } from './slots.ts';

const wordRange = 2 ** 32;

/** The points of a window as fixed-length binary rows, so that only the returned ones are decoded. */
class PointRows {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** Whether rows that were not read follow those that were. */
  readonly #isMixed: boolean;

  constructor(bytes: Buffer, isMixed = false) {
    this.#bytes = bytes;
    this.#isMixed = isMixed;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get count(): number {
    return this.#bytes.length / rowBytes;
  }

  at(row: number): number {
    return this.#int64(row, 0);
  }

  isMedian(row: number): boolean {
    return this.#bytes[(row + 1) * rowBytes - 1] === medianCode;
  }

  point(row: number): StoredPoint {
    const price = (place: number) => this.#int64(row, place);
    return { at: this.at(row), prices: toPrices([price(1), price(2), price(3), price(4)]) };
  }

  /** An Int64 or DateTime64(3); exact up to 2^53. */
  #int64(row: number, place: number): number {
    const at = row * rowBytes + place * 8;
    return this.#view.getInt32(at + 4, true) * wordRange + this.#view.getUint32(at, true);
  }

  /** With further points behind these. */
  with(recent: readonly RecentPoint[]): PointRows {
    return recent.length === 0 ? this : new PointRows(Buffer.concat([this.#bytes, ...recent.map(bytesOf)]), true);
  }

  /** All rows in order of time; of two for one instant, the last one counts. */
  rows(): number[] {
    const rows = Array.from({ length: this.count }, (_, row) => row);
    return this.#isMixed ? rows.sort((one, other) => this.at(one) - this.at(other)) : rows;
  }

  /** Whether two points of one instant differ; only the engine knows which one is valid. */
  isAmbiguous(): boolean {
    for (let row = 1; row < this.count; row += 1) {
      if (this.at(row) !== this.at(row - 1) || this.isMedian(row) !== this.isMedian(row - 1)) continue;
      const start = row * rowBytes;
      const former = this.#bytes.subarray(start - rowBytes, start);
      if (this.#bytes.compare(former, 0, rowBytes, start, start + rowBytes) !== 0) return true;
    }
    return false;
  }
}

const floorCode = 1;
const medianCode = 2;
// Instant, four prices, code of the basis
const rowBytes = 8 + 4 * 8 + 1;

function bytesOf({ at, prices, isMedian }: RecentPoint): Buffer {
  const bytes = Buffer.alloc(rowBytes);
  for (const [index, number] of [at, ...cellsOf(prices)].entries()) bytes.writeBigInt64LE(BigInt(number), index * 8);
  bytes[rowBytes - 1] = isMedian ? medianCode : floorCode;
  return bytes;
}

/** The raw points of a series within a window; a point written twice can come twice. */
export const plainHistorySql = (
  layout: Layout,
  series: SeriesRef,
  { since, until }: HistoryRange,
  final = '',
): string => `
SELECT at, ${priceColumns.join(', ')}, basis FROM ${layout.table('pricePoints')} ${final}
WHERE ${conditionFor(series)} AND at >= ${instant(since)} AND at <= ${instant(until)}
ORDER BY basis, at`;

const firstFloorAt = async (engine: Engine, layout: Layout, series: SeriesRef): Promise<number> => {
  const [[first, slots] = [0, 0]] = await engine.ask<readonly [at: number, slots: number]>(`
SELECT toUnixTimestamp64Milli(min(openAt)), toFloat64(count()) FROM ${layout.table('askCandles1d')} WHERE ${conditionFor(series)}`);
  return slots === 0 ? Number.POSITIVE_INFINITY : first;
};

/** The rows to return, in order of time: medians from before the first floor of the series, then floors. */
const rowsOf = async (engine: Engine, layout: Layout, series: SeriesRef, points: PointRows): Promise<number[]> => {
  const floors: number[] = [];
  const medians: number[] = [];
  for (const row of points.rows()) (points.isMedian(row) ? medians : floors).push(row);
  const [first] = floors;
  if (medians.length === 0) return floors;
  const firstRead = first === undefined ? Number.POSITIVE_INFINITY : points.at(first);
  const floorsFrom = Math.min(firstRead, await firstFloorAt(engine, layout, series));
  return [...medians.filter((row) => points.at(row) < floorsFrom), ...floors];
};

const firstOf = (points: PointRows): number => {
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
  layout: Layout,
  series: SeriesRef,
  range: HistoryRange,
  { current, unwritten }: { readonly current: DatedFloor | null; readonly unwritten: readonly StoredRow[] },
): Promise<readonly StoredPoint[]> => {
  const window = wholeRange(range);
  const most = mostRead(window);
  const limit = Number.isFinite(most) ? `LIMIT ${most + 1}` : '';
  // One thread is as fast here, and leaves the others to concurrent queries
  const settings = 'SETTINGS max_threads = 1';
  const plain = (final = '') => plainHistorySql(layout, series, window, final);
  const read = new PointRows(await engine.queryBytes(`${plain()} ${limit} ${settings}`));
  const recent = recentPoints(series, window, unwritten);
  if (read.count > most) {
    const kept = keptRange(window, firstOf(read));
    const lasts = await queryDenseHistory(engine, layout, series, kept);
    const floors = recent.filter(({ isMedian }) => !isMedian);
    const all = lastsWith(lasts, floors, kept);
    const end = endOf(current, all.at(-1), window);
    return (end === null ? all : lastsWith(all, [end], kept)).map(({ at, prices }) => ({ at, prices }));
  }
  const written = read.isAmbiguous() ? new PointRows(await engine.queryBytes(plain('FINAL'))) : read;
  const known = written.with(recent);
  const rows = await rowsOf(engine, layout, series, known);
  const last = rows.at(-1);
  const end = endOf(current, last === undefined ? undefined : known.point(last), window);
  const points = end === null ? known : known.with([end]);
  if (end !== null) rows.push(known.count);
  return slotted(rows, (row) => points.at(row), keptRange(window, firstOf(points))).map((row) => points.point(row));
};
