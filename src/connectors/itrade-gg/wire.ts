import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** What stands around the rows: a map by name. */
export const Answer = Type.Object({
  success: Type.Literal(true),
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type Answer = Static<typeof Answer>;

/** What the map says under a name, with that name; dollars. */
export const Stocked = Type.Object({
  name: Type.String({ minLength: 1 }),
  stock: Type.Integer({ minimum: 0 }),
  /** In money; `price` is the same in balance from traded items. */
  cash_value: Type.Optional(Nullable(Type.Number())),
});
export type Stocked = Static<typeof Stocked>;
