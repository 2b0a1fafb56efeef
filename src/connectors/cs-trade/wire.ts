import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** An entry of the list with the name that is its key; dollars. */
export const Priced = Type.Object({
  name: Type.String({ minLength: 1 }),
  /** Items in stock. */
  available_stock: Type.Integer({ minimum: 0 }),
  /** Price of the cheapest in money. `available_lowest_price` is the same in site balance, half as much again. */
  available_lowest_store_price: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  /** An image of the item. */
  i_url: Type.Optional(Nullable(Type.String())),
});
export type Priced = Static<typeof Priced>;
