import Type, { type Static } from 'typebox';
import { Game, Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Whole cents of a dollar. A fraction would mean that the unit has changed. */
const Cents = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

/** A row of /item/prices: one name, or one of several versions of it. */
export const Priced = Type.Object({
  name: Name,
  /** 0 means that a TF2 item cannot be used in crafting, which Steam's name does not say; decides what is priced. */
  craftable: Maybe(Type.Union([Type.Integer({ minimum: 0, maximum: 1 }), Type.Enum(['0', '1', ''])])),
  /** The effect of an unusual item of TF2. */
  effect: Maybe(Type.String()),
  url: Maybe(Type.String()),
  /** Number for sale now. */
  assetcount: Count,
  price: Cents,
});
export type Priced = Static<typeof Priced>;

/** A row of /item/listing: one item for sale, and whether it is the first. */
export const Listed = Type.Object({
  isFirst: Type.Boolean(),
  listing: Type.Object({
    id: Id,
    item_id: Id,
    price: Cents,
    /** 1 means for sale. */
    state: Type.Integer(),
    game: Maybe(Type.Integer()),
    wear: Maybe(Type.Union([Type.Number(), Type.String()])),
  }),
});
export type Listed = Static<typeof Listed>;

const Rows = Type.Array(Type.Unknown());

export const ListedContent = Type.Object({ content: Type.Union([Rows, Type.Object({ values: Rows })]) });
export type ListedContent = Static<typeof ListedContent>;

/** A number of orders at one price. */
export const Tier = Type.Object({ count: Type.Integer({ minimum: 1 }), price: Cents });
export type Tier = Static<typeof Tier>;

/** An array of tiers, a map of the first five and "more", or null for none. */
export const TierContent = Type.Object({
  content: Type.Object({ informations: Nullable(Type.Union([Rows, Type.Record(Type.String(), Type.Unknown())])) }),
});
export type TierContent = Static<typeof TierContent>;

/** The answer of /item/pricing. */
export const Pricing = Type.Object({
  item_id: Id,
  pricing: Type.Object({
    /** `date` is in epoch seconds. */
    last_sale: Maybe(Type.Object({ date: Type.Number(), price: Type.Number() })),
  }),
});
export type Pricing = Static<typeof Pricing>;

/** A value of /item/salesGraph; `price` is the total of all `nb` sales of the day. */
export const Day = Type.Object({ date: Name, price: Cents, nb: Count });
export type Day = Static<typeof Day>;

/** What /item/details says of an item; the price in it is Steam's. */
export const Details = Type.Object({
  name: Name,
  game: Type.Integer(),
  rarity: Nullable(Type.String()),
  type: Maybe(Type.String()),
  /** The one printed row is of CS2 and has null. */
  hero: Maybe(Type.String()),
});
export type Details = Static<typeof Details>;

export const DetailsContent = Type.Object({ content: Type.Object({ informations: Type.Object({}) }) });
export type DetailsContent = Static<typeof DetailsContent>;

const common = { game: Game };
const OfListing = Type.Object({ id: Id });

/** A message of the feed, as applied to one game. It names a listing, but neither its item nor its game. */
export const Event = Type.Union([
  Type.Object({ ...common, event: Type.Literal('listing_removed'), data: OfListing }),
  Type.Object({
    ...common,
    event: Type.Literal('price_changed'),
    data: Type.Object({ id: Id, newPrice: Cents }),
  }),
]);
export type Event = Static<typeof Event>;
