import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** Keys and refined metal, or dollars for an item on Marketplace.tf. `value.raw` is the sum at backpack.tf's own key price. */
const Currencies = Type.Union([
  Type.Object({ usd: maybe(Type.Number()), keys: maybe(Type.Number()), metal: maybe(Type.Number()) }),
  Type.Array(Type.Unknown(), { maxItems: 0 }), // an empty object as PHP encodes it
]);

const Intent = Type.Enum(['buy', 'sell']);

const Item = Type.Object({
  /** Steam's name of the item; `name` also contains its effect. */
  marketName: maybe(Type.String()),
  particle: maybe(Type.Object({ name: maybe(Type.String()) })),
  quality: maybe(Type.Object({ name: maybe(Type.String()) })),
  /** A second quality, such as Strange of a strange unusual. */
  elevatedQuality: maybe(Type.Object({ name: maybe(Type.String()) })),
  craftNumber: maybe(Type.Integer()),
  crateSeries: maybe(Type.Integer()),
  spells: maybe(Type.Unknown()),
  paint: maybe(Type.Unknown()),
  strangeParts: maybe(Type.Unknown()),
  sheen: maybe(Type.Unknown()),
  killstreaker: maybe(Type.Unknown()),
  tradable: maybe(Type.Boolean()),
  craftable: maybe(Type.Boolean()),
});

const payload = {
  id: Name,
  intent: Intent,
  steamid: maybe(Type.String()),
  status: Type.Optional(Type.String()),
  currencies: maybe(Currencies),
  /** How many the buyer wants. */
  count: maybe(Type.Integer()),
  user: maybe(Type.Object({ banned: maybe(Type.Boolean()) })),
};

/** A message of the feed. A listing that ended can come without its item. */
export const Event = Type.Union([
  Type.Object({ event: Type.Literal('listing-update'), payload: Type.Object({ ...payload, item: Item }) }),
  Type.Object({ event: Type.Literal('listing-delete'), payload: Type.Object({ ...payload, item: maybe(Item) }) }),
]);
export type Event = Static<typeof Event>;

/** A row of a snapshot: a listing of the requested item. */
export const Listing = Type.Object({
  intent: Intent,
  steamid: maybe(Type.String()),
  currencies: maybe(Currencies),
  item: Type.Object({
    /** The 64-bit id of the asset, blank on buy orders. JSON.parse rounds larger numbers. */
    id: maybe(Type.Union([Type.String(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })])),
  }),
});
export type Listing = Static<typeof Listing>;

export type Currencies = Static<typeof Currencies>;
