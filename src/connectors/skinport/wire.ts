import Type, { type Static } from 'typebox';
import { currencies, Nullable } from '../../schema/index.ts';

const Named = {
  market_hash_name: Type.String({ minLength: 1 }),
  /** Absent in recordings of 2025; in the feed "default" would mean none. */
  version: Type.Optional(Nullable(Type.String())),
  currency: Type.Enum([...currencies]),
};

/** A row of /items: one name and version. */
export const Item = Type.Object({
  ...Named,
  item_page: Nullable(Type.String()),
  min_price: Nullable(Type.Number({ minimum: 0 })),
  quantity: Type.Integer({ minimum: 0 }),
});
export type Item = Static<typeof Item>;

/** A row of /sales/history as currently answered: figures per time span, no single sales. */
export const History = Type.Object({
  ...Named,
  item_page: Type.Optional(Nullable(Type.String())),
  last_24_hours: Type.Object({ median: Nullable(Type.Number()), volume: Type.Integer({ minimum: 0 }) }),
});
export type History = Static<typeof History>;

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** One sale of a message of the sale feed, with the type of its event. */
export const FeedSale = Type.Object({
  eventType: Type.Enum(['listed', 'sold']),
  sale: Type.Object({
    // JSON.parse rounds larger numbers, which would then identify another item
    saleId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    appid: Type.Integer(),
    marketHashName: Type.String({ minLength: 1 }),
    /** Whole cents. */
    salePrice: Type.Integer({ minimum: 0 }),
    currency: Type.Enum([...currencies]),
    url: maybe(Type.String()),
    version: maybe(Type.String()),
    /** A time, or null for no lock; its type after MessagePack depends on the decoder. */
    lock: Type.Optional(Type.Unknown()),
    wear: maybe(Type.Number()),
    finish: maybe(Type.Number()),
    pattern: maybe(Type.Number()),
    link: maybe(Type.String()),
    steamid: maybe(Type.String()),
    stickers: maybe(
      Type.Array(
        Nullable(
          Type.Object({
            name: maybe(Type.String()),
            /** "Sticker" or "Patch". */
            type: maybe(Type.String()),
            slot: maybe(Type.Integer({ minimum: 0 })),
            wear: maybe(Type.Number()),
          }),
        ),
      ),
    ),
  }),
});
export type FeedSale = Static<typeof FeedSale>;
