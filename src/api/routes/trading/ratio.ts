import type { Deal } from '../../../book/best/deal.ts';
import { dealWays, defaultWithout, type Game, type PayoutKind, whatOneGets } from '../../../schema/index.ts';
import { salesPerDay } from '../../cache/sale-counts.ts';
import { optionalAmount, optionalOneOf, optionalWhole } from '../../parameters.ts';
import { type RouteContext, route } from '../../route.ts';
import { sourceFlagsOf } from '../../source-flags.ts';
import { ratioExample, toWireWay, WireRatio } from '../../wire/tape/ratio.ts';
import { inDollars } from '../in-dollars.ts';
import { currencyParameter, gameParameter, optionalNameParameter } from '../parameters.ts';

const defaultAmount = 1_000;
/** Items compared by their sales. */
const maxItems = 1_000;

export const ratioRoute = route({
  path: '/tape/ratio',
  id: 'readRatio',
  summary: 'The ratio of money to Steam balance',
  description:
    'What one unit of money becomes as Steam balance, and one unit of balance as money: items are bought where one pays with money and sold on Steam, or the other way, at the best prices after fees and the cost of paying out. Each item counts with its best pair of marketplaces, without prices that are stale, outliers, of an unknown variant or of a single offer or order. The ratio of a way is over as many of the best items as are needed for `amount` if each takes up no more than is sold of it in a day, so it can be had for that sum; for one item it is that of the item alone. What paying in costs is not deducted.',
  parameters: {
    game: gameParameter,
    name: optionalNameParameter,
    amount: optionalAmount(`The sum to carry across in a day, in \`currency\`; ${defaultAmount} if omitted`),
    way: optionalOneOf(
      ['any', ...dealWays],
      'How the item is sold. bid: immediately to a buy order; list: listed at the lowest ask',
    ),
    maxHoldDays: optionalAmount(
      'Maximum days from buying until what is received is free. Where a hold is not known the way is left out',
    ),
    minSalesPerDay: optionalAmount(
      'Only items of which at least this many are sold in a day; 1 if omitted, and 0 for one item. Without any known sales it is ignored',
    ),
    limit: optionalWhole({ description: 'Maximum number of rows for each way', absent: 20, max: 200 }),
    currency: currencyParameter,
  },
  answer: WireRatio,
  example: ratioExample,
  async read(query, context) {
    const { lookups, rates } = context;
    const game = lookups.game(query.game);
    const name = query.name === null ? null : lookups.item(game, query.name);
    if (name !== null && !context.book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    const amount = query.amount || defaultAmount;
    const { limit, currency } = query;
    const dollars = inDollars(1, currency, rates()) / 1000;
    const search = { game, name, ways: query.way === 'any' ? dealWays : [query.way], maxHoldDays: query.maxHoldDays };
    const into = waysOf(context, { ...search, from: 'money', payout: 'steamBalance' });
    const back = waysOf(context, { ...search, from: 'steamBalance', payout: 'money' });
    const sales = await salesIn(context, game, [...into, ...back]);
    const minSales = query.minSalesPerDay ?? (name === null ? 1 : 0);
    const isSold = (deal: Deal) => sales === null || (sales.get(deal.name) ?? 0) >= minSales;
    const wire = (deals: readonly Deal[]) =>
      toWireWay(
        {
          deals: deals.filter(isSold),
          salesPerDay: (one) => sales?.get(one) ?? null,
          amountUsd: amount * 1000 * dollars,
          limit,
        },
        currency,
        1 / dollars,
      );
    return { game, currency, amount, into: wire(into), back: wire(back) };
  },
});

type Search = Pick<Parameters<RouteContext['book']['deals']>[1], 'name' | 'ways' | 'maxHoldDays'> & {
  readonly game: Game;
  /** What the marketplaces to buy on pay out. */
  readonly from: PayoutKind;
  readonly payout: PayoutKind;
};

/** The best pair of each item, whether at a gain or at a loss. */
function waysOf({ book, health, rates, now, terms, availability }: RouteContext, search: Search): Deal[] {
  const { game, from, ...rest } = search;
  const buying = availability
    .map(({ marketplaceId }) => marketplaceId)
    .filter((id) => whatOneGets(terms.get(id), game).payout === from);
  return book.deals(game, {
    ...rest,
    sort: 'percent',
    limit: maxItems,
    above: 0,
    minProfitUsd: Number.NEGATIVE_INFINITY,
    minPercent: -100,
    maxCostUsd: Number.POSITIVE_INFINITY,
    seenSince: 0,
    at: now(),
    from: buying,
    to: null,
    pairs: 'best',
    without: [...defaultWithout, 'thin'],
    sourceFlags: sourceFlagsOf(health(), game),
    rates: rates(),
  });
}

/** Sales per day by name; null while none are known, and for a key that cannot see all marketplaces. */
async function salesIn(
  { scope, weekSales }: RouteContext,
  game: Game,
  deals: readonly Deal[],
): Promise<ReadonlyMap<string, number> | null> {
  if (scope.marketplaceIds !== null) return null;
  const names = deals.map(({ name }) => name);
  const sales = await salesPerDay(weekSales, game, names);
  return sales?.size ? sales : null;
}
