import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** One item for sale. */
export const Item = Type.Object({
  // JSON.parse rounds larger numbers, which would then identify another item
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  steam_market_hash_name: Name,
  /** In words; some rows lack it in the name. */
  steam_exterior: maybe(Type.String()),
  phase: maybe(Type.String()),
  /** Price in dollars, whatever currency is displayed. */
  price_market_usd: Type.Number(),
  floatvalue: maybe(Type.Number()),
  paintindex: maybe(Type.Number()),
  paintseed: maybe(Type.Number()),
  inspect_url: maybe(Type.String()),
  stickers: maybe(Type.Array(Type.Unknown())),
  /** Sent as a number or as a boolean. */
  is_hold: maybe(Type.Union([Type.Number(), Type.Boolean()])),
  time_unhold: maybe(Type.String()),
});
export type Item = Static<typeof Item>;

export const Page = Type.Object({ status: Type.Literal('success'), items: Type.Array(Type.Unknown()) });
