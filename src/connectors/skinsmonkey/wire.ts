import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** Cents. A fraction would mean that the unit has changed. */
const Cents = Type.Integer({ minimum: 0 });

/** A row of /price: one name. Its separate price in balance from traded items is not read. */
export const Priced = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  price_cash: Nullable(Cents),
  stock: Type.Integer({ minimum: 0 }),
});
export type Priced = Static<typeof Priced>;
