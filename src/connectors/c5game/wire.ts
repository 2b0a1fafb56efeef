import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';
import { Id } from '../families/c5.ts';

const Count = Type.Integer({ minimum: 0 });

export const Priced = Type.Object({
  itemId: Id,
  marketHashName: Type.String({ minLength: 1 }),
  /** Yuan; the cheaper of the two kinds of delivery. */
  price: Nullable(Type.Number({ minimum: 0 })),
  count: Count,
  website: Type.Optional(Type.String()),
});
export type Priced = Static<typeof Priced>;

export const Stat = Type.Object({
  itemId: Id,
  marketHashName: Type.String({ minLength: 1 }),
  /** Yuan; absent or 0 without buy orders. */
  purchaseMaxPrice: Type.Optional(Nullable(Type.Number())),
});
export type Stat = Static<typeof Stat>;
