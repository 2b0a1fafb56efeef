import Type, { type Static } from 'typebox';
import { bookSides, marketplaceWithId } from '../../../schema/index.ts';
import type { StoredSale } from '../../../store/store.ts';
import { ExtrasFields, toExtrasFields } from '../full/extras.ts';
import { toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { Looks, toStickers } from '../offer.ts';
import { OrNull } from '../or-null.ts';
import { FourPrices, toFourPrices } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';

export const WireFoundSale = Type.Object(
  {
    marketplace: ItemHead.properties.marketplace,
    id: Type.String({ description: 'Id of the sale, unique on its marketplace' }),
    timestamp: Seconds('Time of the sale; of some marketplaces only the day is known'),
    ...variantFields('null if it has none or none is known'),
    ...FourPrices.properties,
    ...Looks.properties,
    ...ExtrasFields.properties,
    side: OrNull(
      Type.Enum([...bookSides]),
      'bid: the seller filled a buy order; ask: the buyer took an offer; null where the marketplace does not say',
    ),
  },
  { description: 'A completed purchase on any marketplace' },
);
export type WireFoundSale = Static<typeof WireFoundSale>;

export const WireFoundSales = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  sales: Type.Array(WireFoundSale, { description: 'Newest first' }),
  next: OrNull(Type.String(), 'Value of `after` for the next page; null on the last page'),
});
export type WireFoundSales = Static<typeof WireFoundSales>;

export const toWireFoundSale = (name: string, sale: StoredSale): WireFoundSale => ({
  marketplace: marketplaceWithId(sale.marketplaceId).name,
  id: sale.saleId,
  timestamp: toSeconds(sale.soldAt),
  ...toWireVariant(sale.phase),
  ...toFourPrices(sale.prices),
  float: sale.float,
  paintIndex: sale.paintIndex,
  paintSeed: sale.paintSeed,
  stickers: toStickers(sale.stickers),
  ...toExtrasFields(name, sale),
  side: sale.side,
});
