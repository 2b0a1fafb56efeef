import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

/** Fields that rows of offers and sales share; only newer answers have the paint. */
const asset = {
  /** Yuan as a string. */
  unit_price: Type.String(),
  /** Up to 20 digits; "" for none. */
  exterior_wear: Maybe(Type.String()),
  paint_index: Maybe(Type.Number()),
  paint_seed: Maybe(Type.Number()),
  /** With Chinese names, in the order of their slots. */
  sticker: Maybe(Type.Array(Type.Unknown())),
};

export const Trade = Type.Object({
  ...asset,
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  app_id: Type.Optional(Type.Integer()),
  /** In Chinese. */
  name: Maybe(Type.String()),
  actions_link: Maybe(Type.String()),
  steam_uid: Maybe(Type.String()),
  /** Whole days until it can be traded. */
  lock_span: Maybe(Type.Integer()),
});
export type Trade = Static<typeof Trade>;

export const Sold = Type.Object({
  ...asset,
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  product_id: Type.Integer({ minimum: 1 }),
  /** A day in Beijing. */
  last_updated: Type.String({ pattern: '^\\d{4}年\\d{1,2}月\\d{1,2}日$' }),
});
export type Sold = Static<typeof Sold>;

export const TradePage = Type.Object({ succ: Type.Literal(true), d_list: Type.Array(Type.Unknown()) });
export const SalePage = Type.Object({ succ: Type.Literal(true), data: Type.Array(Type.Unknown()) });
