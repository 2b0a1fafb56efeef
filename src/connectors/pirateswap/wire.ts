import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** One item of the inventory. */
export const Held = Type.Object({
  id: Name,
  marketHashName: Name,
  /** Price in the balance filled by trades, in dollars; not read, so that it is not confused with the other price. */
  price: maybe(Type.Number()),
  /** Price in money, in dollars; without it the item can only be had in a trade. */
  storePrice: maybe(Type.Number()),
  float: maybe(Type.Number()),
  pattern: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  inspectInGameLink: maybe(Type.String()),
  stickers: maybe(Type.Array(Type.Unknown())),
  /** ISO 8601, or absent. */
  tradeableAfter: maybe(Type.String()),
});
export type Held = Static<typeof Held>;
