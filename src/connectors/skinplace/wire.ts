import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** One item for sale. */
export const Item = Type.Object({
  // JSON.parse rounds larger numbers, which would then identify another item
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  steam_market_hash_name: Name,
  /** In words; some rows lack it in the name. */
  steam_exterior: Maybe(Type.String()),
  phase: Maybe(Type.String()),
  /** Price in dollars, whatever currency is displayed. */
  price_market_usd: Type.Number(),
  floatvalue: Maybe(Type.Number()),
  paintindex: Maybe(Type.Number()),
  paintseed: Maybe(Type.Number()),
  inspect_url: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  /** Sent as a number or as a boolean. */
  is_hold: Maybe(Type.Union([Type.Number(), Type.Boolean()])),
  time_unhold: Maybe(Type.String()),
});
export type Item = Static<typeof Item>;

export const Page = Type.Object({ status: Type.Literal('success'), items: Type.Array(Type.Unknown()) });
