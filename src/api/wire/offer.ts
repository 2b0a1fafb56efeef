import Type, { type Static } from 'typebox';
import { type LiveOffer, type Sticker, toDaysLeft } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WireSticker = Type.Object({
  name: Type.String({ description: 'Name of the sticker', examples: ['Sticker | Crown (Foil)'] }),
  wear: Type.Number({ minimum: 0, maximum: 1, description: 'How far it is scratched off; 0 is pristine' }),
  slot: Type.Integer({ minimum: 0, description: 'Place on the item' }),
});
export type WireSticker = Static<typeof WireSticker>;

const Whole = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/** What is the same in an offer and in a sale. */
export const Looks = Type.Object({
  float: OrNull(Type.Number({ minimum: 0, maximum: 1, examples: [0.2341] }), 'Wear as a number (CS2)'),
  paintIndex: OrNull(Whole, 'Number of the finish (CS2)'),
  paintSeed: OrNull(Whole, 'Number of the pattern (CS2)'),
  stickers: OrNull(Type.Array(WireSticker), 'Applied stickers: none is an empty list, unknown is null'),
});

export const WireOffer = Type.Object({
  purchaseLink: OrNull(Type.String(), 'Page on which this offer can be bought'),
  inspectLink: OrNull(Type.String(), 'Link that shows the item in the game'),
  ...FourPrices.properties,
  float: Looks.properties.float,
  paintIndex: Looks.properties.paintIndex,
  paintSeed: Looks.properties.paintSeed,
  daysTradeLocked: OrNull(Whole, 'Whole days until the item can be traded, part days rounded up; 0 is now'),
  foundAt: Seconds('First seen'),
  updatedAt: Seconds('Last change of a published value'),
  stickers: Looks.properties.stickers,
  ownerId: OrNull(Type.String(), 'Seller, in the words of the marketplace'),
});
export type WireOffer = Static<typeof WireOffer>;

export const toStickers = (stickers: readonly Sticker[] | null): WireSticker[] | null =>
  stickers === null ? null : stickers.map(({ name, wear, slot }) => ({ name, wear, slot }));

export const toWireOffer = (offer: LiveOffer, now: number): WireOffer => ({
  purchaseLink: offer.purchaseLink,
  inspectLink: offer.inspectLink,
  ...toFourPrices(offer.prices),
  float: offer.float,
  paintIndex: offer.paintIndex,
  paintSeed: offer.paintSeed,
  daysTradeLocked: toDaysLeft(offer.tradableAt, now),
  foundAt: toSeconds(offer.foundAt),
  updatedAt: toSeconds(offer.changedAt),
  stickers: toStickers(offer.stickers),
  ownerId: offer.ownerId,
});
