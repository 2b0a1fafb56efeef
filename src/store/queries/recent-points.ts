import { itemKey } from '../../names/item-key.ts';
import type { DatedFloor, Prices } from '../../schema/index.ts';
import { instantCell, type PriceCells, toPrices } from '../rows/cells.ts';
import type { SeriesRef, StoredPoint, StoredRow } from '../store.ts';
import type { HistoryRange } from './slots.ts';

/** A point of a series that may not be written yet. */
export type RecentPoint = StoredPoint & { readonly isMedian: boolean };

export const cellsOf = ({ USD, EUR, CNY, RUB }: Prices): PriceCells => [USD ?? 0, EUR ?? 0, CNY ?? 0, RUB ?? 0];

const pointOf = (row: { readonly at: number; readonly prices: Prices }, isMedian: boolean): RecentPoint => ({
  at: instantCell(row.at),
  prices: toPrices(cellsOf(row.prices)),
  isMedian,
});

/** The points of a series within a window, as they will be stored. */
export function recentPoints(
  { marketplaceId, game, name, phase }: SeriesRef,
  { since, until }: HistoryRange,
  unwritten: readonly StoredRow[],
): RecentPoint[] {
  const key = itemKey(name);
  return unwritten.flatMap((stored) => {
    if (stored.table !== 'pricePoints' && stored.table !== 'pastPrices') return [];
    const { row } = stored;
    const isOfSeries =
      row.marketplaceId === marketplaceId && row.game === game && row.phase === phase && itemKey(row.name) === key;
    const isWithin = row.at >= since && row.at <= until;
    return isOfSeries && isWithin ? [pointOf(row, stored.table === 'pastPrices')] : [];
  });
}

/** The current floor as the last point of a history, if the history does not end in its price already. */
export function endOf(
  current: DatedFloor | null,
  last: StoredPoint | undefined,
  { since, until }: HistoryRange,
): RecentPoint | null {
  if (current === null || current.at < since || current.at > until) return null;
  if (last !== undefined && last.at >= current.at) return null;
  const end = pointOf(current, false);
  const before = last === undefined ? [0, 0, 0, 0] : cellsOf(last.prices);
  return cellsOf(end.prices).some((price, at) => price !== before[at]) ? end : null;
}
