import Type, { type Static } from 'typebox';
import { Phase } from '../../../schema/index.ts';
import { ItemHead, offerCountField } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { Seconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';

/** What one marketplace asks and bids for an item, or a variant of it. */
export const WirePriceRow = Type.Object({
  name: ItemHead.properties.name,
  itemPhase: OrNull(Phase, 'Doppler variant; null is the whole item, which takes in all its variants'),
  marketplace: ItemHead.properties.marketplace,
  price: OrNull(Amount, 'The lowest ask; null where there is none, or no usable rate for the currency'),
  offerCount: offerCountField,
  bid: OrNull(Amount, 'The highest buy order, as far as they have been read; that of a variant may be for any variant'),
  buyOrderCount: Type.Integer({ minimum: 0, description: 'Number of buy orders, as far as they have been read' }),
  seenAt: Seconds('Last confirmed by the marketplace'),
});
export type WirePriceRow = Static<typeof WirePriceRow>;

export const WirePrices = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  epoch: OrNull(Type.String(), 'Epoch of the place in the stream at which all of this stood'),
  sequence: OrNull(Type.Integer({ minimum: 0 }), 'Sequence of that place'),
  prices: Type.Array(WirePriceRow, { description: 'By marketplace' }),
});
export type WirePrices = Static<typeof WirePrices>;
