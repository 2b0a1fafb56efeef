import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** The answer around the rows, a map by name. */
export const Answer = Type.Object({
  success: Type.Literal(true),
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type Answer = Static<typeof Answer>;

/** A value of the map with the name that is its key; dollars. */
export const Stocked = Type.Object({
  name: Type.String({ minLength: 1 }),
  stock: Type.Integer({ minimum: 0 }),
  /** Price in money; `price` is the one in balance from traded items. */
  cash_value: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
});
export type Stocked = Static<typeof Stocked>;
