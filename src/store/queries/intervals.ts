import { type CandleWidth, candleOffset, candleWidths, dayMs, type Game } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { isItem } from '../rows/stored-item.ts';

/** Prices are carried forward for up to a week; every live series gets a point each hour. */
export const carriedFor = 7 * dayMs;

/** SQL for the start of the interval of an instant, in epoch milliseconds. */
export function slotOf({ sql }: Engine, width: CandleWidth, instant: string): string {
  const offset = candleOffset(width);
  const since = offset === 0 ? sql.milliseconds(instant) : `${sql.milliseconds(instant)} - ${offset}`;
  return `${sql.quotient(since, candleWidths[width])} * ${candleWidths[width]} + ${offset}`;
}

type OnMarkets = { readonly game: Game; readonly marketplaceIds: readonly number[] | null };

/** The SQL condition for rows of items on some marketplaces; the values are our own numbers, so nothing needs to be escaped. */
export const amongItems = ({ game, marketplaceIds }: OnMarkets, stored: readonly string[]): string =>
  [
    isItem(game, ...stored),
    ...(marketplaceIds === null ? [] : [`marketplaceId IN (${[-1, ...marketplaceIds.map(Math.trunc)].join(', ')})`]),
  ].join(' AND ');
