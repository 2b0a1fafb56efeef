import { appIdOf } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import { fadeOf } from '../../market/piece/fade.ts';
import type {
  CatalogueItem,
  PlayedBuyOrder,
  PlayedCharm,
  PlayedListing,
  PlayedSale,
  PlayedSticker,
  World,
} from '../../market/world.ts';
import { bareAppliedName, withoutExterior } from '../cs2-name.ts';
import { classIdOf } from '../steam-ids.ts';
import { goodsIdOf, marketUrlOf, phaseNameOf, tagsOf, wordOf, yuanText } from './buff163-goods.ts';

const seconds = (at: number): number => Math.floor(at / 1000);

/** The owner's id on this marketplace, derived from the Steam id, which is not shown. */
export const userIdOf = (sellerId: string): string => `U${1_000_000_000n + (BigInt(sellerId) % 8_000_000_000n)}`;

export const writeUser = (userId: string) => ({
  user_id: userId,
  avatar: '',
  avatar_safe: '',
  shop_id: userId.slice(1),
  nickname: 'Player',
  is_auto_accept: false,
  seller_level: 0,
  v_types: null,
  is_premium_vip: false,
});

const hexWord = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** Three parts for CS2, the older form of date and number for the other games. */
const offerIdOf = ({ number, item, listedAt }: PlayedListing): string => {
  const low = number % 1_000_000_000;
  if (item.game === 'CS2') {
    return `${3_000_000_000 + low}-${hexWord(low % 65_536)}-${137_000_000 + Math.floor(number / 1_000_000_000)}`;
  }
  return `${new Date(listedAt).toISOString().slice(2, 10).replaceAll('-', '')}T${number}`;
};

const phaseDataOf = ({ phase }: PlayedListing) =>
  phase === null ? {} : { phase_data: { name: phaseNameOf(phase), color: '886a08' } };

export const fadeDataOf = ({ item, paintSeed }: PlayedListing) => {
  const percentage = fadeOf(item, paintSeed);
  return percentage === null ? {} : { metaphysic: { title: '渐变', data: { name: `${percentage.toFixed(1)}%` } } };
};

/** Stickers, and the patches of an agent. */
export const writeApplied = (stickers: readonly PlayedSticker[], patches: readonly PlayedSticker[]) =>
  [...stickers, ...patches].map(({ name, slot, stickerId, wear }) => ({
    name: bareAppliedName(name),
    slot,
    sticker_id: stickerId,
    wear,
    img_url: '',
    category: name.startsWith('Patch | ') ? 'patch' : 'sticker',
    offset_x: null,
    offset_y: null,
  }));

export const writeCharm = ({ name, charmId, pattern }: PlayedCharm) => ({
  name: bareAppliedName(name),
  slot: 0,
  sticker_id: charmId,
  pattern,
  wear: 0,
  img_url: '',
  category: 'keychain',
});

const infoOf = (listing: PlayedListing) => {
  const { item, paintIndex, paintSeed, stickers, patches, charm, nameTag } = listing;
  const pictures = { icon_url: '', original_icon_url: '' };
  if (item.game === 'Dota2') return { ...pictures, gems: [], unlock_style: [] };
  if (item.game !== 'CS2') return pictures;
  return {
    ...pictures,
    fraudwarnings: nameTag === null ? null : `名称标签：“${nameTag}”`,
    ...(paintIndex === null ? {} : { paintindex: paintIndex }),
    ...(paintSeed === null ? {} : { paintseed: paintSeed }),
    ...phaseDataOf(listing),
    ...fadeDataOf(listing),
    stickers: writeApplied(stickers, patches),
    keychains: charm === null ? [] : [writeCharm(charm)],
    tournament_tags: [],
  };
};

const cooldownOf = ({ item, tradableAt }: PlayedListing, now: number) => {
  if (tradableAt === null || tradableAt <= now) {
    return {
      has_tradable_cooldown: false,
      tradable_cooldown_text: item.game === 'CS2' ? '' : '立即可取回',
      tradable_unfrozen_time: null,
    };
  }
  const hours = Math.ceil((tradableAt - now) / 3_600_000);
  return {
    has_tradable_cooldown: true,
    tradable_cooldown_text: `${Math.floor(hours / 24)}天${hours % 24}小时`,
    tradable_unfrozen_time: seconds(tradableAt),
  };
};

const assetInfoOf = (listing: PlayedListing, now: number) => {
  const { item, assetId, float } = listing;
  return {
    // Inspect links are only given to the owner
    action_link: '',
    appid: appIdOf(item.game),
    assetid: assetId,
    classid: classIdOf(item),
    contextid: 2,
    goods_id: goodsIdOf(item),
    ...(item.game === 'CS2' ? { id: `M${listing.number}` } : {}),
    info: infoOf(listing),
    instanceid: '188530139',
    paintwear: float === null ? '' : String(float),
    ...cooldownOf(listing, now),
  };
};

/** A row of sell_order, without pictures, payment methods and bargaining texts. */
export const writeSellOrder = (world: World, listing: PlayedListing, now: number) => ({
  allow_bargain: true,
  appid: appIdOf(listing.item.game),
  asset_info: assetInfoOf(listing, now),
  bookmarked: false,
  can_bargain: true,
  cannot_bargain_reason: '',
  created_at: seconds(listing.listedAt),
  description: '',
  featured: 0,
  fee: '0',
  game: wordOf(listing.item.game),
  goods_id: goodsIdOf(listing.item),
  id: offerIdOf(listing),
  income: '0',
  lowest_bargain_price: yuanText(world, listing.priceUsd * 0.9),
  mode: listing.item.game === 'CS2' ? 5 : 2,
  price: yuanText(world, listing.priceUsd),
  recent_average_duration: 200 + (listing.number % 900),
  recent_deliver_rate: 1,
  state: 1,
  sticker_premium: null,
  supported_pay_methods: [3, 1, 6],
  tradable_cooldown: null,
  updated_at: seconds(listing.listedAt),
  user_id: userIdOf(listing.sellerId),
});

/** The goods described in sell_order, by goods id. */
export const writeGoodsHead = (world: World, item: CatalogueItem) => ({
  appid: appIdOf(item.game),
  description: null,
  game: wordOf(item.game),
  goods_id: goodsIdOf(item),
  icon_url: '',
  item_id: null,
  market_hash_name: item.name,
  market_min_price: '0',
  name: item.name,
  original_icon_url: '',
  short_name: withoutExterior(item.name),
  steam_market_url: marketUrlOf(item),
  steam_price: steamPriceOf(item).toFixed(2),
  steam_price_cny: yuanText(world, steamPriceOf(item)),
  tags: tagsOf(item),
});

/** What a buyer wants beyond the goods id; the real spelling is not known. */
export type OrderFilter = {
  readonly type: 'phase' | 'paintwear';
  readonly text: string;
  readonly values: readonly string[];
};

const orderDays = 30;

/** A row of buy_order; some orders are partly filled. */
export const writeBuyOrder = (world: World, order: PlayedBuyOrder, usd: number, criteria: readonly OrderFilter[]) => {
  const bought = order.number % 3 === 0 ? 1 : 0;
  const criteriaPart = criteria.some(({ type }) => type === 'paintwear') ? 'W' : 'T';
  const created = new Date(order.createdAt).toISOString().slice(2, 10).replaceAll('-', '');
  const price = yuanText(world, usd);
  return {
    appid: appIdOf(order.item.game),
    game: wordOf(order.item.game),
    id: `${created}${criteriaPart}${order.number}`,
    user_id: userIdOf(String(76_561_198_000_000_000n + BigInt(order.number % 1_000_000_007))),
    num: order.quantity + bought,
    real_num: bought,
    frozen_num: 0,
    state: 'progressing',
    goods_id: goodsIdOf(order.item),
    price,
    fee: '0',
    frozen_amount: String(Math.round(Number(price) * order.quantity * 100) / 100),
    created_at: seconds(order.createdAt),
    updated_at: seconds(order.createdAt),
    allow_tradable_cooldown: 0,
    tradable_cooldown: null,
    specific: criteria,
    icon_url: '',
    pay_expire_timeout: -1,
    expire_time: seconds(order.createdAt) + orderDays * 86_400,
    pay_method_text: 'Epay',
    pay_method: 45,
    state_text: 'Active',
    supported_pay_channels: ['nepay'],
  };
};

/** In sales of other users, buyer and seller are replaced by one fixed id. */
export const nobody = 'U1000000000';

/** A row of bill_order; `id` is not an id: 0, or for Dota 2 the position in the list. */
export const writeBill = (world: World, sale: PlayedSale, index: number) => {
  const id = sale.item.game === 'Dota2' ? index : 0;
  return {
    appid: appIdOf(sale.item.game),
    asset_info: assetInfoOf(sale, sale.soldAt + 7 * 86_400_000),
    bundle_info: {},
    buyer_cookie_invalid: false,
    buyer_id: nobody,
    buyer_pay_time: seconds(sale.soldAt) - 600,
    created_at: seconds(sale.soldAt) - 600,
    error_text: null,
    fee: '0',
    game: wordOf(sale.item.game),
    goods_id: goodsIdOf(sale.item),
    has_bargain: false,
    id,
    income: '0',
    mode: 2,
    original_price: null,
    pay_method: 3,
    price: yuanText(world, sale.priceUsd),
    sell_order_id: id,
    seller_id: nobody,
    state_text: '已发货',
    tradeofferid: null,
    transact_time: seconds(sale.soldAt),
    type: 1 + (sale.number % 2),
    updated_at: seconds(sale.soldAt),
  };
};
