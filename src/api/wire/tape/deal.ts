import Type, { type Static } from 'typebox';
import type { Deal, DealSide } from '../../../book/best/deal.ts';
import {
  type Currency,
  dealFlagMeanings,
  dealFlags,
  dealWays,
  type Game,
  marketplaceWithId,
  meaningsText,
} from '../../../schema/index.ts';
import { liquidityField } from '../full/full-shapes.ts';
import { toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { toSeconds } from '../time.ts';
import { currencyField, inCurrency, toDifference, toPercent, WireBestSide } from './best.ts';

const flagsField = Type.Array(Type.Enum([...dealFlags]), {
  description: `Reasons to doubt this side, in alphabetical order. ${meaningsText(dealFlagMeanings)}`,
});

export const WireDealBuy = Type.Object(
  { ...WireBestSide.properties, flags: flagsField },
  { description: 'Where the item is bought' },
);
export type WireDealBuy = Static<typeof WireDealBuy>;

export const WireDealSell = Type.Object(
  {
    ...WireBestSide.properties,
    way: Type.Enum([...dealWays], {
      description: 'bid: sell immediately to the best buy order; list: put on sale at the lowest ask',
    }),
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
});
export type WireDeals = Static<typeof WireDeals>;

const toWireSide = (side: DealSide, currency: Currency): WireDealBuy => ({
  marketplace: marketplaceWithId(side.marketplaceId).name,
  price: toPrice(side.prices[currency]),
  // Without a known fee there is no price after fees
  afterFees: side.flags.includes('feeUnknown') ? null : toPrice(inCurrency(side.afterFeesUsd, side.prices, currency)),
  count: side.count,
  seenAt: toSeconds(side.seenAt),
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
  sell: { ...toWireSide(sell, currency), way: sell.way },
  profit: toDifference(inCurrency(profitUsd, buy.prices, currency)),
  profitPercent: toPercent(profitUsd, buy.afterFeesUsd) ?? 0,
  liquidity,
});

export const toWireDeals = (
  game: Game,
  currency: Currency,
  deals: readonly Deal[],
  liquidity: (name: string) => number | null,
): WireDeals => ({
  game,
  currency,
  deals: deals.map((deal) => toWireDeal(deal, currency, liquidity(deal.name))),
});

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
    flags: ['feeUnknown'],
  },
  sell: {
    marketplace: 'CSFloat',
    price: 31.5,
    afterFees: 30.87,
    count: 12,
    seenAt: 1_789_999_940,
    way: 'bid',
    flags: [],
  },
  profit: 2.62,
  profitPercent: 9.27,
  liquidity: 74,
};
