import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A row of /market/sell-orders: one item on sale. Prices are dollars. */
export const SellOrder = Type.Object({
  id: Id,
  appId: Type.Integer(),
  asset: Type.Object({
    id: Maybe(Id),
    /** Includes the Doppler variant: "… | Doppler Sapphire (Factory New)". */
    names: Type.Object({ full: Name }),
    float: Maybe(Type.Union([Type.Number(), Type.String()])),
    pattern: Maybe(Type.Number()),
    inspect: Maybe(Type.String()),
  }),
  pricing: Type.Object({ computed: Type.Number() }),
  seller: Maybe(Type.Object({ steamId64: Maybe(Type.String()) })),
  /** One entry for each slot, null when empty; wear is 0 to 100. */
  stickers: Maybe(Type.Array(Nullable(Type.Object({ name: Maybe(Type.String()), wear: Maybe(Type.Number()) })))),
});
export type SellOrder = Static<typeof SellOrder>;

/** An entry of /min_price/market/all with its key. */
export const MinPrice = Type.Object({
  key: Type.String(),
  entry: Type.Object({
    fullName: Name,
    price: Nullable(Type.Number({ minimum: 0 })),
    marketCount: Type.Integer({ minimum: 0 }),
  }),
});
export type MinPrice = Static<typeof MinPrice>;

/** The data on the page of an item. */
export const PageItem = Type.Object({
  fullName: Name,
  minPrice: Nullable(Type.Number({ minimum: 0 })),
  offerCount: Type.Integer({ minimum: 0 }),
});
export type PageItem = Static<typeof PageItem>;

/** A value of price_trader_log with the name of its item. */
export const LogValue = Type.Object({ nameId: Id, price_trader_new: Type.Number(), time: Name });
export type LogValue = Static<typeof LogValue>;

const List = Type.Object({ items: Type.Array(Type.Unknown()) });

/** A list, or the older answer beyond its end. */
export const Page = Type.Union([List, Type.Object({ error: Type.Literal(2) })]);

export const PageParams = Type.Object({
  data: Type.Object({ itemDetails: Type.Object({ item: Type.Object({}) }) }),
});
export type PageParams = Static<typeof PageParams>;

export const TraderLog = Type.Object({
  data: Type.Object({
    price_trader_log: Type.Array(Type.Object({ name_id: Id, values: Type.Array(Type.Unknown()) })),
  }),
});
export type TraderLog = Static<typeof TraderLog>;
