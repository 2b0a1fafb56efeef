// Rows of BUFF163 and BUFF.Market, which run the same software
import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const GoodsId = Type.Integer({ minimum: 1 });
/** Decimal amount in the site's currency: "1.2", "2500", "18.0"; "0" means no price. */
const Price = Type.String();

/** One of Steam's tags, such as "mythical" or "npc_dota_hero_axe". */
const Tag = Maybe(Type.Object({ internal_name: Maybe(Type.String()) }));

/** Lowest price and count of one item. */
export const Goods = Type.Object({
  id: GoodsId,
  appid: Type.Integer(),
  market_hash_name: Type.String({ minLength: 1 }),
  /** "0" when nothing is on sale. */
  sell_min_price: Type.String({ pattern: '^(?:[0-9]+(?:\\.[0-9]+)?)?$' }),
  sell_num: Type.Integer({ minimum: 0 }),
  goods_info: Maybe(
    Type.Object({
      icon_url: Maybe(Type.String()),
      info: Maybe(Type.Object({ tags: Maybe(Type.Object({ rarity: Tag, type: Tag, hero: Tag, slot: Tag })) })),
    }),
  ),
});
export type Goods = Static<typeof Goods>;

const Sticker = Type.Object({
  name: Maybe(Type.String()),
  slot: Maybe(Type.Integer({ minimum: 0 })),
  wear: Maybe(Type.Number({ minimum: 0, maximum: 1 })),
  category: Maybe(Type.String()),
});

const Keychain = Type.Object({ name: Maybe(Type.String()), pattern: Type.Optional(Type.Unknown()) });

// `info` of Dota 2 and TF2 holds gems and styles instead, and `paintwear` is "" there
const Asset = Type.Object({
  assetid: Maybe(Type.String()),
  action_link: Maybe(Type.String()),
  paintwear: Maybe(Type.String()),
  has_tradable_cooldown: Maybe(Type.Boolean()),
  tradable_cooldown_text: Maybe(Type.String()),
  tradable_unfrozen_time: Maybe(Type.Number()),
  // BUFF.Market spells them with an "e"
  has_tradeable_cooldown: Maybe(Type.Boolean()),
  tradeable_cooldown_text: Maybe(Type.String()),
  tradeable_unfrozen_time: Maybe(Type.Number()),
  info: Maybe(
    Type.Object({
      paintindex: Maybe(Type.Integer()),
      paintseed: Maybe(Type.Integer()),
      phase_data: Maybe(Type.Object({ name: Maybe(Type.String()) })),
      stickers: Maybe(Type.Array(Nullable(Sticker))),
      keychains: Maybe(Type.Array(Nullable(Keychain))),
      /** "名称标签：“Folklore”"; also a list, which is empty. */
      fraudwarnings: Type.Optional(Type.Unknown()),
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
    user_id: Maybe(Type.String()),
    asset_info: Maybe(Asset),
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
  transact_time: Maybe(Type.Number()),
  asset_info: Maybe(Asset),
});
export type Bill = Static<typeof Bill>;
