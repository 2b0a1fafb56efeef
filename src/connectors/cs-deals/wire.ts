import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

// JSON.parse rounds larger numbers, which would then identify another listing
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Cents of a dollar. A fraction would mean that the unit has changed. */
const Cents = Type.Integer({ minimum: 0 });

/** The answer of GetLowestPrices around the rows. */
export const Answer = Type.Object({
  success: Type.Literal(true),
  response: Type.Object({ items: Type.Array(Type.Unknown()) }),
});

/** A row of GetLowestPrices: one name. */
export const Priced = Type.Object({
  marketname: Type.String({ minLength: 1 }),
  // Dollars as a string; a number could be in other units
  lowest_price: Nullable(Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })),
});
export type Priced = Static<typeof Priced>;

const Sticker = Type.Object({
  name: maybe(Type.String()),
  slot: maybe(Type.Integer()),
  wear: maybe(Type.Number()),
});

const listed = {
  app_id: Type.Integer(),
  market_hash_name: Name,
  price: Cents,
  /** null for no lock. */
  trade_locked_until: maybe(Type.String()),
  cs_paint_wear: maybe(Type.Number()),
  cs_paint_index: maybe(Type.Number()),
  cs_paint_seed: maybe(Type.Number()),
  cs_inspect_link: maybe(Type.String()),
  cs_stickers: maybe(Type.Array(Nullable(Sticker))),
  rust_type: maybe(Type.String()),
  dota_hero: maybe(Type.String()),
  tf2_effect: maybe(Type.String()),
  tf2_quality: maybe(Type.String()),
  /** Determines what is sold, which Steam's name does not say. */
  tf2_attributes: maybe(Type.Object({ craftable: maybe(Type.Boolean()), uncraftable: maybe(Type.Boolean()) })),
};

/** A row of /listings: one item for sale. */
export const Listed = Type.Object({ id: Id, ...listed });
export type Listed = Static<typeof Listed>;

/** Without the cursor, the first page would count as the whole list. */
export const ListedPage = Type.Object({
  listings: Type.Array(Type.Unknown()),
  next_cursor: Nullable(Type.Integer()),
});

/** A row of /sales with a key made from it. */
export const Sold = Type.Object({
  key: Name,
  app_id: Type.Integer(),
  market_hash_name: Name,
  price: Cents,
  sold_at: Name,
});
export type Sold = Static<typeof Sold>;

export const SoldPage = Type.Object({ sales: Type.Array(Type.Unknown()) });
export type SoldPage = Static<typeof SoldPage>;

const ofListing = { listing_id: Id, app_id: Type.Integer() };

/** A message of the feed about one listing. */
export const Event = Type.Union([
  Type.Object({ event: Type.Literal('listing.created'), data: Type.Object({ ...listed, ...ofListing }) }),
  Type.Object({
    event: Type.Literal('listing.price_changed'),
    data: Type.Object({ ...ofListing, price_after: Cents }),
  }),
  Type.Object({ event: Type.Literal('listing.removed'), data: Type.Object(ofListing) }),
  Type.Object({
    event: Type.Literal('listing.sold'),
    data: Type.Object({ ...ofListing, market_hash_name: Name, price: Cents, sold_at: Name }),
  }),
]);
export type Event = Static<typeof Event>;
