import Type, { type Static } from 'typebox';
import { currencies, nameLimit, payoutChoices } from '../../../schema/index.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { Looks } from '../offer.ts';
import { OrNull } from '../or-null.ts';
import { Seconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';

const Word = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });
const Names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: nameLimit }), { maxItems: 16, description });

/** An item: an offer, what an inspect link shows, or what is known of it. */
export const AppraiseRequest = Type.Object({
  game: Word('Game: CS2, Dota2, Rust or TF2, an alias or app id'),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: nameLimit,
      description: 'Exact name as Steam writes it; needed without offerId',
    }),
  ),
  phase: Type.Optional(OrNull(Type.String({ maxLength: 64 }), 'Doppler variant')),
  effect: Type.Optional(OrNull(Type.String({ maxLength: 64 }), 'Effect of an unusual item of TF2')),
  float: Type.Optional(OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'Wear')),
  paintSeed: Type.Optional(OrNull(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), 'Pattern')),
  stickers: Type.Optional(
    OrNull(Names('Names of its stickers'), 'Stickers; none if omitted, null if they are not known'),
  ),
  charms: Type.Optional(OrNull(Names('Names of its charms'), 'Charms; none if omitted, null if they are not known')),
  inspectLink: Type.Optional(
    Type.String({
      maxLength: 8192,
      description:
        'Inspect link of CS2. One that contains the certificate of the item tells float, pattern and Doppler variant, and whether there is anything on it, but not its names; the older kind tells nothing. `giveToo` of the answer says what else to give',
    }),
  ),
  marketplace: Type.Optional(Word('The marketplace of the offer `offerId`')),
  offerId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 16_384, description: 'Id of an offer, all of whose properties are taken' }),
  ),
  payout: Type.Optional(
    Type.Enum([...payoutChoices], {
      description:
        'Only sales and offers of marketplaces that pay this out; any includes those of which it is not known. Default: money',
    }),
  ),
  currency: Type.Optional(Type.Enum([...currencies], { description: 'Currency of the answer; default: USD' })),
});
export type AppraiseRequest = Static<typeof AppraiseRequest>;

/** What a request can tell of an item. */
export const itemProperties = ['float', 'paintSeed', 'stickers', 'charms'] as const;
export type ItemProperty = (typeof itemProperties)[number];

const notEnoughReasons = ['variantUnknown', 'tooFewRows'] as const;

export const WireSellsWithin = Type.Object({
  hours: Type.Integer({ minimum: 1, description: 'Hours after it is put on sale' }),
  probability: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Share of comparable offers that were sold in that time; null if too few were observed',
  ),
  count: Type.Integer({ minimum: 0, description: 'How often an offer of this rank was observed on this marketplace' }),
  otherCount: Type.Integer({ minimum: 0, description: 'The same on the other marketplaces' }),
});

const Share = Type.Number({ minimum: 0, maximum: 100 });

export const WireAppraisedRow = Type.Object({
  kind: Type.Enum(['sale', 'offer'], { description: 'Whether it was sold or is offered' }),
  marketplace: ItemHead.properties.marketplace,
  id: Type.String({ description: 'Id of the sale or offer, unique on its marketplace' }),
  timestamp: Seconds('When it was sold, or when the offer was last confirmed'),
  price: Type.Number({ ...Amount, description: 'What was paid or is asked' }),
  float: Looks.properties.float,
  paintSeed: Looks.properties.paintSeed,
  stickersAsk: OrNull(
    Type.Number({ minimum: 0 }),
    'Sum of the lowest asks of its unscraped stickers as separate items; null if it is not known',
  ),
  worth: Type.Number({ ...Amount, description: 'What this row alone says that the item is worth' }),
  weightPercent: Type.Number({ ...Share, description: 'Part of all weights' }),
});

export const WireSellOption = Type.Object(
  {
    marketplace: ItemHead.properties.marketplace,
    price: Type.Number({ ...Amount, description: 'The price at the level of this marketplace' }),
    afterFees: OrNull(Amount, 'What a seller gets for it after the known fees; null if they are not known'),
    rank: Type.Integer({ minimum: 1, description: 'Which of the offers there it would be, from the cheapest' }),
    sellsWithin: Type.Array(WireSellsWithin, { description: 'How likely it is sold there at this price, by time' }),
  },
  { description: 'A marketplace on which the item can be sold' },
);

export type WireSellsWithin = Static<typeof WireSellsWithin>;

export type WireAppraisedRow = Static<typeof WireAppraisedRow>;

export type WireSellOption = Static<typeof WireSellOption>;

export const WireAppraisal = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  ...variantFields('null if it has none or none is known'),
  float: Looks.properties.float,
  paintSeed: Looks.properties.paintSeed,
  currency: currencyField,
  price: OrNull(Amount, 'What it is worth, before fees; null if not enough is known'),
  low: OrNull(Amount, 'One sale in ten is expected below this; null with the price'),
  high: OrNull(Amount, 'One sale in ten is expected above this; null with the price'),
  notEnoughKnown: OrNull(
    Type.Enum([...notEnoughReasons]),
    'Why there is no price. variantUnknown: the item has variants and none is given; tooFewRows: too few comparable sales and offers are known',
  ),
  giveToo: Type.Array(Type.Enum([...itemProperties]), {
    description:
      'Properties that neither the request nor its inspect link tell: give them in the request for a price that takes them into account',
  }),
  count: Type.Number({ minimum: 0, description: 'How many rows of the same weight say as much as those below' }),
  lowestAsk: OrNull(Amount, 'The lowest ask of the same item and variant; null if there is none'),
  stickersAsk: OrNull(
    Type.Number({ minimum: 0 }),
    'Sum of the lowest asks of its unscraped stickers as separate items; null if it is not known',
  ),
  stickersPercent: OrNull(Share, 'How much of stickersAsk is part of the price, in percent; null with the price'),
  rows: Type.Array(WireAppraisedRow, {
    description: 'The sales and offers that the price rests on, heaviest first, at most 50',
  }),
  sell: Type.Array(WireSellOption, { description: 'Where it can be sold, by what a seller gets, at most 10' }),
});
export type WireAppraisal = Static<typeof WireAppraisal>;
