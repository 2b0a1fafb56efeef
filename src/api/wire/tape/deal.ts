import Type, { type Static } from 'typebox';
import type { Deal, DealSide } from '../../../book/best/deal.ts';
import {
  type Currency,
  dealFlagMeanings,
  dealFlags,
  dealWays,
  type Game,
  type KnownTerms,
  marketplaceWithId,
  meaningsText,
  ordinaryPayOut,
  whatOneGets,
} from '../../../schema/index.ts';
import { liquidityField } from '../full/full-shapes.ts';
import { toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { toSeconds } from '../time.ts';
import { currencyField, inCurrency, toDifference, toPercent, WireBestSide, WireSellSide } from './best.ts';

/** What profits of deals depend on and is not known of each marketplace. */
const dealFacts = ['buyerFee', 'payOut'] as const;

const flagsField = Type.Array(Type.Enum([...dealFlags]), {
  description: `Reasons to doubt this side, in alphabetical order. ${meaningsText(dealFlagMeanings)}`,
});

const Days = (what: string) => OrNull(Type.Number({ minimum: 0 }), `Days until ${what}; null if not known`);

export const WireDealBuy = Type.Object(
  { ...WireBestSide.properties, holdDays: Days('what is bought there can be sold elsewhere'), flags: flagsField },
  { description: 'Where the item is bought' },
);
export type WireDealBuy = Static<typeof WireDealBuy>;

export const WireDealSell = Type.Object(
  {
    ...WireSellSide.properties,
    way: Type.Enum([...dealWays], {
      description: 'bid: sell immediately to the best buy order; list: put on sale at the lowest ask',
    }),
    holdDays: Days('what it is sold for is free'),
    flags: flagsField,
  },
  { description: 'Where and how the item is sold' },
);
export type WireDealSell = Static<typeof WireDealSell>;

export const WireDeal = Type.Object(
  {
    name: ItemHead.properties.name,
    ...variantFields('null if the item has none or any variant qualifies'),
    buy: WireDealBuy,
    sell: WireDealSell,
    profit: OrNull(
      Type.Number(),
      'What the seller receives minus what the buyer pays, after known fees; an upper bound if the flags of `buy` contain feeUnknown; null without a usable exchange rate',
    ),
    holdDays: Days('the money is free, both holds together'),
    profitPercent: Type.Number({ description: 'The profit in percent of what the buyer pays' }),
    liquidity: liquidityField,
  },
  { description: 'An item to buy on one marketplace and sell on another' },
);
export type WireDeal = Static<typeof WireDeal>;

export const WireDeals = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  deals: Type.Array(WireDeal, { description: 'Best first' }),
  unknown: Type.Array(
    Type.Object({
      marketplace: ItemHead.properties.marketplace,
      fact: Type.Enum([...dealFacts], {
        description:
          'buyerFee: what buyers pay on top of the price; payOut: what paying out costs, in percent. Neither is deducted, so that the profit is an upper bound',
      }),
    }),
    { description: 'What is not known of the marketplaces of these deals, each once' },
  ),
});
export type WireDeals = Static<typeof WireDeals>;

const toWireSide = (side: DealSide, currency: Currency): WireDealBuy => ({
  marketplace: marketplaceWithId(side.marketplaceId).name,
  price: toPrice(side.prices[currency]),
  // Without a known fee there is no price after fees
  afterFees: side.flags.includes('feeUnknown') ? null : toPrice(inCurrency(side.afterFeesUsd, side.prices, currency)),
  count: side.count,
  seenAt: toSeconds(side.seenAt),
  link: side.link,
  holdDays: side.holdDays,
  flags: [...side.flags],
});

export const toWireDeal = (
  { name, phase, buy, sell, profitUsd }: Deal,
  currency: Currency,
  liquidity: number | null,
): WireDeal => ({
  name,
  ...toWireVariant(phase),
  buy: toWireSide(buy, currency),
  sell: { ...toWireSide(sell, currency), payout: sell.payout, way: sell.way },
  holdDays: buy.holdDays === null || sell.holdDays === null ? null : buy.holdDays + sell.holdDays,
  profit: toDifference(inCurrency(profitUsd, buy.prices, currency)),
  profitPercent: toPercent(profitUsd, buy.afterFeesUsd) ?? 0,
  liquidity,
});

type Answer = {
  readonly game: Game;
  readonly currency: Currency;
  readonly liquidity: (name: string) => number | null;
  readonly terms: KnownTerms;
};

export const toWireDeals = (deals: readonly Deal[], { game, currency, liquidity, terms }: Answer): WireDeals => ({
  game,
  currency,
  deals: deals.map((deal) => toWireDeal(deal, currency, liquidity(deal.name))),
  unknown: unknownIn(deals, game, terms),
});

function unknownIn(deals: readonly Deal[], game: Game, terms: KnownTerms): WireDeals['unknown'] {
  const found = deals.flatMap(({ buy, sell }) => [
    ...(buy.flags.includes('feeUnknown') ? [{ id: buy.marketplaceId, fact: 'buyerFee' as const }] : []),
    ...(sell.payout === 'money' && ordinaryPayOut(whatOneGets(terms.get(sell.marketplaceId), game)) === null
      ? [{ id: sell.marketplaceId, fact: 'payOut' as const }]
      : []),
  ]);
  const each = new Map(found.map((one) => [`${one.fact} ${one.id}`, one]));
  return [...each.values()]
    .sort((a, b) => dealFacts.indexOf(a.fact) - dealFacts.indexOf(b.fact) || a.id - b.id)
    .map(({ id, fact }) => ({ marketplace: marketplaceWithId(id).name, fact }));
}

/** Invented figures for the documentation. */
export const dealExample: WireDeal = {
  name: 'AK-47 | Redline (Field-Tested)',
  itemPhase: null,
  unusualEffect: null,
  buy: {
    marketplace: 'Buff163',
    price: 28.25,
    afterFees: null,
    count: 34,
    seenAt: 1_790_000_000,
    link: 'https://buff.163.com/goods/33960',
    holdDays: 7,
    flags: ['feeUnknown'],
  },
  sell: {
    marketplace: 'CSFloat',
    price: 31.5,
    afterFees: 30.1,
    count: 12,
    seenAt: 1_789_999_940,
    link: 'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline%20(Field-Tested)',
    payout: 'money',
    way: 'bid',
    holdDays: 8,
    flags: [],
  },
  holdDays: 15,
  profit: 1.85,
  profitPercent: 6.55,
  liquidity: 74,
};
