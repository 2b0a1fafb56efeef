import { dealFlags, dealPairs, dealSorts, dealWays } from '../../schema/index.ts';
import { liquidityIn } from '../full-rows.ts';
import { inDollars } from '../in-dollars.ts';
import { optionalAmount, optionalListOf, optionalOneOf, optionalText, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { sourceFlagsOf } from '../source-flags.ts';
import { dealExample, toWireDeals, WireDeals } from '../wire/tape/deal.ts';
import { currencyParameter, gameParameter } from './parameters.ts';

const mostAgeSeconds = 31_536_000;

const marketplacesFacts = (what: string) => ({
  description: `Marketplaces to ${what}, separated by commas; all if omitted, empty, \`all\` or \`-1\``,
  example: 'SkinPort,CSFloat',
  longest: 2048,
});

export const dealsRoute = route({
  path: '/tape/deals',
  id: 'listDeals',
  summary: 'Items worth buying on one marketplace and selling on another',
  description:
    'Returns every pair of marketplaces where an item or variant costs less on one than it brings on the other, after fees and at one exchange rate, best first. The item is sold either immediately to the best buy order (bid), or listed at the lowest ask (list), which nobody guarantees to pay. Without a known seller fee there is no deal. An unknown buyer fee is not deducted: the side is flagged feeUnknown and the profit is an upper bound. Doubts about a side are listed in its flags; flagged deals are included unless excluded with `without`. Deposit and withdrawal fees, trade locks, and marketplaces that pay out only as balance are not taken into account.',
  parameters: {
    game: gameParameter,
    minProfit: optionalAmount('Minimum profit, in `currency`'),
    minPercent: optionalAmount('Minimum profit, in percent of what the buyer pays'),
    maxPrice: optionalAmount('Maximum that the buyer pays, in `currency`'),
    maxAgeSeconds: optionalWhole({
      description: 'Maximum seconds since the marketplaces confirmed each side',
      absent: mostAgeSeconds,
      most: mostAgeSeconds,
    }),
    from: optionalText(marketplacesFacts('buy on')),
    to: optionalText(marketplacesFacts('sell on')),
    way: optionalOneOf(
      ['any', ...dealWays],
      'How the item is sold. bid: immediately to a buy order; list: listed at the lowest ask',
    ),
    pairs: optionalOneOf(
      dealPairs,
      'all: every pair of marketplaces; best: only the first deal of each item, with all its variants',
    ),
    without: optionalListOf(dealFlags, 'Exclude deals where a side has one of these flags'),
    sort: optionalOneOf(dealSorts, 'What deals are ranked by'),
    limit: optionalWhole({ description: 'Maximum number of deals to return', absent: 50, most: 500 }),
    currency: currencyParameter,
  },
  answer: WireDeals,
  example: {
    game: 'CS2',
    currency: 'USD',
    deals: [dealExample],
  },
  async read(query, context) {
    const { lookups, book, health, rates, now } = context;
    const game = lookups.game(query.game);
    const toUsd = (amount: number) => inDollars(amount, query.currency, rates());
    const idsOf = (text: string | null) => lookups.marketplaceList(text)?.map(({ id }) => id) ?? null;
    const at = now();
    const deals = book.deals(game, {
      sort: query.sort,
      limit: query.limit,
      minProfitUsd: toUsd(query.minProfit ?? 0),
      minPercent: query.minPercent ?? 0,
      maxCostUsd: query.maxPrice === null ? Number.POSITIVE_INFINITY : toUsd(query.maxPrice),
      seenSince: at - query.maxAgeSeconds * 1000,
      at,
      from: idsOf(query.from),
      to: idsOf(query.to),
      ways: query.way === 'any' ? dealWays : [query.way],
      pairs: query.pairs,
      without: query.without,
      sourceFlags: sourceFlagsOf(health(), game),
      rates: rates(),
    });
    const liquidity = await liquidityIn(
      context,
      game,
      deals.map(({ name }) => name),
    );
    return toWireDeals(game, query.currency, deals, liquidity);
  },
});
