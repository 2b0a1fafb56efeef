import Type, { type Static } from 'typebox';
import { Game, Nullable } from '../schema/index.ts';

// The v2 interface as clients can rely on it: fields that are not always present are optional, and unused fields are omitted

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

const text = Type.String({ minLength: 1 });
const price = maybe(Type.Number());
const count = maybe(Type.Integer({ minimum: 0 }));
const prices = { priceUSD: price, priceEUR: price, priceCNY: price, priceRUB: price };
export type Prices = Partial<Record<keyof typeof prices, number | null>>;

const Sticker = Type.Object({
  name: text,
  wear: maybe(Type.Number({ minimum: 0, maximum: 1 })),
  slot: Type.Integer({ minimum: 0 }),
});

const traits = {
  float: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  paintSeed: maybe(Type.Number()),
  stickers: maybe(Type.Array(Sticker)),
};

const Offer = Type.Object({
  ...prices,
  ...traits,
  purchaseLink: maybe(Type.String()),
  inspectLink: maybe(Type.String()),
  daysTradeLocked: count,
  /** Epoch seconds. */
  foundAt: maybe(Type.Integer({ minimum: 0 })),
  ownerId: maybe(Type.String()),
  // Of the item: on the stream, for its game only
  rarity: maybe(Type.String()),
  hero: maybe(Type.String()),
  itemType: maybe(Type.String()),
});
export type Offer = Static<typeof Offer>;

const BuyOrder = Type.Object({
  ...prices,
  orderId: maybe(Type.String()),
  quantity: count,
  itemPhase: maybe(Type.String()),
});
export type BuyOrder = Static<typeof BuyOrder>;

const figures = { ...prices, offerCount: count, thumbnail: maybe(Type.String()) };

/** The answer of /v2/items: one item on one marketplace. */
export const ItemAnswer = Type.Object({
  name: text,
  ...figures,
  offers: Type.Array(Offer),
  buyOrders: Type.Array(BuyOrder),
});
export type ItemAnswer = Static<typeof ItemAnswer>;

/** A row of /v2/items/search. */
export const SearchRow = Type.Object({ name: text, marketplace: text, ...figures });
export type SearchRow = Static<typeof SearchRow>;

const SoldItem = Type.Object({ ...prices, ...traits, timestamp: Type.Integer({ minimum: 0 }) });
export type SoldItem = Static<typeof SoldItem>;

/** The answer of /v2/sales. */
export const Sales = Type.Object({ name: text, sales: Type.Array(SoldItem) });
export type Sales = Static<typeof Sales>;

const envelope = { marketplace: text, game: Game };
const event = Type.Enum(['Added', 'Updated', 'Removed']);

/** A message of the stream; only offers come from every v2 service. */
export const Message = Type.Union([
  Type.Object({
    ...envelope,
    type: Type.Literal('offer'),
    eventType: event,
    reason: Type.Optional(Type.String()),
    data: Type.Object({ ...Offer.properties, name: text }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal('buyOrder'),
    eventType: event,
    data: Type.Object({ ...BuyOrder.properties, name: text }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal('price'),
    data: Type.Object({ ...prices, name: text, itemPhase: maybe(Type.String()), offerCount: count }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal('sale'),
    id: Type.Optional(text),
    data: Type.Object({ ...prices, ...traits, name: text, soldAt: Type.Integer({ minimum: 0 }) }),
  }),
]);
export type Message = Static<typeof Message>;
