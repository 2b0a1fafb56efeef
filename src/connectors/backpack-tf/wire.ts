import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** Keys and refined metal, or dollars where the item is on Marketplace.tf. */
const Currencies = Type.Object({
  usd: maybe(Type.Number()),
  keys: maybe(Type.Number()),
  metal: maybe(Type.Number()),
});

const Intent = Type.Enum(['buy', 'sell']);

const Item = Type.Object({
  /** Steam's name of the item; `name` also bears its effect. */
  marketName: maybe(Type.String()),
  baseName: maybe(Type.String()),
  quality: maybe(Type.Object({ id: Type.Integer({ minimum: 0 }) })),
  particle: maybe(Type.Object({ name: maybe(Type.String()) })),
  tradable: maybe(Type.Boolean()),
  craftable: maybe(Type.Boolean()),
});

/** A message of the feed. */
export const Event = Type.Union([
  Type.Object({
    event: Type.Literal('listing-update'),
    payload: Type.Object({
      id: Name,
      intent: Intent,
      steamid: maybe(Type.String()),
      status: Type.Optional(Type.String()),
      currencies: maybe(Currencies),
      item: Item,
    }),
  }),
  Type.Object({ event: Type.Literal('listing-delete'), payload: Type.Object({ id: Name, intent: Intent }) }),
]);
export type Event = Static<typeof Event>;

/** A row of a snapshot: a listing of the item that was asked for. */
export const Listing = Type.Object({
  intent: Intent,
  steamid: maybe(Type.String()),
  currencies: maybe(Currencies),
  item: Type.Object({
    /** The 64-bit id of the asset, blank on buy orders; a number beyond this was rounded while it was read. */
    id: maybe(Type.Union([Type.String(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })])),
  }),
});
export type Listing = Static<typeof Listing>;

export type Currencies = Static<typeof Currencies>;
