import { dealFlags, dealPairs, dealSorts, dealWays, defaultWithout } from '../../../schema/index.ts';
import { liquidityIn } from '../../full-rows.ts';
import { itemFilterParameters, wantedItems } from '../../item-filter.ts';
import { optionalAmount, optionalListOf, optionalOneOf, optionalText, optionalWhole } from '../../parameters.ts';
import { route } from '../../route.ts';
import { sourceFlagsOf } from '../../source-flags.ts';
import { dealExample, toWireDeals, WireDeals } from '../../wire/tape/deal.ts';
import { inDollars } from '../in-dollars.ts';
import { currencyParameter, gameParameter, optionalNameParameter, payoutParameter } from '../parameters.ts';

const maxAgeSeconds = 31_536_000;

const marketplacesFacts = (what: string) => ({
  description: `Marketplaces to ${what}, separated by commas; all if omitted, empty, \`all\` or \`-1\``,
  example: 'SkinPort,CSFloat',
  maxLength: 2048,
});

export const dealsRoute = route({
  path: '/tape/deals',
  id: 'listDeals',
  summary: 'Items worth buying on one marketplace and selling on another',
  description:
    'Returns pairs of marketplaces where an item or variant costs less on one than it brings on the other, after fees and at one exchange rate, best first: the best pair of each item, sold where one gets money, without prices that are stale, outliers or of an unknown variant, unless asked otherwise. The item is sold either immediately to the best buy order (bid), or listed at the lowest ask (list), which nobody guarantees to pay. What it brings is after the fee and the cost of paying out, as a percentage; amounts for each payment are not deducted, because one payment is of many sales. Without a known seller fee there is no deal. An unknown buyer fee is not deducted: the side is flagged feeUnknown and the profit is an upper bound. `unknown` lists once what is not known of the marketplaces of these deals. What paying in costs is not deducted (GET /tape/marketplaces).',
  parameters: {
    game: gameParameter,
    name: optionalNameParameter,
    ...itemFilterParameters,
    minProfit: optionalAmount('Minimum profit, in `currency`'),
    minPercent: optionalAmount('Minimum profit, in percent of what the buyer pays'),
    maxPrice: optionalAmount('Maximum that the buyer pays, in `currency`'),
    maxAgeSeconds: optionalWhole({
      description: 'Maximum seconds since the marketplaces confirmed each side',
      absent: maxAgeSeconds,
      max: maxAgeSeconds,
    }),
    from: optionalText(marketplacesFacts('buy on')),
    to: optionalText(marketplacesFacts('sell on')),
    way: optionalOneOf(
      ['any', ...dealWays],
      'How the item is sold. bid: immediately to a buy order; list: listed at the lowest ask',
    ),
    pairs: optionalOneOf(
      dealPairs,
      'best: only the first deal of each item, with all its variants; all: every pair of marketplaces',
    ),
    payout: payoutParameter,
    maxHoldDays: optionalAmount(
      'Maximum days from buying until the money is free: until the item can be sold elsewhere, and until what it is sold for is free. Where one of them is not known there is no deal',
    ),
    without: optionalListOf(dealFlags, {
      description: 'Exclude deals where a side has one of these flags',
      absent: defaultWithout,
    }),
    sort: optionalOneOf(dealSorts, 'What deals are ranked by'),
    limit: optionalWhole({ description: 'Maximum number of deals to return', absent: 50, max: 500 }),
    currency: currencyParameter,
  },
  answer: WireDeals,
  example: {
    game: 'CS2',
    currency: 'USD',
    deals: [dealExample],
    unknown: [{ marketplace: 'Buff163', fact: 'buyerFee' }],
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
      name: query.name === null ? null : lookups.item(game, query.name),
      ...wantedItems(book, game, query),
      above: 1,
      minProfitUsd: toUsd(query.minProfit ?? 0),
      minPercent: query.minPercent ?? 0,
      maxCostUsd: query.maxPrice === null ? Number.POSITIVE_INFINITY : toUsd(query.maxPrice),
      seenSince: at - query.maxAgeSeconds * 1000,
      at,
      from: idsOf(query.from),
      to: idsOf(query.to),
      ways: query.way === 'any' ? dealWays : [query.way],
      payout: query.payout,
      maxHoldDays: query.maxHoldDays,
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
    return toWireDeals(deals, { game, currency: query.currency, liquidity, terms: context.terms });
  },
});
