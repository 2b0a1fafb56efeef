import { dayMs, type Game, type Variant } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { phaseCell } from '../rows/cells.ts';
import { pricePoints } from '../rows/price-points.ts';
import { isItem, itemIdsOf, storedName } from '../rows/stored-item.ts';
import type { DailyWorthsQuery } from '../store.ts';
import { slotOf } from './intervals.ts';

// A statement of that many items stays far below what an engine accepts
const itemsAtOnce = 500;

type Item = DailyWorthsQuery['items'][number];

const seriesOf = (game: Game, stored: string, variant: Variant | null): readonly string[] =>
  itemIdsOf(game, stored).map((id) => `${id} ${phaseCell(variant)}`);

/** The stored series at whose prices an item sells: those of its variant, and bids for any. */
const seriesFor = ({ game, side }: DailyWorthsQuery, { name, variant }: Item): readonly string[] => [
  ...seriesOf(game, storedName({ name, phase: variant }), variant),
  ...(variant === null || side === 'ask' ? [] : seriesOf(game, storedName({ name }), null)),
];

const tables = { ask: pricePoints.name, bid: bidPoints.name };

/** SQL for what a seller gets of a price. */
function worthOf(price: string, shares: DailyWorthsQuery['shares']): string {
  const cases = [...shares].map(([marketplaceId, share]) => `WHEN ${Math.trunc(marketplaceId)} THEN ${Number(share)}`);
  return `${price} * (CASE marketplaceId ${cases.join(' ')} ELSE 0 END)`;
}

/** For each item what it brought at the end of each day on which a price was read, by the beginning of the day. */
export async function queryDailyWorths(
  engine: Engine,
  query: DailyWorthsQuery,
): Promise<ReadonlyMap<number, number>[]> {
  const found = query.items.map(() => new Map<number, number>());
  if (query.shares.size === 0) return found;
  for (let from = 0; from < query.items.length; from += itemsAtOnce)
    await addDays(engine, query, found, [from, Math.min(from + itemsAtOnce, query.items.length)]);
  return found;
}

async function addDays(
  engine: Engine,
  query: DailyWorthsQuery,
  found: readonly Map<number, number>[],
  [from, to]: readonly [number, number],
): Promise<void> {
  const { sql } = engine;
  const { game, side, items, shares, currency, since, until } = query;
  const part = items.slice(from, to);
  const stored = new Set(
    part.flatMap(({ name, variant }) => [storedName({ name }), storedName({ name, phase: variant })]),
  );
  const close = `argMax(price${currency}, "at")`;
  const rows = await engine.ask<readonly [item: string, phase: string, day: number, worth: number]>(`
SELECT item, phase, slot, max(worth) FROM (
  SELECT CAST(itemId AS VARCHAR) AS item, CAST(phase AS VARCHAR) AS phase, marketplaceId,
    ${slotOf(engine, '1d', '"at"')} AS slot, ${worthOf(close, shares)} AS worth
  FROM ${sql.last(tables[side])}
  WHERE ${isItem(game, ...stored)}${side === 'ask' ? ` AND basis = 'floor'` : ''} AND marketplaceId IN (${[...shares.keys()].map(Math.trunc).join(', ')})
    AND "at" >= ${sql.instant(since)} AND "at" < ${sql.instant(until)}
  GROUP BY item, phase, marketplaceId, slot
) AS closes GROUP BY item, phase, slot ORDER BY slot ${sql.light}`);
  const itemsOf = new Map<string, number[]>();
  for (const [index, item] of part.entries())
    for (const series of seriesFor(query, item)) itemsOf.set(series, [...(itemsOf.get(series) ?? []), from + index]);
  for (const [item, phase, slot, worth] of rows) {
    const day = Math.floor(slot / dayMs) * dayMs;
    for (const index of itemsOf.get(`${item} ${phase}`) ?? []) {
      const days = found[index] as Map<number, number>;
      days.set(day, Math.max(days.get(day) ?? 0, Math.round(worth)));
    }
  }
}
