import Type, { type Static } from 'typebox';
import type { BestPrices, BestSide } from '../../../book/best/read-best.ts';
import { type Currency, currencies, marketplaceWithId } from '../../../schema/index.ts';
import { toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';

export const Amount = Type.Number({ exclusiveMinimum: 0, examples: [12.34] });

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const currencyField = Type.Enum([...currencies], { description: 'Currency of all prices in this object' });

/** The lowest ask or highest bid with its marketplace. */
export const WireBestSide = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  price: OrNull(Amount, 'The asked or bid price; null without a usable exchange rate'),
  afterFees: OrNull(
    Amount,
    'What the buyer pays or the seller receives; null if the fee for that side is not known, or without a usable exchange rate',
  ),
  count: Count('Number of offers or buy orders on that marketplace'),
  seenAt: Seconds('Last confirmed by the marketplace'),
});
export type WireBestSide = Static<typeof WireBestSide>;

/** The best prices of an item, or of a variant of it. */
export const WireBestPrices = Type.Object({
  ...variantFields('null means the whole item, including all its variants, or another kind of variant'),
  ask: OrNull(WireBestSide, 'The lowest ask; null if there is none'),
  bid: OrNull(
    WireBestSide,
    'The highest bid; for a variant, this can be a buy order that accepts any variant; null if there is none',
  ),
  askAfterFees: OrNull(
    WireBestSide,
    'The lowest ask after fees, among marketplaces whose buyer fee is known; null if there is none',
  ),
  bidAfterFees: OrNull(
    WireBestSide,
    'The highest bid after fees, among marketplaces whose seller fee is known; null if there is none',
  ),
  spread: OrNull(
    Type.Number(),
    'Ask minus bid, before fees; negative if they cross; null if either is missing, or without a usable exchange rate',
  ),
  spreadPercent: OrNull(Type.Number(), 'The spread in percent of the ask; null if either is missing'),
  locked: Type.Boolean({ description: 'Whether the best bid equals the best ask' }),
  crossed: Type.Boolean({ description: 'Whether the best bid is above the best ask' }),
  offerCount: Count('Number of offers on all marketplaces'),
  asking: Count('Number of marketplaces with an offer'),
  buyOrderCount: Count('Number of buy orders read so far on all marketplaces'),
  bidding: Count('Number of marketplaces with a buy order'),
});
export type WireBestPrices = Static<typeof WireBestPrices>;

export const WireBest = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  currency: currencyField,
  best: Type.Array(WireBestPrices, { description: 'The whole item, then each of its known variants' }),
});
export type WireBest = Static<typeof WireBest>;

/** Converts thousandths, which can be negative, to units with two decimals. */
export const toDifference = (thousandths: number | null): number | null =>
  thousandths === null ? null : Math.round(thousandths / 10) / 100 || 0;

/** A share as percent with two decimals. */
export const toPercent = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * 10_000) / 100 || 0;

/** Converts dollars to a currency at the rate implied by `prices`. All amounts are thousandths. */
export function inCurrency(usd: number | null, prices: BestSide['prices'], currency: Currency): number | null {
  const price = prices[currency];
  if (usd === null || price === null || prices.USD === null) return null;
  return currency === 'USD' ? usd : Math.round((usd / prices.USD) * price);
}

function toWireSide(side: BestSide | null, currency: Currency): WireBestSide | null {
  if (side === null) return null;
  return {
    marketplace: marketplaceWithId(side.marketplaceId).name,
    price: toPrice(side.prices[currency]),
    afterFees: toPrice(inCurrency(side.afterFeesUsd, side.prices, currency)),
    count: side.count,
    seenAt: toSeconds(side.seenAt),
  };
}

export function toWireBestPrices(best: BestPrices, currency: Currency): WireBestPrices {
  const ask = best.ask?.prices ?? null;
  const bid = best.bid?.prices ?? null;
  const less = (from: number | null | undefined, what: number | null | undefined) =>
    from == null || what == null ? null : from - what;
  const spreadUsd = less(ask?.USD, bid?.USD);
  return {
    ...toWireVariant(best.phase),
    ask: toWireSide(best.ask, currency),
    bid: toWireSide(best.bid, currency),
    askAfterFees: toWireSide(best.askAfterFees, currency),
    bidAfterFees: toWireSide(best.bidAfterFees, currency),
    spread: toDifference(less(ask?.[currency], bid?.[currency])),
    spreadPercent: toPercent(spreadUsd, ask?.USD ?? null),
    locked: spreadUsd === 0,
    crossed: spreadUsd !== null && spreadUsd < 0,
    offerCount: best.offerCount,
    asking: best.asking,
    buyOrderCount: best.orderCount,
    bidding: best.bidding,
  };
}

/** Invented figures for the documentation. */
export const bestExample = {
  itemPhase: null,
  unusualEffect: null,
  ask: { marketplace: 'Buff163', price: 28.25, afterFees: null, count: 34, seenAt: 1_790_000_000 },
  bid: { marketplace: 'CSFloat', price: 27.9, afterFees: 27.34, count: 12, seenAt: 1_789_999_940 },
  askAfterFees: null,
  bidAfterFees: { marketplace: 'CSFloat', price: 27.9, afterFees: 27.34, count: 12, seenAt: 1_789_999_940 },
  spread: 0.35,
  spreadPercent: 1.24,
  locked: false,
  crossed: false,
  offerCount: 412,
  asking: 21,
  buyOrderCount: 96,
  bidding: 6,
};
