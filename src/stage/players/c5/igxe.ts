import { appIdOf, type Game } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { inChinese } from '../chinese-words.ts';
import { exteriorOf } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { inspectLinkOf } from '../steam-ids.ts';
import { chineseNameOf } from './c5-product.ts';

const slug = 'igxe';
const pageSize = 10;
const salesShown = 20;

const games: readonly Game[] = ['CS2', 'Dota2'];
const firstProduct: Readonly<Record<Game, number>> = { CS2: 560_000, Dota2: 30_000, TF2: 0, Rust: 0 };

/** Only shown on the site's HTML pages. */
export const productIdOf = ({ game, index }: CatalogueItem): number => firstProduct[game] + index;

const yuan = (world: World, usd: number): string => Math.max(0.01, usd * world.rates.CNY).toFixed(2);

/** A moment in Beijing, which is eight hours ahead all year: "2026-01-15 20:00:00". */
const beijing = (at: number): string => new Date(at + 28_800_000).toISOString().slice(0, 19).replace('T', ' ');

const chineseDay = (at: number): string => {
  const [year, month, day] = beijing(at).slice(0, 10).split('-');
  return `${year}年${month}月${day}日`;
};

/** Twenty digits behind the point, as the 32 bits of the game have them. */
const wearOf = ({ float }: PlayedListing): string => (float === null ? '' : float.toFixed(20));

/** Chinese names only, and no wear for every third item. */
const stickersOf = ({ stickers, number }: PlayedListing) =>
  stickers.map(({ name, wear }) => ({
    sticker_img: '',
    sticker_title: ` ${chineseNameOf(name)}`,
    wear: number % 3 === 0 ? -1 : wear,
  }));

const lockOf = ({ tradableAt }: PlayedListing, now: number): number =>
  tradableAt === null || tradableAt <= now ? 0 : Math.ceil((tradableAt - now) / 86_400_000);

const writePaint = (listing: PlayedListing) =>
  listing.paintIndex === null
    ? {}
    : {
        paint_index: listing.paintIndex,
        paint_seed: listing.paintSeed,
        // Their code for the variant; the meaning of the codes is not known
        paint_type: listing.phase === null ? 0 : 1,
        paint_seed_name: listing.phase === null ? '' : '多普勒',
      };

const writeTrade = (world: World, listing: PlayedListing, now: number) => {
  const { item, number, assetId, sellerId } = listing;
  const days = lockOf(listing, now);
  const name = chineseNameOf(item.name);
  return {
    ...writePaint(listing),
    actions_link: listing.float === null ? '' : inspectLinkOf(listing),
    app_id: appIdOf(item.game),
    exterior_wear: wearOf(listing),
    icon_url: '',
    id: number,
    is_weapon_product: item.paintIndex === null ? 0 : 1,
    last_updated: beijing(listing.listedAt),
    lock_span: days,
    lock_span_str: days === 0 ? '' : `${days}天`,
    name,
    product_name: name,
    reference_price: yuan(world, item.basePrice * 1.1),
    shop_id: 10_000 + (number % 5000),
    shop_img: '/static/csgo/image/shop/shop.jpg',
    shop_name: '店',
    shop_url: `/dmall/shop/${10_000 + (number % 5000)}`,
    status: 2,
    steam_pid: assetId,
    steam_type_name: [item.rarity, item.type].flatMap((word) => (word === null ? [] : inChinese(word))).join(' '),
    steam_uid: sellerId,
    sticker: stickersOf(listing),
    tags_exterior: exteriorOf(item.name) === null ? '' : '外观',
    trade_type: 3,
    unit_price: yuan(world, listing.priceUsd),
  };
};

const writeSale = (world: World, sale: PlayedSale) => ({
  ...writePaint(sale),
  product_id: productIdOf(sale.item),
  id: sale.number,
  unit_price: yuan(world, sale.priceUsd),
  last_updated: chineseDay(sale.soldAt),
  exterior_wear: wearOf(sale),
  sticker: stickersOf(sale),
});

const ofProduct =
  (answer: (request: StageRequest, world: World, item: CatalogueItem) => StageReply): Route['answer'] =>
  (request, world, [appId, productId]) => {
    const game = games.find((one) => String(appIdOf(one)) === appId);
    const item = game && world.items(game).find((one) => String(productIdOf(one)) === productId);
    return item === undefined ? null : answer(request, world, item);
  };

const trades = ofProduct(({ query, now }, world, item) => {
  const page = Math.max(1, wholeNumber(query.get('page_no'), 1));
  const listings = world.listings(slug, item);
  const rows = listings.slice((page - 1) * pageSize, page * pageSize);
  return {
    body: {
      succ: true,
      page: { page_count: Math.ceil(listings.length / pageSize), total: listings.length, page_no: page },
      d_list: rows.map((listing) => writeTrade(world, listing, now)),
    },
  };
});

const sales = ofProduct((_request, world, item) => ({
  body: {
    succ: true,
    data: world
      .sales(slug, item)
      .slice(0, salesShown)
      .map((sale) => writeSale(world, sale)),
  },
}));

/** IGXE: the API behind its pages, by ids that no list contains. */
export const igxe: Player = {
  slug,
  hosts: ['www.igxe.cn'],
  answer: answerBy([
    { method: 'GET', path: /^\/product\/trade\/(\d+)\/(\d+)$/, answer: trades },
    { method: 'GET', path: /^\/product\/get_product_sales_history\/(\d+)\/(\d+)$/, answer: sales },
  ]),
};
