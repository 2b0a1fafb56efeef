import { dealFlags, dealSorts, dealWays } from '../../schema/index.ts';
import { liquidityIn } from '../full-rows.ts';
import { inDollars } from '../in-dollars.ts';
import { optionalAmount, optionalListOf, optionalOneOf, optionalText, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { sourceFlagsOf } from '../source-flags.ts';
import { dealExample, toWireDeals, WireDeals } from '../wire/tape/deal.ts';
import { currencyParameter, gameParameter } from './parameters.ts';

const mostAgeSeconds = 31_536_000;

const marketplacesFacts = (what: string) => ({
  description: `Marketplaces to ${what}, separated by commas; left out, empty, \`all\` or \`-1\` means all`,
  example: 'SkinPort,CSFloat',
  longest: 2048,
});

export const dealsRoute = route({
  path: '/tape/deals',
  id: 'listDeals',
  summary: 'What is worth buying on one marketplace and selling on another',
  description:
    'Every pair of marketplaces on which an item, or a variant of it, costs less than the other brings, after fees and at one rate, best first. Sold is to the best buy order at once, or by putting it on sale at the lowest ask, which nobody promises to pay; where the fee for sellers is not known there is no deal. A fee for buyers that is not known is not reckoned with: the side says so, and the profit is at most as told. Whatever is doubtful about a side stands in its flags: nothing is left out for it unless `without` names it. Not reckoned with: what a marketplace takes for money that comes in or goes out, trade locks, and that some pay out as balance alone.',
  parameters: {
    game: gameParameter,
    minProfit: optionalAmount('Least profit, in the currency of the answer'),
    minPercent: optionalAmount('Least profit, in percent of what the buyer pays'),
    maxPrice: optionalAmount('Most that the buyer pays, in the currency of the answer'),
    maxAgeSeconds: optionalWhole({
      description: 'Both sides confirmed by their marketplace within so many seconds',
      absent: mostAgeSeconds,
      most: mostAgeSeconds,
    }),
    from: optionalText(marketplacesFacts('buy on')),
    to: optionalText(marketplacesFacts('sell on')),
    way: optionalOneOf(['any', ...dealWays], 'How it is sold: bid at once, list at the lowest ask'),
    without: optionalListOf(dealFlags, 'Flags that no side may have'),
    sort: optionalOneOf(dealSorts, 'What the best is'),
    limit: optionalWhole({ description: 'Most deals to return', absent: 50, most: 500 }),
    currency: currencyParameter,
  },
  answer: WireDeals,
  example: {
    game: 'CS2',
    currency: 'USD',
    deals: [dealExample],
  },
  async read(asked, context) {
    const { lookups, book, health, rates, now } = context;
    const game = lookups.game(asked.game);
    const toUsd = (amount: number) => inDollars(amount, asked.currency, rates());
    const idsOf = (text: string | null) => lookups.marketplaceList(text)?.map(({ id }) => id) ?? null;
    const at = now();
    const deals = book.deals(game, {
      sort: asked.sort,
      limit: asked.limit,
      minProfitUsd: toUsd(asked.minProfit ?? 0),
      minPercent: asked.minPercent ?? 0,
      maxCostUsd: asked.maxPrice === null ? Number.POSITIVE_INFINITY : toUsd(asked.maxPrice),
      seenSince: at - asked.maxAgeSeconds * 1000,
      at,
      from: idsOf(asked.from),
      to: idsOf(asked.to),
      ways: asked.way === 'any' ? dealWays : [asked.way],
      without: asked.without,
      sourceFlags: sourceFlagsOf(health(), game),
      rates: rates(),
    });
    const liquidity = await liquidityIn(
      context,
      game,
      deals.map(({ name }) => name),
    );
    return toWireDeals(game, asked.currency, deals, liquidity);
  },
});
