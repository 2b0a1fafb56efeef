import Type, { type Static } from 'typebox';
import { type LiveOffer, type Sticker, toDaysLeft } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WireSticker = Type.Object({
  name: Type.String({ description: 'Name of the sticker', examples: ['Sticker | Crown (Foil)'] }),
  wear: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How far the sticker is scratched off, from 0 (pristine, or unknown) to 1',
  }),
  slot: Type.Integer({ minimum: 0, description: 'Sticker slot on the item' }),
});
export type WireSticker = Static<typeof WireSticker>;

const Whole = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/** Fields that offers and sales share. */
export const Looks = Type.Object({
  float: OrNull(
    Type.Number({ minimum: 0, maximum: 1, examples: [0.2341] }),
    'Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known',
    ['CS2', 'TF2'],
  ),
  paintIndex: OrNull(Whole, 'Paint index of the finish (CS2); null if not known', ['CS2', 'TF2']),
  paintSeed: OrNull(Whole, 'Paint seed of the pattern (CS2); null if not known', ['CS2', 'TF2']),
  stickers: OrNull(Type.Array(WireSticker), 'Applied stickers (CS2); an empty list means none, null means unknown', [
    'CS2',
  ]),
});

export const WireOffer = Type.Object({
  purchaseLink: OrNull(Type.String(), 'URL where this offer can be bought; null if not known'),
  inspectLink: OrNull(Type.String(), 'Link that shows the item in the game; null if not known'),
  ...FourPrices.properties,
  float: Looks.properties.float,
  paintIndex: Looks.properties.paintIndex,
  paintSeed: Looks.properties.paintSeed,
  daysTradeLocked: OrNull(Whole, 'Days until the item can be traded, rounded up; 0 means now, null means unknown'),
  foundAt: Seconds('First seen'),
  updatedAt: Seconds('Last change of a published value'),
  stickers: Looks.properties.stickers,
  ownerId: OrNull(Type.String(), 'Seller, as identified by the marketplace; null if not known'),
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
