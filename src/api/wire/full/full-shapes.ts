import Type, { type Static, type TSchema } from 'typebox';
import { WireBuyOrder, WireBuyOrderRow } from '../buy-order.ts';
import { WireComparedMarketplace, WireComparison } from '../comparison.ts';
import { WireItem } from '../item.ts';
import { WireOffer } from '../offer.ts';
import { OrNull } from '../or-null.ts';
import { WireSale, WireSales } from '../sale.ts';
import { isNearField, WireSearchRow } from '../search-row.ts';
import { ExtrasFields } from './extras.ts';
import { FullFields, LowestFields } from './full-fields.ts';
import { localNameFields, TraitFields } from './trait-fields.ts';
import { Tf2Fields } from './variant.ts';

const added = FullFields.properties;
const addedToLowest = LowestFields.properties;

/** An array of other rows with the same description. */
const listLike = <Row extends TSchema>(list: TSchema & { readonly description?: string }, row: Row) =>
  Type.Array(row, { description: list.description ?? '' });

export const liquidityField = OrNull(
  Type.Integer({ minimum: 0, maximum: 100 }),
  'How easily the item can be bought and sold over all marketplaces, from 0 to 100, based on sales of the last week, offers, marketplaces and buy orders; null if nothing is known',
);

const itemFields = {
  ...localNameFields,
  ...TraitFields.properties,
};

const ItemFields = Type.Object(itemFields);
export type FullItemFields = Static<typeof ItemFields>;

export const WireFullOffer = Type.Object({
  ...WireOffer.properties,
  ...added,
  ...Tf2Fields.properties,
  ...ExtrasFields.properties,
});
export type WireFullOffer = Static<typeof WireFullOffer>;

export const WireFullBuyOrder = Type.Object({ ...WireBuyOrder.properties, ...added });
export type WireFullBuyOrder = Static<typeof WireFullBuyOrder>;

export const WireFullBuyOrderRow = Type.Object({ ...WireBuyOrderRow.properties, ...added });
export type WireFullBuyOrderRow = Static<typeof WireFullBuyOrderRow>;

export const WireFullItem = Type.Object({
  ...WireItem.properties,
  offers: listLike(WireItem.properties.offers, WireFullOffer),
  buyOrders: listLike(WireItem.properties.buyOrders, WireFullBuyOrder),
  ...addedToLowest,
  ...itemFields,
  liquidity: liquidityField,
});
export type WireFullItem = Static<typeof WireFullItem>;

export const WireFullComparedMarketplace = Type.Object({ ...WireComparedMarketplace.properties, ...addedToLowest });
export type WireFullComparedMarketplace = Static<typeof WireFullComparedMarketplace>;

export const WireFullComparison = Type.Object({
  ...WireComparison.properties,
  marketplaces: listLike(WireComparison.properties.marketplaces, WireFullComparedMarketplace),
  ...itemFields,
  liquidity: liquidityField,
});
export type WireFullComparison = Static<typeof WireFullComparison>;

export const WireFullSearchRow = Type.Object({
  ...WireSearchRow.properties,
  isNear: isNearField,
  ...addedToLowest,
  ...itemFields,
});
export type WireFullSearchRow = Static<typeof WireFullSearchRow>;

export const WireFullSale = Type.Object({ ...WireSale.properties, ...added, ...ExtrasFields.properties });
export type WireFullSale = Static<typeof WireFullSale>;

export const WireFullSales = Type.Object({
  ...WireSales.properties,
  sales: listLike(WireSales.properties.sales, WireFullSale),
});
export type WireFullSales = Static<typeof WireFullSales>;
