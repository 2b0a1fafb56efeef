import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
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
  name: Maybe(Type.String()),
  slot: Maybe(Type.Integer()),
  wear: Maybe(Type.Number()),
});

const listed = {
  app_id: Type.Integer(),
  market_hash_name: Name,
  price: Cents,
  /** null for no lock. */
  trade_locked_until: Maybe(Type.String()),
  cs_paint_wear: Maybe(Type.Number()),
  cs_paint_index: Maybe(Type.Number()),
  cs_paint_seed: Maybe(Type.Number()),
  cs_inspect_link: Maybe(Type.String()),
  cs_stickers: Maybe(Type.Array(Nullable(Sticker))),
  rust_type: Maybe(Type.String()),
  dota_hero: Maybe(Type.String()),
  tf2_effect: Maybe(Type.String()),
  tf2_quality: Maybe(Type.String()),
  /** Determines what is sold, which Steam's name does not say. */
  tf2_attributes: Maybe(Type.Object({ craftable: Maybe(Type.Boolean()), uncraftable: Maybe(Type.Boolean()) })),
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
