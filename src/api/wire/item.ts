import Type, { type Static } from 'typebox';
import { conditions, Game } from '../../schema/index.ts';
import { WireBuyOrder } from './buy-order.ts';
import { WireOffer } from './offer.ts';
import { OrNull } from './or-null.ts';
import { FourPrices } from './price.ts';
import { Seconds } from './time.ts';

/** The fields by which every answer about an item begins. */
export const ItemHead = Type.Object({
  name: Type.String({ description: 'Name of the item', examples: ['AK-47 | Redline (Field-Tested)'] }),
  marketplace: Type.String({ description: 'Marketplace, canonical spelling', examples: ['SkinPort'] }),
  game: Game,
});

export const offerCountField = Type.Integer({ minimum: 0, description: 'Number of offers on sale' });
export const thumbnailField = OrNull(Type.String(), 'Address of a picture');

export const WireItem = Type.Object({
  ...ItemHead.properties,
  ...FourPrices.properties,
  offerCount: offerCountField,
  condition: OrNull(Type.Enum([...conditions]), 'Wear band (CS2)'),
  thumbnail: thumbnailField,
  updatedAt: Seconds('Last change of price, count, an offer or a buy order'),
  offers: Type.Array(WireOffer, { description: 'Offers as far as they have been read, cheapest first' }),
  buyOrders: Type.Array(WireBuyOrder, { description: 'Buy orders as far as they have been read, best first' }),
});
export type WireItem = Static<typeof WireItem>;
