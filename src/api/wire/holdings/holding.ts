import Type, { type Static } from 'typebox';
import { dealWays, flagMeanings, flags, Game, meaningsText, payoutChoices } from '../../../schema/index.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { currencyField, WireBestSide } from '../tape/best.ts';
import { Seconds, SecondsOrNull } from '../time.ts';

const Sum = (description: string) => Type.Number({ description });
const SumOrNull = (description: string) => OrNull(Type.Number(), description);
const Pieces = (description: string) => Type.Integer({ minimum: 0, description });

export const wayField = Type.Enum([...dealWays], {
  description:
    'bid: sold immediately to the best buy order; list: listed at the lowest ask, which nobody guarantees to pay',
});

export const payoutField = Type.Enum([...payoutChoices], { description: 'What the marketplaces that count pay out' });

const rateFields = {
  exchangeRate: OrNull(
    Type.Number(),
    'What the amount of the transaction was multiplied by for `currency`, at the rate of its day; null if no rate is known',
  ),
  ratedAt: SecondsOrNull(
    'The day whose rate that is: of the transaction, else the last one before it, else the first one after it',
    'null for an amount in `currency` itself, and if no rate is known',
  ),
};

/** Where a piece brings most. */
export const WireHoldingSale = Type.Object({
  ...WireBestSide.properties,
  holdDays: OrNull(
    Type.Number({ minimum: 0 }),
    'Days until what it is sold for there is free; null if that is not known',
  ),
  flags: Type.Array(Type.Enum([...flags]), {
    description: `Reasons to doubt the price, in alphabetical order. ${meaningsText(flagMeanings)}`,
  }),
});
export type WireHoldingSale = Static<typeof WireHoldingSale>;

/** What is left of a purchase. */
export const WireLot = Type.Object({
  transactionId: Type.String({ description: 'Id of the purchase' }),
  boughtAt: Seconds('When it was bought'),
  quantity: Pieces('Number of pieces left'),
  cost: SumOrNull('Cost of these pieces with their share of the fee; null if it is not known'),
  ...rateFields,
  freeAt: SecondsOrNull(
    'When it can be sold elsewhere, by the hold of the marketplace where it was bought',
    'null if that is not known',
  ),
  marketplace: OrNull(ItemHead.properties.marketplace, 'Where it was bought; null if not given'),
  assetId: OrNull(Type.String(), 'Asset id on Steam; null if not given'),
  float: OrNull(Type.Number(), 'Wear, 0 to 1; null if not given'),
  paintSeed: OrNull(Type.Integer(), 'Paint seed; null if not given'),
});
export type WireLot = Static<typeof WireLot>;

export const WireHolding = Type.Object({
  game: Game,
  name: ItemHead.properties.name,
  ...variantFields('null if none was given'),
  quantity: Pieces('Number of pieces held'),
  isKnown: Type.Boolean({ description: 'Whether any marketplace knows the name' }),
  nearest: OrNull(Type.String(), 'Most similar known name for a name that is not known; otherwise null'),
  needsVariant: Type.Boolean({
    description: 'Whether the item has variants and none was given, so that what it brings is not known',
  }),
  cost: SumOrNull('Cost of the pieces whose cost is known; null if it is known of none'),
  costQuantity: Pieces('Number of pieces in `cost`'),
  boughtAt: Seconds('When the oldest piece was bought'),
  sale: OrNull(WireHoldingSale, 'Where a piece brings most after fees now; null if that is not known anywhere'),
  value: SumOrNull('What all pieces bring at that price after fees, in `currency`; null if it is not known'),
  profit: SumOrNull('What the pieces of known cost bring after fees, minus their cost; null if either is not known'),
  lots: Type.Array(WireLot, { description: 'What is left of the purchases, oldest first' }),
});
export type WireHolding = Static<typeof WireHolding>;

export const WireHoldings = Type.Object({
  currency: currencyField,
  way: wayField,
  payout: payoutField,
  quantity: Pieces('Number of pieces held'),
  cost: Sum('Cost of the pieces whose cost is known'),
  costQuantity: Pieces('Number of pieces in `cost`'),
  value: Sum('What the pieces of known value bring after fees, in `currency`'),
  valueQuantity: Pieces('Number of pieces in `value`'),
  profit: Sum('Not realised: the sum of the profits of holdings'),
  profitQuantity: Pieces('Number of pieces in `profit`'),
  realised: Sum('Realised: what was received for sold pieces of known cost, minus that cost'),
  realisedQuantity: Pieces('Number of pieces in `realised`'),
  soldQuantity: Pieces('Number of pieces sold, with those of which cost or proceeds are not known'),
  holdings: Type.Array(WireHolding, { description: 'By game, name and variant' }),
});
export type WireHoldings = Static<typeof WireHoldings>;

/** Pieces of one purchase that were sold together. */
export const WireSoldLot = Type.Object({
  game: Game,
  name: ItemHead.properties.name,
  ...variantFields('null if none was given'),
  quantity: Pieces('Number of pieces'),
  buyId: OrNull(Type.String(), 'Id of the purchase; null where more was sold than had been bought until then'),
  sellId: Type.String({ description: 'Id of the sale' }),
  boughtAt: SecondsOrNull('When they were bought', 'null where the purchase is not known'),
  soldAt: Seconds('When they were sold'),
  marketplace: OrNull(ItemHead.properties.marketplace, 'Where they were sold; null if not given'),
  cost: SumOrNull('Their cost with their share of the fee; null if it is not known'),
  proceeds: SumOrNull('What was received for them after their share of the fee; null if it is not known'),
  profit: SumOrNull('Proceeds minus cost; null if either is not known'),
  ...rateFields,
});
export type WireSoldLot = Static<typeof WireSoldLot>;

export const WireSoldLots = Type.Object({
  currency: currencyField,
  count: Pieces('Number of all sold lots'),
  sold: Type.Array(WireSoldLot, { description: 'Newest sale first; the rate is that of the sale' }),
});
export type WireSoldLots = Static<typeof WireSoldLots>;

export const WireHoldingsHistory = Type.Object({
  currency: currencyField,
  way: wayField,
  payout: payoutField,
  at: Type.Array(Seconds('Beginning of the day (UTC)'), { description: 'The days, oldest first' }),
  quantity: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Number of pieces held at the end of each day' }),
  cost: Type.Array(Type.Number(), { description: 'Cost of those of known cost' }),
  valueQuantity: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'Number of pieces of which a price of the day or of the week before it is stored',
  }),
  value: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
    description:
      'What these brought at the highest buy orders, or listed at the lowest asks, at the end of each day, less the fees of today, in `currency`; null if no price is stored',
  }),
});
export type WireHoldingsHistory = Static<typeof WireHoldingsHistory>;
