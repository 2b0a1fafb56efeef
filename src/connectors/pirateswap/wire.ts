import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** One item of the inventory. */
export const Held = Type.Object({
  id: Name,
  marketHashName: Name,
  /** Dollars of the balance that trades fill; not read, so that it is not taken for the other. */
  price: maybe(Type.Number()),
  /** Dollars that buy it; without it the item can only be traded for. */
  storePrice: maybe(Type.Number()),
  float: maybe(Type.Number()),
  pattern: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  inspectInGameLink: maybe(Type.String()),
  stickers: maybe(Type.Array(Type.Unknown())),
  /** ISO 8601; absent where it says nothing. */
  tradeableAfter: maybe(Type.String()),
});
export type Held = Static<typeof Held>;
