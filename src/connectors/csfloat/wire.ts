import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

// A client of December 2025 reads the count as `qty`, one of March 2026 saw `quantity`; both can be in use
const PriceListed = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  min_price: Type.Number({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 0 }),
});
const PriceListedShort = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  min_price: Type.Number({ minimum: 0 }),
  qty: Type.Integer({ minimum: 0 }),
});
export const PriceListRow = Type.Union([PriceListed, PriceListedShort]);
export type PriceListRow = Static<typeof PriceListRow>;

const Doppler = { market_hash_name: Type.String({ minLength: 1 }), min_price: Type.Number({ minimum: 0 }) };
/** A row of the list of Dopplers: one variant of a name, which one client reads by its word and two by its paint index. */
export const DopplerRow = Type.Union([
  Type.Object({ ...Doppler, phase_name: Type.String({ minLength: 1 }) }),
  Type.Object({ ...Doppler, paint_index: Type.Integer({ minimum: 1 }) }),
]);
export type DopplerRow = Static<typeof DopplerRow>;

const SmallInteger = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

const Sticker = Type.Object({
  name: Maybe(Type.String()),
  slot: Maybe(Type.Integer({ minimum: 0 })),
  wear: Maybe(Type.Number({ minimum: 0, maximum: 1 })),
});

const Keychain = Type.Object({ name: Maybe(Type.String()), pattern: Maybe(Type.Integer()) });

const Item = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  paint_index: Maybe(SmallInteger),
  paint_seed: Maybe(SmallInteger),
  float_value: Maybe(Type.Number()),
  phase: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  keychains: Maybe(Type.Array(Nullable(Keychain))),
  inspect_link: Maybe(Type.String()),
  serialized_inspect: Maybe(Type.String()),
  rarity_name: Maybe(Type.String()),
  collection: Maybe(Type.String()),
});

export const Listing = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.Enum(['buy_now', 'auction']),
  state: Type.Enum(['listed', 'sold', 'delisted']),
  price: Type.Number(),
  seller: Maybe(Type.Object({ steam_id: Maybe(Type.String()) })),
  item: Item,
});
export type Listing = Static<typeof Listing>;

export const SoldListing = Type.Object({
  id: Type.String({ minLength: 1 }),
  price: Type.Number(),
  sold_at: Type.String({ minLength: 1 }),
  item: Item,
});
export type SoldListing = Static<typeof SoldListing>;

const NamedOrder = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  qty: Type.Integer({ minimum: 1 }),
  price: Type.Number(),
  // A float range, pattern or sticker that the buyer requires
  hybrid_properties: Type.Optional(Type.Unknown()),
});
const OrderWithExpression = Type.Object({
  expression: Type.String({ minLength: 1 }),
  qty: Type.Integer({ minimum: 1 }),
  price: Type.Number(),
});
export const KeyedOrder = Type.Object({
  key: Type.String({ minLength: 1 }),
  order: Type.Union([NamedOrder, OrderWithExpression]),
});
export type KeyedOrder = Static<typeof KeyedOrder>;

export const GraphDay = Type.Object({
  day: Type.String({ minLength: 1 }),
  avg_price: Type.Number(),
  count: Type.Integer({ minimum: 0 }),
});
export type GraphDay = Static<typeof GraphDay>;
