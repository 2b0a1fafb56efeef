import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// A string in the answers seen; clients read both strings and numbers
const Dollars = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })]);

/** A row of the market list: one name. */
export const Priced = Type.Object({
  market_hash_name: Name,
  min_price: Nullable(Dollars),
  count: Type.Integer({ minimum: 0 }),
});
export type Priced = Static<typeof Priced>;

/** A row of the site's sku list: one item for sale; `key` is made from its fields. */
export const Sku = Type.Object({
  key: Name,
  spuHashName: Name,
  price: Dollars,
  wearValue: Type.Optional(Nullable(Type.Union([Type.Number(), Type.String()]))),
});
export type Sku = Static<typeof Sku>;

export const Answer = Type.Object({
  code: Type.Enum([0, 200, '0', '200']),
  data: Type.Object({ items: Type.Array(Type.Unknown()) }),
});
