// Rows of BUFF163 and BUFF.Market, which run the same software
import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

const GoodsId = Type.Integer({ minimum: 1 });
/** Decimal amount in the site's currency: "1.2", "2500", "18.0"; "0" means no price. */
const Price = Type.String();

/** One of Steam's tags, such as "mythical" or "npc_dota_hero_axe". */
const Tag = maybe(Type.Object({ internal_name: maybe(Type.String()) }));

/** Lowest price and count of one item. */
export const Goods = Type.Object({
  id: GoodsId,
  appid: Type.Integer(),
  market_hash_name: Type.String({ minLength: 1 }),
  /** "0" when nothing is on sale. */
  sell_min_price: Type.String({ pattern: '^(?:[0-9]+(?:\\.[0-9]+)?)?$' }),
  sell_num: Type.Integer({ minimum: 0 }),
  goods_info: maybe(
    Type.Object({
      icon_url: maybe(Type.String()),
      info: maybe(Type.Object({ tags: maybe(Type.Object({ rarity: Tag, hero: Tag })) })),
    }),
  ),
});
export type Goods = Static<typeof Goods>;

const Sticker = Type.Object({
  name: maybe(Type.String()),
  slot: maybe(Type.Integer({ minimum: 0 })),
  wear: maybe(Type.Number({ minimum: 0, maximum: 1 })),
  category: maybe(Type.String()),
});

// `info` of Dota 2 and TF2 holds gems and styles instead, and `paintwear` is "" there
const Asset = Type.Object({
  assetid: maybe(Type.String()),
  action_link: maybe(Type.String()),
  paintwear: maybe(Type.String()),
  has_tradable_cooldown: maybe(Type.Boolean()),
  tradable_cooldown_text: maybe(Type.String()),
  tradable_unfrozen_time: maybe(Type.Number()),
  // BUFF.Market spells them with an "e"
  has_tradeable_cooldown: maybe(Type.Boolean()),
  tradeable_cooldown_text: maybe(Type.String()),
  tradeable_unfrozen_time: maybe(Type.Number()),
  info: maybe(
    Type.Object({
      paintindex: maybe(Type.Integer()),
      paintseed: maybe(Type.Integer()),
      phase_data: maybe(Type.Object({ name: maybe(Type.String()) })),
      stickers: maybe(Type.Array(Nullable(Sticker))),
    }),
  ),
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
    user_id: maybe(Type.String()),
    asset_info: maybe(Asset),
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
  transact_time: maybe(Type.Number()),
  asset_info: maybe(Asset),
});
export type Bill = Static<typeof Bill>;
