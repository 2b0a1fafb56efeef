import Type, { type Static } from 'typebox';
import { currencies, Nullable } from '../../schema/index.ts';

const Named = {
  market_hash_name: Type.String({ minLength: 1 }),
  /** Absent in recordings of 2025; "default" where the feed would say so. */
  version: Type.Optional(Nullable(Type.String())),
  currency: Type.Enum([...currencies]),
};

/** A row of /items: one name and version. */
export const Item = Type.Object({
  ...Named,
  item_page: Nullable(Type.String()),
  min_price: Nullable(Type.Number()),
  quantity: Type.Integer({ minimum: 0 }),
});
export type Item = Static<typeof Item>;

/** A row of /sales/history as answered today: figures per span, no single sales. */
export const History = Type.Object({
  ...Named,
  last_24_hours: Type.Object({ median: Nullable(Type.Number()), volume: Type.Integer({ minimum: 0 }) }),
});
export type History = Static<typeof History>;
