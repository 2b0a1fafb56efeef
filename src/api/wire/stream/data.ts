import Type, { type TSchema } from 'typebox';
import { type Game, Phase } from '../../../schema/index.ts';
import { WireBuyOrder } from '../buy-order.ts';
import { someUnusualEffect } from '../full/variant.ts';
import { heroField, ItemHead, itemTypeField, offerCountField, rarityField } from '../item.ts';
import { Looks, WireOffer } from '../offer.ts';
import { OrNull } from '../or-null.ts';
import { FourPrices } from '../price.ts';
import { WireBestPrices } from '../tape/best.ts';
import { gapReasonField } from '../tape/conditions.ts';
import { Seconds, SecondsOrNull } from '../time.ts';

// Schemas of the data in messages that `message.ts` joins by hand; a test checks the messages against them

const name = ItemHead.properties.name;

const offerFields = {
  name,
  purchaseLink: Type.String({ description: 'URL where this offer can be bought' }),
  ...FourPrices.properties,
  priceUSD: Type.Number({ exclusiveMinimum: 0, description: 'Price in US dollars', examples: [12.34] }),
  daysTradeLocked: WireOffer.properties.daysTradeLocked,
  foundAt: Seconds('First seen'),
};

export const CS2OfferData = Type.Object(
  { ...offerFields, inspectLink: WireOffer.properties.inspectLink, ...Looks.properties },
  { 'x-games': ['CS2'] },
);

export const Dota2OfferData = Type.Object(
  { ...offerFields, rarity: rarityField, hero: heroField },
  { 'x-games': ['Dota2'] },
);

export const RustOfferData = Type.Object({ ...offerFields, itemType: itemTypeField }, { 'x-games': ['Rust'] });

export const TF2OfferData = Type.Object(offerFields, { 'x-games': ['TF2'] });

/** Schema of an offer's data for each game. */
export const offerDataOf = {
  CS2: CS2OfferData,
  Dota2: Dota2OfferData,
  Rust: RustOfferData,
  TF2: TF2OfferData,
} satisfies Readonly<Record<Game, TSchema>>;

const saleFields = { name, ...FourPrices.properties, soldAt: Seconds('Time of the sale') };

export const CS2SaleData = Type.Object({ ...saleFields, ...Looks.properties }, { 'x-games': ['CS2'] });

export const SaleData = Type.Object(saleFields, { 'x-games': ['Dota2', 'Rust', 'TF2'] });

export const BuyOrderData = Type.Object(
  {
    name,
    orderId: OrNull(
      Type.String(),
      'Id of the buy order; derived from its content where the marketplace publishes none',
    ),
    quantity: OrNull(Type.Integer({ minimum: 1 }), 'Number of pieces wanted; null when the marketplace does not say'),
    ...FourPrices.properties,
    itemPhase: WireBuyOrder.properties.itemPhase,
    unusualEffect: someUnusualEffect,
    updatedAt: Seconds('Last change'),
  },
  { description: 'The buy order' },
);

export const PriceData = Type.Object(
  {
    name,
    itemPhase: OrNull(
      Phase,
      'Doppler variant; null means the whole item, including all its variants, or the variant in `unusualEffect`',
      ['CS2'],
    ),
    unusualEffect: someUnusualEffect,
    ...FourPrices.properties,
    offerCount: offerCountField,
  },
  { description: 'The lowest price and the number of offers' },
);

const source = Type.String({ description: 'Name of the source within its marketplace', examples: ['items'] });

export const BestData = Type.Object({ name, ...WireBestPrices.properties }, { description: 'The best prices' });

export const SourceData = Type.Object(
  {
    source,
    state: Type.String({
      description: 'starting, live, stale, limited, refused, blocked, changed, shrunk, down or off',
      examples: ['live'],
    }),
    detail: OrNull(Type.String(), 'Message of the last failure and how to fix it; null if there is none'),
    lastReadAt: SecondsOrNull('Last successful reading', 'null before the first'),
  },
  { description: 'The health of the source' },
);

export const GapData = Type.Object(
  {
    source,
    from: Seconds('Start of the gap, up to which data is certainly complete'),
    to: Seconds('End of the gap, from which data is complete again'),
    reason: gapReasonField,
  },
  { description: 'The gap' },
);

const sequenceOf = (which: string) =>
  OrNull(
    Type.Integer({ minimum: 1 }),
    `Sequence of the ${which} change that the reading caused, null when there was none; changes from other sources can lie in between`,
  );

export const BatchData = Type.Object(
  { source, first: sequenceOf('first'), last: sequenceOf('last') },
  { description: 'The changes of the reading' },
);
