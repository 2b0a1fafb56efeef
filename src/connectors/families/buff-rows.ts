// Rows of BUFF163 and BUFF.Market, which run the same software
import Type, { type Static } from 'typebox';

const Optional = Type.Optional;
const Nullable = <S extends Type.TSchema>(schema: S) => Optional(Type.Union([schema, Type.Null()]));

const GoodsId = Type.Integer({ minimum: 1 });
/** Decimal amount in the site's currency: "1.2", "2500", "18.0"; "0" means no price. */
const Price = Type.String();

/** Lowest price and count of one item. */
export const Goods = Type.Object({
  id: GoodsId,
  appid: Type.Integer(),
  market_hash_name: Type.String({ minLength: 1 }),
  /** "0" when nothing is on sale. */
  sell_min_price: Type.String({ pattern: '^(?:[0-9]+(?:\\.[0-9]+)?)?$' }),
  sell_num: Type.Integer({ minimum: 0 }),
  goods_info: Optional(Type.Object({ icon_url: Optional(Type.String()) })),
});
export type Goods = Static<typeof Goods>;

const Sticker = Type.Object({
  name: Type.String({ minLength: 1 }),
  slot: Type.Integer({ minimum: 0 }),
  wear: Type.Number({ minimum: 0, maximum: 1 }),
  category: Optional(Type.String()),
});

// `info` of Dota 2 and TF2 holds gems and styles instead, and `paintwear` is "" there
const Asset = Type.Object({
  assetid: Optional(Type.String()),
  action_link: Nullable(Type.String()),
  paintwear: Nullable(Type.String()),
  has_tradable_cooldown: Optional(Type.Boolean()),
  tradable_cooldown_text: Nullable(Type.String()),
  tradable_unfrozen_time: Nullable(Type.Number()),
  // BUFF.Market spells them with an "e"
  has_tradeable_cooldown: Optional(Type.Boolean()),
  tradeable_cooldown_text: Nullable(Type.String()),
  tradeable_unfrozen_time: Nullable(Type.Number()),
  info: Type.Object({
    paintindex: Optional(Type.Integer()),
    paintseed: Optional(Type.Integer()),
    phase_data: Nullable(Type.Object({ name: Type.String() })),
    stickers: Nullable(Type.Array(Sticker)),
  }),
});
export type Asset = Static<typeof Asset>;

/** One offer with its goods: the answer lists the names separately, keyed by the id of the goods. */
export const SellOrder = Type.Object({
  goods: Type.Object({ market_hash_name: Type.String({ minLength: 1 }), appid: Type.Integer() }),
  order: Type.Object({
    id: Type.String({ minLength: 1 }),
    goods_id: GoodsId,
    state: Type.Literal(1),
    price: Price,
    user_id: Nullable(Type.String()),
    asset_info: Asset,
  }),
});
export type SellOrder = Static<typeof SellOrder>;

export const BuyOrderRow = Type.Object({
  id: Type.String({ minLength: 1 }),
  appid: Type.Integer(),
  state: Type.String(),
  price: Price,
  num: Type.Integer(),
  real_num: Type.Integer(),
  /** Conditions of the buyer beyond the name. */
  specific: Type.Array(Type.Unknown()),
});
export type BuyOrderRow = Static<typeof BuyOrderRow>;

export const Bill = Type.Object({
  appid: Type.Integer(),
  goods_id: GoodsId,
  price: Price,
  transact_time: Nullable(Type.Number()),
  asset_info: Asset,
});
export type Bill = Static<typeof Bill>;
