import { dayMs, type Game, type Variant } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { phaseCell } from '../rows/cells.ts';
import { isItem, itemIdsOf, storedName } from '../rows/stored-item.ts';
import type { DailyBidsQuery } from '../store.ts';
import { slotOf } from './intervals.ts';

// A statement of that many items stays far below what an engine accepts
const itemsAtOnce = 500;

type Item = DailyBidsQuery['items'][number];

const seriesOf = (game: Game, stored: string, variant: Variant | null): readonly string[] =>
  itemIdsOf(game, stored).map((id) => `${id} ${phaseCell(variant)}`);

/** The stored series whose bids an item fills: those for its variant, and those for any. */
const seriesFor = (game: Game, { name, variant }: Item): readonly string[] => [
  ...seriesOf(game, storedName({ name, phase: variant }), variant),
  ...(variant === null ? [] : seriesOf(game, storedName({ name }), null)),
];

/** SQL for what a seller gets of a price. */
function worthOf(price: string, shares: DailyBidsQuery['shares']): string {
  const cases = [...shares].map(([marketplaceId, share]) => `WHEN ${Math.trunc(marketplaceId)} THEN ${Number(share)}`);
  return `${price} * (CASE marketplaceId ${cases.join(' ')} ELSE 0 END)`;
}

/** For each item what its highest bid brought at the end of each day on which one was read, by the beginning of the day. */
export async function queryDailyBids(engine: Engine, query: DailyBidsQuery): Promise<ReadonlyMap<number, number>[]> {
  const found = query.items.map(() => new Map<number, number>());
  if (query.shares.size === 0) return found;
  for (let from = 0; from < query.items.length; from += itemsAtOnce)
    await addDays(engine, query, found, [from, Math.min(from + itemsAtOnce, query.items.length)]);
  return found;
}

async function addDays(
  engine: Engine,
  { game, items, shares, currency, since, until }: DailyBidsQuery,
  found: readonly Map<number, number>[],
  [from, to]: readonly [number, number],
): Promise<void> {
  const { sql } = engine;
  const part = items.slice(from, to);
  const stored = new Set(
    part.flatMap(({ name, variant }) => [storedName({ name }), storedName({ name, phase: variant })]),
  );
  const close = `argMax(price${currency}, "at")`;
  const rows = await engine.ask<readonly [item: string, phase: string, day: number, worth: number]>(`
SELECT item, phase, slot, max(worth) FROM (
  SELECT CAST(itemId AS VARCHAR) AS item, CAST(phase AS VARCHAR) AS phase, marketplaceId,
    ${slotOf(engine, '1d', '"at"')} AS slot, ${worthOf(close, shares)} AS worth
  FROM ${sql.last(bidPoints.name)}
  WHERE ${isItem(game, ...stored)} AND marketplaceId IN (${[...shares.keys()].map(Math.trunc).join(', ')})
    AND "at" >= ${sql.instant(since)} AND "at" < ${sql.instant(until)}
  GROUP BY item, phase, marketplaceId, slot
) AS closes GROUP BY item, phase, slot ORDER BY slot ${sql.light}`);
  const itemsOf = new Map<string, number[]>();
  for (const [index, item] of part.entries())
    for (const series of seriesFor(game, item)) itemsOf.set(series, [...(itemsOf.get(series) ?? []), from + index]);
  for (const [item, phase, slot, worth] of rows) {
    const day = Math.floor(slot / dayMs) * dayMs;
    for (const index of itemsOf.get(`${item} ${phase}`) ?? []) {
      const days = found[index] as Map<number, number>;
      days.set(day, Math.max(days.get(day) ?? 0, Math.round(worth)));
    }
  }
}
