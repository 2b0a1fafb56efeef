import Type, { type Static } from 'typebox';
import { conditions, Game } from '../../schema/index.ts';
import { WireBuyOrder } from './buy-order.ts';
import { WireOffer } from './offer.ts';
import { OrNull } from './or-null.ts';
import { FourPrices } from './price.ts';
import { Seconds } from './time.ts';

/** The first fields of every answer about an item. */
export const ItemHead = Type.Object({
  name: Type.String({ description: 'Name of the item', examples: ['AK-47 | Redline (Field-Tested)'] }),
  marketplace: Type.String({ description: 'Marketplace, canonical spelling', examples: ['SkinPort'] }),
  game: Game,
});

export const offerCountField = Type.Integer({ minimum: 0, description: 'Number of offers on sale' });
export const thumbnailField = OrNull(Type.String(), 'URL of a picture; null if none is known');

export const rarityField = OrNull(
  Type.String({ examples: ['Mythical'] }),
  'Rarity of the item (Dota2): Common, Uncommon, Rare, Mythical, Legendary, Immortal, Arcana, Ancient or Seasonal; null until a marketplace tells it',
  ['Dota2'],
);

export const heroField = OrNull(
  Type.String({ examples: ['Juggernaut'] }),
  'Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero',
  ['Dota2'],
);

export const itemTypeField = OrNull(
  Type.String({ examples: ['Metal Facemask'] }),
  'What the skin is for (Rust), in the words of a marketplace; null until one tells it',
  ['Rust', 'TF2'],
);

export const WireItem = Type.Object({
  ...ItemHead.properties,
  ...FourPrices.properties,
  offerCount: offerCountField,
  condition: OrNull(Type.Enum([...conditions]), 'Wear band (CS2); null for other games and items without wear', [
    'CS2',
  ]),
  thumbnail: thumbnailField,
  updatedAt: Seconds('Last change of the price, the count, an offer or a buy order'),
  offers: Type.Array(WireOffer, { description: 'Offers read so far, lowest price first' }),
  buyOrders: Type.Array(WireBuyOrder, { description: 'Buy orders read so far, highest price first' }),
});
export type WireItem = Static<typeof WireItem>;
