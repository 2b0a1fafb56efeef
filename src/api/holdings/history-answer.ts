import { type DailyHoldings, dailyHoldings, type HeldItem } from '../../holdings/daily-holdings.ts';
import type { Ledger } from '../../holdings/ledger.ts';
import { turn } from '../../runtime/turn.ts';
import { dayMs, type Game, games, noPrices } from '../../schema/index.ts';
import type { RouteContext } from '../route.ts';
import { payingMarketplaces } from '../value/paying-marketplaces.ts';
import type { WireHoldingsHistory } from '../wire/holdings/holding.ts';
import { toDifference } from '../wire/tape/best.ts';
import { toSeconds } from '../wire/time.ts';
import { type SaleQuery, SaleValuer } from './sale-valuer.ts';

/** Prices are carried forward that long, as in candles. */
const carriedDays = 7;

// Fees in percent are the same for most prices; some have a fixed amount or steps
const typicalUsd = 100_000;

type HistoryParts = {
  readonly context: RouteContext;
  readonly query: SaleQuery;
  readonly maxDays: number;
};

/** Value and cost of what was held at the end of each day. The last day is valued at the prices of this moment. */
export async function historyAnswer(
  ledger: Ledger,
  { context, query, maxDays }: HistoryParts,
): Promise<WireHoldingsHistory> {
  const held = dailyHoldings(ledger, context.now(), maxDays);
  const sums = held.days.map(() => ({ value: 0, quantity: 0 }));
  for (const game of games) {
    // As a whole, an item with variants has no price
    const items = held.items.filter(
      ({ game: of, name, variant }) => of === game && (variant !== null || !context.book.hasVariants(game, name)),
    );
    const worths = await storedWorths(context, query, { game, items, days: held.days });
    for (const [index, item] of items.entries()) addItem(sums, item.quantities, carried(worths[index], held.days));
    if (items.length > 0) await turn();
  }
  addNow(sums, held, new SaleValuer(context, query));
  return {
    currency: query.currency,
    way: query.way,
    payout: query.payout,
    at: held.days.map(toSeconds),
    quantity: held.days.map((_, day) => held.items.reduce((all, one) => all + (one.quantities[day] ?? 0), 0)),
    cost: held.costs.map((cost) => toDifference(cost) ?? 0),
    valueQuantity: sums.map(({ quantity }) => quantity),
    value: sums.map(({ value, quantity }) => (quantity === 0 ? null : toDifference(value))),
  };
}

type OfGame = { readonly game: Game; readonly items: readonly HeldItem[]; readonly days: readonly number[] };

/** What the items brought at the end of each day with a price. */
async function storedWorths(
  context: RouteContext,
  { currency, way, payout, marketplaceIds }: HistoryParts['query'],
  { game, items, days }: OfGame,
): Promise<readonly ReadonlyMap<number, number>[]> {
  const { store, book } = context;
  const [first = 0] = days;
  if (items.length === 0 || !store.keepsPast || days.length < 2) return [];
  const shares = new Map<number, number>();
  for (const id of payingMarketplaces(context, game, payout)) {
    if (marketplaceIds?.includes(id) === false) continue;
    const got = book.proceeds(id, game, typicalUsd, () => ({ ...noPrices, USD: typicalUsd }));
    if (got > 0) shares.set(id, got / typicalUsd);
  }
  const since = first - carriedDays * dayMs;
  const side = way === 'list' ? 'ask' : 'bid';
  return await store.dailyWorths({ game, side, items, shares, currency, since, until: days.at(-1) ?? since });
}

/** The price of each day or of the last one of the week before it; null if none is stored. The last day has none yet. */
function carried(worths: ReadonlyMap<number, number> | undefined, days: readonly number[]): (number | null)[] {
  const prices: (number | null)[] = [];
  for (const [index, day] of days.entries()) {
    let price: number | null = null;
    for (let back = 0; back < carriedDays && price === null; back += 1) {
      const found = worths?.get(day - back * dayMs);
      if (found === undefined) continue;
      if (found === 0) break;
      price = found;
    }
    prices.push(index === days.length - 1 ? null : price);
  }
  return prices;
}

type DaySum = { value: number; quantity: number };

function addItem(sums: readonly DaySum[], quantities: readonly number[], prices: readonly (number | null)[]): void {
  for (const [day, sum] of sums.entries()) {
    const price = prices[day] ?? null;
    const quantity = quantities[day] ?? 0;
    if (price === null || quantity === 0) continue;
    sum.value += price * quantity;
    sum.quantity += quantity;
  }
}

function addNow(sums: readonly DaySum[], { items, days }: DailyHoldings, valuer: SaleValuer): void {
  for (const item of items) {
    const quantity = item.quantities[days.length - 1] ?? 0;
    const each = quantity === 0 ? null : (valuer.of(item)?.each ?? null);
    if (each !== null) addItem(sums.slice(-1), [quantity], [each]);
  }
}
