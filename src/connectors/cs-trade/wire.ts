import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** What the list says under a name, with that name; dollars. */
export const Priced = Type.Object({
  name: Type.String({ minLength: 1 }),
  /** Items there now. */
  available_stock: Type.Integer({ minimum: 0 }),
  /** What the cheapest of them costs in money. `available_lowest_price` is the same in balance, half as much again. */
  available_lowest_store_price: Type.Optional(Nullable(Type.Number())),
  /** A picture of the item. */
  i_url: Type.Optional(Nullable(Type.String())),
});
export type Priced = Static<typeof Priced>;
