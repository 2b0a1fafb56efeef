import { dayMs, type Game, type Variant } from '../schema/index.ts';
import type { Ledger } from './ledger.ts';

/** An item and how many pieces of it were held at the end of each day. */
export type HeldItem = {
  readonly game: Game;
  readonly name: string;
  readonly variant: Variant | null;
  readonly quantities: readonly number[];
};

/** What was held at the end of each day, and the cost of that, as far as it is known, in thousandths. */
export type DailyHoldings = {
  /** The beginnings of the days. */
  readonly days: readonly number[];
  readonly items: readonly HeldItem[];
  readonly costs: readonly number[];
};

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** The last days up to an instant, but none before the first transaction. */
export function dailyHoldings({ holdings, sold }: Ledger, until: number, maxDays: number): DailyHoldings {
  const stays = [
    ...holdings.flatMap(({ lots }) => lots.map((lot) => ({ ...lot, until: Number.POSITIVE_INFINITY }))),
    ...sold.flatMap(({ buy, sell, ...pieces }) => (buy === null ? [] : [{ ...pieces, buy, until: sell.at }])),
  ];
  const last = dayOf(until);
  const first = stays.reduce((day, { buy }) => Math.min(day, dayOf(buy.at)), last);
  const begin = Math.max(first, last - (maxDays - 1) * dayMs);
  const days = Array.from({ length: Math.round((last - begin) / dayMs) + 1 }, (_, index) => begin + index * dayMs);
  const costs = days.map(() => 0);
  const items = new Map<string, Omit<HeldItem, 'quantities'> & { readonly quantities: number[] }>();
  for (const { buy, quantity, cost, until: end } of stays) {
    const { game, name, variant } = buy;
    const key = `${game}\n${name}\n${variant ?? ''}`;
    const item = items.get(key) ?? { game, name, variant, quantities: days.map(() => 0) };
    items.set(key, item);
    const from = Math.max(0, (dayOf(buy.at) - begin) / dayMs);
    // What is sold during a day is not held at its end
    const to = Math.min(days.length, (dayOf(end) - begin) / dayMs);
    for (let day = from; day < to; day += 1) {
      item.quantities[day] = (item.quantities[day] ?? 0) + quantity;
      costs[day] = (costs[day] ?? 0) + (cost ?? 0);
    }
  }
  return { days, items: [...items.values()].filter(({ quantities }) => quantities.some((one) => one > 0)), costs };
}
