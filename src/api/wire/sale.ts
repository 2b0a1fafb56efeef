import Type, { type Static } from 'typebox';
import type { StoredSale } from '../../store/store.ts';
import { ItemHead } from './item.ts';
import { Looks, toStickers } from './offer.ts';
import { OrNull } from './or-null.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WireSale = Type.Object({
  timestamp: Seconds('Time of the sale'),
  ...FourPrices.properties,
  ...Looks.properties,
  rarity: OrNull(Type.String(), 'Rarity of the item; always null so far: no connected marketplace gives it'),
  hero: OrNull(
    Type.String(),
    'Hero that the item belongs to (Dota2); always null so far: no connected marketplace gives it',
  ),
});
export type WireSale = Static<typeof WireSale>;

export const WireSales = Type.Object({
  ...ItemHead.properties,
  sales: Type.Array(WireSale, { description: 'Sales within the window, newest first' }),
});
export type WireSales = Static<typeof WireSales>;

export const toWireSale = (sale: StoredSale): WireSale => ({
  timestamp: toSeconds(sale.soldAt),
  ...toFourPrices(sale.prices),
  float: sale.float,
  paintIndex: sale.paintIndex,
  paintSeed: sale.paintSeed,
  stickers: toStickers(sale.stickers),
  // No connected marketplace gives either for a sale
  rarity: null,
  hero: null,
});
