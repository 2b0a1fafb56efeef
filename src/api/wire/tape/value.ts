import Type, { type Static } from 'typebox';
import { currencies, flagMeanings, flags, meaningsText, nameLimit, payoutChoices } from '../../../schema/index.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { currencyField, WireBestSide } from './best.ts';

const valueSides = ['bid', 'ask', 'sellable'] as const;
export type ValueSide = (typeof valueSides)[number];

export const maxValued = 1_000;
export const maxPieces = 1_000_000;

const sideMeanings =
  'bid: at the highest buy order; ask: at the lowest ask; sellable: only what can be sold now to existing buy orders, filled in turn';

const sideField = Type.Enum([...valueSides], { description: sideMeanings });

const Sum = (description: string) => OrNull(Type.Number({ minimum: 0 }), description);

/** A list of items to value. */
export const ValueRequest = Type.Object({
  game: Type.String({ minLength: 1, maxLength: 64, description: 'Game: CS2, Dota2, Rust or TF2, an alias or app id' }),
  items: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: nameLimit, description: 'Exact name as Steam writes it' }),
      phase: Type.Optional(OrNull(Type.String({ maxLength: 64 }), 'Doppler variant; any if omitted, empty or null')),
      effect: Type.Optional(
        OrNull(Type.String({ maxLength: 64 }), 'Effect of an unusual item of TF2; any if omitted, empty or null'),
      ),
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxPieces, description: 'Number of pieces; 1 if omitted' }),
      ),
    }),
    { minItems: 1, maxItems: maxValued, description: `1 to ${maxValued} items` },
  ),
  side: Type.Optional(Type.Enum([...valueSides], { description: `${sideMeanings}. Default: bid` })),
  marketplaces: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { description: 'Only these marketplaces; all if omitted or empty' }),
  ),
  payout: Type.Optional(
    Type.Enum([...payoutChoices], {
      description: 'Only marketplaces that pay this out; any includes those of which it is not known. Default: money',
    }),
  ),
  currency: Type.Optional(Type.Enum([...currencies], { description: 'Currency of the answer; default: USD' })),
});
export type ValueRequest = Static<typeof ValueRequest>;

export const WireValuePrice = Type.Object({
  ...WireBestSide.properties,
  flags: Type.Array(Type.Enum([...flags]), {
    description: `Reasons to doubt the price, in alphabetical order. ${meaningsText(flagMeanings)}`,
  }),
});
export type WireValuePrice = Static<typeof WireValuePrice>;

export const WireValueLine = Type.Object({
  name: ItemHead.properties.name,
  ...variantFields('as requested; null if any'),
  count: Type.Integer({ minimum: 1, description: 'Requested number of pieces' }),
  isKnown: Type.Boolean({ description: 'Whether any marketplace knows the name' }),
  nearest: OrNull(Type.String(), 'Most similar known name for a name that is not known; otherwise null'),
  needsVariant: Type.Boolean({
    description:
      'Whether the item has variants and none was requested, so that what it sells for is not known; give phase or effect',
  }),
  best: OrNull(WireValuePrice, 'The best price of one piece, before fees; null if there is none'),
  bestAfterFees: OrNull(
    WireValuePrice,
    'The best price of one piece after fees, among marketplaces whose fee for that side is known; null if there is none',
  ),
  soldCount: Type.Integer({ minimum: 0, description: 'Number of pieces in `total`' }),
  total: Sum('Value of these pieces, before fees; null if there is no price'),
  soldAfterFeesCount: Type.Integer({ minimum: 0, description: 'Number of pieces in `totalAfterFees`' }),
  totalAfterFees: Sum('Value of these pieces, after known fees; null if there is no price after fees'),
});
export type WireValueLine = Static<typeof WireValueLine>;

export const WireValue = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  side: sideField,
  total: Type.Number({ minimum: 0, description: 'Sum of the `total` of all lines, before fees' }),
  totalAfterFees: Type.Number({ minimum: 0, description: 'Sum of the `totalAfterFees` of all lines' }),
  valuedCount: Type.Integer({ minimum: 0, description: 'Number of lines in `total`' }),
  valuedAfterFeesCount: Type.Integer({ minimum: 0, description: 'Number of lines in `totalAfterFees`' }),
  unknownCount: Type.Integer({ minimum: 0, description: 'Number of lines whose name no marketplace knows' }),
  lines: Type.Array(WireValueLine, { description: 'One line per requested item, in the same order' }),
});
export type WireValue = Static<typeof WireValue>;
