import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, PlayedBuyOrder, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import { withoutExterior } from '../cs2-name.ts';
import { classIdOf } from '../steam-ids.ts';
import { marketUrlOf, phaseNameOf } from './buff163-goods.ts';
import { fadeDataOf, userIdOf, writeApplied, writeCharm } from './buff163-orders.ts';

export const slug = 'buffmarket';

const app = { appid: 730, game: 'csgo' } as const;

/** Goods ids of their own, unrelated to those of BUFF163. */
export const goodsIdOf = ({ index }: CatalogueItem): number => 22 + index;

const seconds = (at: number): number => Math.floor(at / 1000);

/** Dollars as text, whole numbers with one decimal: "18.0", "54.99". */
export const dollars = (usd: number): string => {
  const text = String(Math.max(1, Math.round(usd * 100)) / 100);
  return text.includes('.') ? text : `${text}.0`;
};

export const writeGoods = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const orders = world.buyOrders(slug, item);
  const lowest = listings[0] === undefined ? '0' : dollars(listings[0].priceUsd);
  return {
    ...app,
    id: goodsIdOf(item),
    name: item.name,
    short_name: withoutExterior(item.name),
    market_hash_name: item.name,
    sell_reference_price: lowest,
    sell_min_price: lowest,
    quick_price: lowest,
    buy_max_price: orders[0] === undefined ? '0' : dollars(orders[0].priceUsd),
    sell_num: listings.length,
    buy_num: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    transacted_num: 0,
    steam_market_url: marketUrlOf(item),
    goods_info: { icon_url: '', original_icon_url: '', item_id: null, steam_price: steamPriceOf(item).toFixed(2) },
  };
};

/** The goods described in an answer's offers, by goods id. */
export const writeGoodsHead = (world: World, item: CatalogueItem) => ({
  ...app,
  goods_id: goodsIdOf(item),
  market_hash_name: item.name,
  name: item.name,
  short_name: withoutExterior(item.name),
  steam_price: steamPriceOf(item).toFixed(2),
  steam_price_cny: (steamPriceOf(item) * world.rates.CNY).toFixed(1),
  item_id: null,
  icon_url: '',
  original_icon_url: '',
  market_min_price: '0',
  description: null,
});

/** Spelled with an "e", unlike on BUFF163. */
const cooldownOf = ({ tradableAt }: PlayedListing, now: number) => {
  const isLocked = tradableAt !== null && tradableAt > now;
  return {
    has_tradeable_cooldown: isLocked,
    tradeable_cooldown_text: isLocked ? `${Math.ceil((tradableAt - now) / 86_400_000)}d` : '',
    tradeable_unfrozen_time: isLocked ? seconds(tradableAt) : null,
  };
};

const assetOf = (listing: PlayedListing, now: number) => {
  const { item, number, assetId, float, paintIndex, paintSeed, phase, stickers, patches, charm, nameTag } = listing;
  return {
    action_link: '',
    appid: app.appid,
    assetid: assetId,
    classid: classIdOf(item),
    contextid: 2,
    goods_id: goodsIdOf(item),
    id: `M${number}`,
    info: {
      fraudwarnings: nameTag === null ? null : `Name Tag: “${nameTag}”`,
      icon_url: '',
      original_icon_url: '',
      ...(paintIndex === null ? {} : { paintindex: paintIndex }),
      ...(paintSeed === null ? {} : { paintseed: paintSeed }),
      ...(phase === null ? {} : { phase_data: { name: phaseNameOf(phase), color: '886a08' } }),
      ...fadeDataOf(listing),
      stickers: writeApplied(stickers, patches),
      keychains: charm === null ? [] : [writeCharm(charm)],
      tournament_tags: [],
    },
    instanceid: '188530139',
    paintwear: float === null ? '' : String(float),
    ...cooldownOf(listing, now),
  };
};

export const writeSellOrder = (listing: PlayedListing, now: number) => ({
  allow_bargain: true,
  ...app,
  asset_info: assetOf(listing, now),
  created_at: seconds(listing.listedAt),
  fee: '0',
  goods_id: goodsIdOf(listing.item),
  id: String(listing.number),
  income: '0',
  lowest_bargain_price: dollars(listing.priceUsd * 0.9),
  mode: 5,
  order_type: 1,
  price: dollars(listing.priceUsd),
  state: 1,
  sticker_premium: 0,
  supported_pay_methods: [1],
  tradeable_cooldown: null,
  updated_at: seconds(listing.listedAt),
  user_id: userIdOf(listing.sellerId),
});

const orderDays = 30;

/** In every third order one piece has already been bought. */
export const writeBuyOrder = (order: PlayedBuyOrder) => {
  const bought = order.number % 3 === 0 ? 1 : 0;
  const phase = order.phase === null ? null : phaseNameOf(order.phase);
  return {
    ...app,
    goods_id: goodsIdOf(order.item),
    id: `B${order.number}`,
    num: order.quantity + bought,
    real_num: bought,
    frozen_num: 0,
    price: dollars(order.priceUsd),
    created_at: seconds(order.createdAt),
    expire_time: seconds(order.createdAt) + orderDays * 86_400,
    specific: phase === null ? [] : [{ type: 'phase', text: phase, values: [phase] }],
    user_id: userIdOf(String(order.number)),
    state: 'progressing',
  };
};

/** `id` is only the position in the list. */
export const writeBill = (sale: PlayedSale, position: number) => ({
  ...app,
  asset_info: assetOf(sale, sale.soldAt + 7 * 86_400_000),
  created_at: seconds(sale.soldAt) - 600,
  goods_id: goodsIdOf(sale.item),
  id: position,
  price: dollars(sale.priceUsd),
  transact_time: seconds(sale.soldAt),
  type: 1,
});
