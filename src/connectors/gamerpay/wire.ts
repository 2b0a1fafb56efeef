import Type, { type Static } from 'typebox';
import { currencies, Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** A row of /prices: one name and phase. */
export const Priced = Type.Object({
  item: Name,
  phase: Maybe(Type.String()),
  /** In units of `currency`. */
  price: Nullable(Type.Number({ minimum: 0 })),
  currency: Type.Enum([...currencies]),
  count: Type.Integer({ minimum: 0 }),
  url: Maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({
  name: Maybe(Type.String()),
  /** A string, as far as is known. */
  slot: Maybe(Type.Union([Type.String(), Type.Integer()])),
  wear: Maybe(Type.Number()),
});

/** An item of the feed, which also contains items that not everyone can buy. */
export const Listed = Type.Object({
  id: Id,
  marketHashName: Maybe(Type.String()),
  name: Maybe(Type.String()),
  wearName: Maybe(Type.String()),
  /** Cents of a euro. */
  price: Type.Integer({ minimum: 0 }),
  forSale: Type.Boolean(),
  delisted: Type.Boolean(),
  privateSale: Type.Boolean(),
  sellerId: Maybe(Type.Integer()),
  floatValue: Maybe(Type.Number()),
  paintindex: Maybe(Type.Number()),
  paintseed: Maybe(Type.Number()),
  phase: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  inspectLink: Maybe(Type.String()),
  tradable: Maybe(Type.Boolean()),
  /** Epoch milliseconds. */
  tradeLockExpiresAt: Maybe(Type.Number()),
});
export type Listed = Static<typeof Listed>;

/** The sales of a name, with the name that is their key in the answer. */
export const SoldName = Type.Object({
  name: Name,
  sales: Type.Array(
    Type.Object({
      floatvalue: Maybe(Type.Number()),
      price: Type.Number(),
      soldAt: Name,
    }),
  ),
});
export type SoldName = Static<typeof SoldName>;
