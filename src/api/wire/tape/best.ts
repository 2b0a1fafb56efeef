import Type, { type Static } from 'typebox';
import type { BestPrices, BestSide, BidSide, VariantRange } from '../../../book/best/read-best.ts';
import { type Currency, currencies, marketplaceWithId, payoutKinds } from '../../../schema/index.ts';
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
    'What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate',
  ),
  count: Count('Number of offers or buy orders on that marketplace'),
  seenAt: Seconds('Last confirmed by the marketplace'),
  link: OrNull(Type.String(), 'URL of the offer, or of the page of the item there; null if not known'),
});
export type WireBestSide = Static<typeof WireBestSide>;

/** A side on which one sells. */
export const WireSellSide = Type.Object({
  ...WireBestSide.properties,
  payout: OrNull(
    Type.Enum([...payoutKinds]),
    'What the marketplace pays out: money, or something that does not become money there; null if not known',
  ),
});
export type WireSellSide = Static<typeof WireSellSide>;

/** From the lowest to the highest of such prices of the variants. */
const Range = (price: string) =>
  OrNull(
    Type.Object({
      lowest: OrNull(Amount, 'Of the cheapest variant'),
      highest: OrNull(Amount, 'Of the dearest variant'),
    }),
    `For a whole item with variants: ${price} of the cheapest and of the dearest variant; null for anything else, or if none is known`,
  );

/** The best prices of an item, or of a variant of it. */
export const WireBestPrices = Type.Object({
  ...variantFields('null means the whole item, including all its variants, or another kind of variant'),
  ask: OrNull(WireBestSide, 'The lowest ask; null if there is none'),
  bid: OrNull(
    WireSellSide,
    'The highest bid; for a variant, this can be a buy order that accepts any variant; null if there is none, and for a whole item with variants',
  ),
  askAfterFees: OrNull(
    WireBestSide,
    'The lowest ask after fees, among marketplaces whose buyer fee is known; null if there is none',
  ),
  bidAfterFees: OrNull(
    WireSellSide,
    'The highest bid after fees and the cost of paying out, among marketplaces whose seller fee is known; null if there is none, and for a whole item with variants',
  ),
  variantAsks: Range('the lowest ask'),
  variantBids: Range('the highest bid'),
  spread: OrNull(
    Type.Number(),
    'Ask minus bid, before fees; negative if they cross; null if either is missing, without a usable exchange rate, and for a whole item with variants',
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
    link: side.link,
  };
}

function toSellSide(side: BidSide | null, currency: Currency): WireSellSide | null {
  const wire = toWireSide(side, currency);
  return side === null || wire === null ? null : { ...wire, payout: side.payout };
}

const toRange = (range: VariantRange | null | undefined, currency: Currency): WireBestPrices['variantAsks'] =>
  range == null ? null : { lowest: toPrice(range.lowest[currency]), highest: toPrice(range.highest[currency]) };

export function toWireBestPrices(best: BestPrices, currency: Currency): WireBestPrices {
  const ask = best.ask?.prices ?? null;
  const bid = best.bid?.prices ?? null;
  const less = (from: number | null | undefined, what: number | null | undefined) =>
    from == null || what == null ? null : from - what;
  const spreadUsd = less(ask?.USD, bid?.USD);
  return {
    ...toWireVariant(best.phase),
    ask: toWireSide(best.ask, currency),
    bid: toSellSide(best.bid, currency),
    askAfterFees: toWireSide(best.askAfterFees, currency),
    bidAfterFees: toSellSide(best.bidAfterFees, currency),
    variantAsks: toRange(best.variants?.asks, currency),
    variantBids: toRange(best.variants?.bids, currency),
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

const bidExample = {
  marketplace: 'CSFloat',
  price: 27.9,
  afterFees: 26.66,
  count: 12,
  seenAt: 1_789_999_940,
  link: 'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline%20(Field-Tested)',
  payout: 'money',
} as const;

/** Invented figures for the documentation. */
export const bestExample = {
  itemPhase: null,
  unusualEffect: null,
  ask: {
    marketplace: 'Buff163',
    price: 28.25,
    afterFees: null,
    count: 34,
    seenAt: 1_790_000_000,
    link: 'https://buff.163.com/goods/33960',
  },
  bid: bidExample,
  askAfterFees: null,
  bidAfterFees: bidExample,
  variantAsks: null,
  variantBids: null,
  spread: 0.35,
  spreadPercent: 1.24,
  locked: false,
  crossed: false,
  offerCount: 412,
  asking: 21,
  buyOrderCount: 96,
  bidding: 6,
};
