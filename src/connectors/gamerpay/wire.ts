import Type, { type Static } from 'typebox';
import { currencies, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** A row of /prices: one name and phase. */
export const Priced = Type.Object({
  item: Name,
  phase: maybe(Type.String()),
  /** In units of `currency`. */
  price: Nullable(Type.Number({ minimum: 0 })),
  currency: Type.Enum([...currencies]),
  count: Type.Integer({ minimum: 0 }),
  url: maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({
  name: maybe(Type.String()),
  /** A string, as far as is known. */
  slot: maybe(Type.Union([Type.String(), Type.Integer()])),
  wear: maybe(Type.Number()),
});

/** An item of the feed, which also contains items that not everyone can buy. */
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
  stickers: maybe(Type.Array(Nullable(Sticker))),
  inspectLink: maybe(Type.String()),
  tradable: maybe(Type.Boolean()),
  /** Epoch milliseconds. */
  tradeLockExpiresAt: maybe(Type.Number()),
});
export type Listed = Static<typeof Listed>;

/** The sales of a name, with the name that is their key in the answer. */
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
