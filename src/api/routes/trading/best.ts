import { route } from '../../route.ts';
import { bestExample, toWireBestPrices, WireBest } from '../../wire/tape/best.ts';
import { asOfParameter, contextAt } from '../as-of.ts';
import {
  currencyParameter,
  effectParameter,
  gameParameter,
  lockParameter,
  marketplaceListParameter,
  nameParameter,
  payoutParameter,
  variantParameter,
} from '../parameters.ts';

export const bestRoute = route({
  path: '/tape/best',
  id: 'readBest',
  summary: 'The best ask and bid of an item over all marketplaces',
  description:
    'Returns the lowest ask and the highest bid, before and after fees, with the age of each figure and the number of offers and buy orders, for the whole item and for each of its variants. Bids count only on marketplaces that pay out money, unless `payout` says otherwise; what a seller receives is after the fee and the cost of paying out, where that is known. Figures after fees consider only marketplaces whose fee for that side is known (GET /tape/marketplaces); if none is known, that side is null. An item with variants has no bid and no spread as a whole, but the ranges of its variants. A price above the highest that can be paid on a marketplace is ignored. Asks come from quoted lowest prices and single offers, bids from the buy orders read so far. Prices without a usable exchange rate to the US dollar are ignored.',
  parameters: {
    game: gameParameter,
    name: nameParameter,
    phase: variantParameter,
    effect: effectParameter,
    marketplaces: marketplaceListParameter,
    lock: lockParameter,
    payout: payoutParameter,
    currency: currencyParameter,
    asOf: asOfParameter,
  },
  answer: WireBest,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    game: 'CS2',
    currency: 'USD',
    best: [bestExample],
  },
  async read({ game: gameText, name: nameText, phase, effect, marketplaces, lock, payout, currency, asOf }, present) {
    const { lookups } = present;
    const game = lookups.game(gameText);
    const name = lookups.item(game, nameText);
    const variant = lookups.variant({ phase, effect });
    const marketplaceIds = lookups.marketplaceList(marketplaces)?.map(({ id }) => id) ?? null;
    const { book, itemRequested, now } = asOf === null ? present : await contextAt(present, { asOf, game, name });
    if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    itemRequested(game, name, null);
    const best = book.best(game, name, { marketplaceIds, unlockedAt: lock === 'none' ? now() : null, payout });
    const wanted = variant === null ? best : best.filter((one) => one.phase === variant);
    return { name, game, currency, best: wanted.map((one) => toWireBestPrices(one, currency)) };
  },
});
