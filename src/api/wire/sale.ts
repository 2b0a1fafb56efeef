import Type, { type Static } from 'typebox';
import type { Game, ItemAttributes } from '../../schema/index.ts';
import type { StoredSale } from '../../store/store.ts';
import { heroField, ItemHead, rarityField } from './item.ts';
import { Looks, toStickers } from './offer.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WireSale = Type.Object({
  timestamp: Seconds('Time of the sale'),
  ...FourPrices.properties,
  ...Looks.properties,
  rarity: rarityField,
  hero: heroField,
});
export type WireSale = Static<typeof WireSale>;

export const WireSales = Type.Object({
  ...ItemHead.properties,
  sales: Type.Array(WireSale, { description: 'Sales within the window, newest first' }),
});
export type WireSales = Static<typeof WireSales>;

export const toWireSale = (game: Game, sale: StoredSale, { rarity, hero }: ItemAttributes): WireSale => ({
  timestamp: toSeconds(sale.soldAt),
  ...toFourPrices(sale.prices),
  float: sale.float,
  paintIndex: sale.paintIndex,
  paintSeed: sale.paintSeed,
  stickers: toStickers(sale.stickers),
  // What other games have of it is new, and this answer is closed
  rarity: game === 'Dota2' ? rarity : null,
  hero,
});
