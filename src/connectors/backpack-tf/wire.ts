import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Keys and refined metal, or dollars for an item on Marketplace.tf. `value.raw` is the sum at backpack.tf's own key price. */
const Currencies = Type.Union([
  Type.Object({ usd: Maybe(Type.Number()), keys: Maybe(Type.Number()), metal: Maybe(Type.Number()) }),
  Type.Array(Type.Unknown(), { maxItems: 0 }), // an empty object as PHP encodes it
]);

const Intent = Type.Enum(['buy', 'sell']);

const Item = Type.Object({
  /** Steam's name of the item; `name` also contains its effect. */
  marketName: Maybe(Type.String()),
  particle: Maybe(Type.Object({ name: Maybe(Type.String()) })),
  quality: Maybe(Type.Object({ name: Maybe(Type.String()) })),
  /** A second quality, such as Strange of a strange unusual. */
  elevatedQuality: Maybe(Type.Object({ name: Maybe(Type.String()) })),
  /** The classes that can use it. */
  class: Maybe(Type.Array(Nullable(Type.String()))),
  slot: Maybe(Type.String()),
  /** "Level 1-100 Hat". */
  summary: Maybe(Type.String()),
  craftNumber: Maybe(Type.Integer()),
  crateSeries: Maybe(Type.Integer()),
  spells: Maybe(Type.Unknown()),
  paint: Maybe(Type.Unknown()),
  strangeParts: Maybe(Type.Unknown()),
  sheen: Maybe(Type.Unknown()),
  killstreaker: Maybe(Type.Unknown()),
  tradable: Maybe(Type.Boolean()),
  craftable: Maybe(Type.Boolean()),
});

const payload = {
  id: Name,
  intent: Intent,
  steamid: Maybe(Type.String()),
  status: Type.Optional(Type.String()),
  currencies: Maybe(Currencies),
  /** How many the buyer wants. */
  count: Maybe(Type.Integer()),
  user: Maybe(Type.Object({ banned: Maybe(Type.Boolean()) })),
};

/** A message of the feed. A listing that ended can come without its item. */
export const Event = Type.Union([
  Type.Object({ event: Type.Literal('listing-update'), payload: Type.Object({ ...payload, item: Item }) }),
  Type.Object({ event: Type.Literal('listing-delete'), payload: Type.Object({ ...payload, item: Maybe(Item) }) }),
]);
export type Event = Static<typeof Event>;

/** A row of a snapshot: a listing of the requested item. */
export const Listing = Type.Object({
  intent: Intent,
  steamid: Maybe(Type.String()),
  currencies: Maybe(Currencies),
  item: Type.Object({
    /** The 64-bit id of the asset, blank on buy orders. JSON.parse rounds larger numbers. */
    id: Maybe(Type.Union([Type.String(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })])),
  }),
});
export type Listing = Static<typeof Listing>;

export type Currencies = Static<typeof Currencies>;
