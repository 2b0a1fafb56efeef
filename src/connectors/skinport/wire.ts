import Type, { type Static } from 'typebox';
import { currencies, Maybe, Nullable } from '../../schema/index.ts';

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
    url: Maybe(Type.String()),
    version: Maybe(Type.String()),
    /** A time, or null for no lock; its type after MessagePack depends on the decoder. */
    lock: Type.Optional(Type.Unknown()),
    wear: Maybe(Type.Number()),
    finish: Maybe(Type.Number()),
    pattern: Maybe(Type.Number()),
    link: Maybe(Type.String()),
    steamid: Maybe(Type.String()),
    /** Name tag. */
    customName: Maybe(Type.String()),
    charms: Maybe(Type.Array(Nullable(Type.Object({ name: Maybe(Type.String()), pattern: Maybe(Type.Number()) })))),
    rarity: Maybe(Type.String()),
    /** Steam's text: "★ Extraordinary Gloves". */
    type: Maybe(Type.String()),
    stickers: Maybe(
      Type.Array(
        Nullable(
          Type.Object({
            name: Maybe(Type.String()),
            /** "Sticker" or "Patch". */
            type: Maybe(Type.String()),
            slot: Maybe(Type.Integer({ minimum: 0 })),
            wear: Maybe(Type.Number()),
          }),
        ),
      ),
    ),
  }),
});
export type FeedSale = Static<typeof FeedSale>;
