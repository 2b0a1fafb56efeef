import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Thousandths of a dollar. A fraction would mean that the unit has changed. */
const Thousandths = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

/** A string, since ids of Rust exceed 2^53: JSON.parse rounds such numbers, which would then identify another item. */
const ItemId = Type.Union([
  Type.String({ pattern: '^[0-9]+$' }),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
]);

/** A row of /prices: one name, all variants together. */
export const Priced = Type.Object({ name: Name, count: Count, min: Thousandths, img: Maybe(Type.String()) });
export type Priced = Static<typeof Priced>;

/** One item for sale: a row of /prices/dopplers, or of /mass-info with the requested name. */
export const Listed = Type.Object({
  name: Name,
  item_id: ItemId,
  price: Thousandths,
  phase: Maybe(Type.String()),
  float: Maybe(Type.Number()),
  paint_index: Maybe(Type.Number()),
});
export type Listed = Static<typeof Listed>;

/** The answer of /mass-info. Without the list of a name, all its offers would count as gone; null means that nothing is known of it. */
export const Listings = Type.Object({
  data: Type.Record(Type.String(), Nullable(Type.Object({ listings: Type.Array(Type.Unknown()) }))),
});

/** A row of /buy-orders/snapshot: one name and its highest order. */
export const Best = Type.Object({
  name: Name,
  max: Type.Union([Thousandths, Type.String({ pattern: '^[0-9]+$' })]),
});
export type Best = Static<typeof Best>;

const about = { game: Name, item_id: ItemId };

/** A message of the feed as one object. */
export const Event = Type.Union([
  Type.Object({
    event: Type.Enum(['new', 'update']),
    ...about,
    name: Name,
    price: Thousandths,
    phase: Maybe(Type.String()),
    float: Maybe(Type.Number()),
    paint_index: Maybe(Type.Number()),
    sticker_names: Maybe(Type.Array(Type.Unknown())),
    steam_id: Maybe(Type.String()),
    unlock_at: Maybe(Type.String()),
  }),
  Type.Object({ event: Type.Literal('removed'), ...about }),
]);
export type Event = Static<typeof Event>;
