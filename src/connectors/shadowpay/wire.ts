import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** A row of items/prices: one name. Dollars as a string. */
export const Priced = Type.Object({
  steam_market_hash_name: Name,
  price: Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' }),
  volume: Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]+$' })]),
});
export type Priced = Static<typeof Priced>;

// JSON.parse rounds larger numbers, which would then identify another offer
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({ steam_market_hash_name: Maybe(Type.String()) });

/** One item for sale, typed after what the site itself receives. */
export const Listed = Type.Object({
  id: Id,
  steam_market_hash_name: Name,
  state: Type.Optional(Type.Literal('active')),
  project: Type.Optional(Type.Enum(['csgo', 'dota2', 'rust'])),
  price: Type.Number(),
  /** When present, `price` is in the requested currency. */
  price_usd: Maybe(Type.Number()),
  floatvalue: Maybe(Type.Number()),
  paintindex: Maybe(Type.Number()),
  paintseed: Maybe(Type.Number()),
  phase: Maybe(Type.String()),
  inspect_url: Maybe(Type.String()),
  is_hold: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1), Type.Boolean(), Type.Null()])),
  time_unhold: Maybe(Type.Union([Type.String(), Type.Number()])),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  user_id: Maybe(Type.Union([Type.Integer(), Type.String()])),
});
export type Listed = Static<typeof Listed>;
