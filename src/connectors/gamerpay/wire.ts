import Type, { type Static } from 'typebox';
import { currencies, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** A row of /prices: one name and phase. */
export const Priced = Type.Object({
  item: Name,
  phase: maybe(Type.String()),
  /** Whole units of `currency`. */
  price: Nullable(Type.Number()),
  currency: Type.Enum([...currencies]),
  count: Type.Integer({ minimum: 0 }),
  url: maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

// A number beyond this was rounded while it was read, and would name another
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({
  name: maybe(Type.String()),
  /** Text, as far as known. */
  slot: maybe(Type.Union([Type.String(), Type.Integer()])),
  wear: maybe(Type.Number()),
});

/** An item of the feed, which also shows what is not for everyone to buy. */
export const Listed = Type.Object({
  id: Id,
  marketHashName: maybe(Type.String()),
  name: maybe(Type.String()),
  wearName: maybe(Type.String()),
  /** Cents of a euro. */
  price: Type.Integer({ minimum: 0 }),
  forSale: Type.Boolean(),
  delisted: Type.Boolean(),
  privateSale: Type.Boolean(),
  sellerId: maybe(Type.Integer()),
  floatValue: maybe(Type.Number()),
  paintindex: maybe(Type.Number()),
  paintseed: maybe(Type.Number()),
  phase: maybe(Type.String()),
  stickers: maybe(Type.Array(Sticker)),
  inspectLink: maybe(Type.String()),
  tradable: maybe(Type.Boolean()),
  /** Epoch milliseconds. */
  tradeLockExpiresAt: maybe(Type.Number()),
});
export type Listed = Static<typeof Listed>;

/** What the sales of a name are told as, with the name they stand under. */
export const SoldName = Type.Object({
  name: Name,
  sales: Type.Array(
    Type.Object({
      floatvalue: maybe(Type.Number()),
      price: Type.Number(),
      soldAt: Name,
    }),
  ),
});
export type SoldName = Static<typeof SoldName>;
