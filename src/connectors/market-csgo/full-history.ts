import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { secondsTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { PastPrice, Sale } from '../../schema/index.ts';
import { saleOf } from './parse.ts';

const Decimal = Type.Union([Type.String(), Type.Number()]);

/** The answer: every sale of an item, as epoch seconds and the price in roubles, dollars and euros. */
export const FullHistory = Type.Object({
  data: Type.Object({ history: Type.Array(Type.Tuple([Decimal, Decimal, Decimal, Decimal])) }),
});

/** A sale with a key made from it. */
const KeyedSale = Type.Object({ key: Type.String({ minLength: 1 }), seconds: Decimal, dollars: Decimal });
/** All sales of a day, `startsAt` in epoch milliseconds, with the median price in dollars. */
const Day = Type.Object({
  startsAt: Type.Integer({ minimum: 0 }),
  median: Type.Number(),
  count: Type.Integer({ minimum: 1 }),
});
export const HistoryEntry = Type.Union([KeyedSale, Day]);
export type HistoryEntry = Static<typeof HistoryEntry>;

/** The history of an item goes back for years; older sales are in the prices of their days. */
const newestSales = 500;
const dayMs = 86_400_000;

/** The newest sales, and the days of all sales but the newest day, which can be incomplete. */
export function historyEntries(payload: unknown): unknown[] {
  const rows = (payload as Static<typeof FullHistory>).data.history;
  const newest = rows.toSorted(([one], [other]) => Number(other) - Number(one)).slice(0, newestSales);
  const keys = naturalKeys(newest.map(([seconds, , dollars]) => [seconds, dollars, 'USD'].join('|')));
  const sales = newest.map(([seconds, , dollars], at) => ({ key: keys[at], seconds, dollars }));
  return [...sales, ...daysOf(rows)];
}

function daysOf(rows: readonly (readonly unknown[])[]): unknown[] {
  const days = new Map<number, number[]>();
  for (const [seconds, , dollars] of rows) {
    const startsAt = Math.floor((secondsTime(seconds) ?? Number.NaN) / dayMs) * dayMs;
    const price = Number(dollars);
    if (Number.isNaN(startsAt) || !(price > 0)) continue;
    const paid = days.get(startsAt);
    if (paid === undefined) days.set(startsAt, [price]);
    else paid.push(price);
  }
  const newest = Math.max(...days.keys());
  return [...days]
    .filter(([startsAt]) => startsAt !== newest)
    .map(([startsAt, paid]) => ({ startsAt, median: medianOf(paid), count: paid.length }));
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export function parseHistoryEntry(row: HistoryEntry, { game, item: name }: About): Sale | PastPrice | null {
  if (name === null) return null;
  if ('startsAt' in row) {
    const median = money(row.median, 'USD');
    return { kind: 'pastPrice', game, name, phase: null, at: row.startsAt, median, saleCount: row.count };
  }
  const soldAt = required(secondsTime(row.seconds), 'time', row.seconds);
  return saleOf(game, name, `${name}|${row.key}`, soldAt, money(row.dollars, 'USD'));
}

const HistoryIds = Type.Object({ history: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])) });

/** The ids of the files, by name. */
export function* historyIds(payload: unknown): Generator<readonly [string, string]> {
  if (!Check(HistoryIds, payload)) throw new Error('it has no map of names and ids at history');
  for (const [name, id] of Object.entries(payload.history)) yield [name, String(id)];
}
