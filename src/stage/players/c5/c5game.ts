import { appIdOf, type Game } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { inChinese } from '../chinese-words.ts';
import { bareAppliedName, exteriorOf } from '../cs2-name.ts';
import {
  machineExteriorOf,
  machineQualityIn,
  machineQualityOf,
  machineRarityOf,
  machineTypeOf,
  machineWeaponOf,
  snakeCase,
} from '../machine-names.ts';
import { answerBy, bodyObject, type Route, wholeNumber } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';
import { accept, demandedEncodings, itemIdOf, refuse, viewOf, writeAsset, writeProduct } from './c5-product.ts';

const slug = 'c5game';
const namesAtOnce = 200;
const merchantPage = 20;
const webPage = 10;

const games: readonly Game[] = ['CS2', 'Dota2', 'TF2'];
const paths: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota', TF2: 'tf2', Rust: 'rust' };
const gameOfAppId = (appId: unknown): Game | undefined => games.find((game) => appIdOf(game) === Number(appId));

const yuan = (world: World, usd: number): number => Math.max(1, Math.round(usd * world.rates.CNY * 100)) / 100;

/** Any key is accepted, in the query or a header; one that begins with "elsewhere" belongs to a different IP address. */
const withKey =
  (answer: Route['answer']): Route['answer'] =>
  (request, world, parts) => {
    const key = request.query.get('app-key') || request.headers['app-key'] || '';
    if (key === '') return refuse(101, 'Not login');
    return key.startsWith('elsewhere') ? refuse(499_103, 'IP not in whitelist') : answer(request, world, parts);
  };

/** A map by name; unknown names are omitted. */
const byName =
  (write: (world: World, item: CatalogueItem) => object): Route['answer'] =>
  ({ body }, world) => {
    const { appId, marketHashNames } = bodyObject(body);
    const game = gameOfAppId(appId);
    if (game === undefined || !Array.isArray(marketHashNames) || marketHashNames.length > namesAtOnce)
      return refuse(400, 'Invalid parameter');
    const items = marketHashNames.map((name) => world.itemNamed(game, String(name))).filter((item) => item !== null);
    return accept(Object.fromEntries(items.map((item) => [item.name, write(world, item)])));
  };

const writePrice = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  return {
    itemId: itemIdOf(item),
    marketHashName: item.name,
    price: listings[0] === undefined ? 0 : yuan(world, listings[0].priceUsd),
    count: listings.length,
    website: `https://www.c5game.com/${paths[item.game]}/${itemIdOf(item)}/item/sell`,
  };
};

const writeStat = (world: World, item: CatalogueItem) => {
  const { price, count } = writePrice(world, item);
  const orders = world.buyOrders(slug, item);
  return {
    marketHashName: item.name,
    itemId: itemIdOf(item),
    sellPrice: price,
    sellCount: count,
    temporaryRental: Math.round(price * 0.8) / 1000,
    permanentRental: Math.round(price * 0.9) / 1000,
    ...(orders[0] === undefined
      ? {}
      : { purchaseMaxPrice: yuan(world, orders[0].priceUsd), purchaseCount: orders.length }),
  };
};

const deliveryInfo = { deliverySuccessRate: '0%', deliveryAvgTime: '0', deliveryNoneNum: 0 };

const sellerOf = ({ sellerId }: PlayedListing) => ({
  userId: String(BigInt(sellerId) * 9n),
  platformId: 2,
  thirdUserId: sellerId.slice(-9),
  nickname: 'Player',
  avatar: '',
  lastActive: 0,
  deliveryInfo: { day7: deliveryInfo, day15: deliveryInfo },
});

const charmsOf = ({ charm }: PlayedListing) =>
  charm === null
    ? []
    : [{ id: charm.charmId, enName: bareAppliedName(charm.name), pattern: charm.pattern, slot: 0, image: '' }];

/** Machine names as Steam's, and Chinese words; only Dota 2 has heroes and slots. */
const itemInfoOf = (item: CatalogueItem) => {
  const exterior = exteriorOf(item.name);
  const isCs2 = item.game === 'CS2';
  return {
    quality: isCs2 ? machineQualityOf(item.name) : machineQualityIn(item),
    qualityName: isCs2 ? '普通' : (item.quality ?? '普通'),
    qualityColor: '#B2B2B2',
    rarity: isCs2 ? machineRarityOf(item) : `Rarity_${item.rarity ?? 'Common'}`,
    rarityName: inChinese(item.rarity ?? ''),
    rarityColor: '#eb4b4b',
    type: isCs2 ? machineTypeOf(item) : snakeCase(item.type),
    typeName: inChinese(item.type),
    slot: snakeCase(item.slot ?? ''),
    slotName: item.slot ?? '',
    hero: item.hero === null ? '' : `npc_dota_hero_${snakeCase(item.hero)}`,
    heroName: item.hero ?? '',
    heroAvatar: '',
    exterior: exterior === null ? '' : machineExteriorOf(item),
    exteriorName: inChinese(exterior ?? ''),
    exteriorColor: '#f0ad4e',
    weapon: machineWeaponOf(item) ?? '',
    weaponName: item.weapon ?? '',
  };
};

const writeOffer = (world: World, listing: PlayedListing, now: number) => {
  const price = yuan(world, listing.priceUsd);
  return {
    ...writeProduct(listing, price, price),
    sellerInfo: sellerOf(listing),
    systemTime: Math.floor(now / 1000),
    appName: listing.item.game,
    sellerPrice: price,
    compensateType: 0,
    acceptBargain: listing.number % 3 === 0 ? 1 : 0,
    description: '',
    classInfoId: null,
    inspectViewable: 1,
    inspectable: null,
    inspectImageUrl: null,
    itemInfo: itemInfoOf(listing.item),
  };
};

/** The public API has the link within the asset, and English sticker names. */
const writeMerchantOffer = (world: World, listing: PlayedListing, now: number) => ({
  ...writeOffer(world, listing, now),
  subsidyPrice: 0,
  currencyId: 1,
  assetInfo: { ...writeAsset(listing, true), steamInspectUrl: viewOf(listing), keychains: charmsOf(listing) },
});

/** The website has the link next to the asset, an 18-digit number, and Chinese names only. */
const writeWebOffer = (world: World, listing: PlayedListing, now: number) => ({
  ...writeOffer(world, listing, now),
  inspectUrl: viewOf(listing),
  assetInfo: { ...writeAsset(listing, false), classInfoId: Number(classIdOf(listing.item)) * 1e8 },
  inspect3dViewable: 1,
  inspect3dUrl: 'https://3d.c5game.com?s=',
  token: '',
});

const listed = <Row>(rows: readonly Row[], page: number, limit: number) => ({
  total: rows.length,
  pages: Math.ceil(rows.length / limit),
  page,
  limit,
  list: rows.slice((page - 1) * limit, page * limit),
});

const delivered = (delivery: unknown): ((listing: PlayedListing) => boolean) =>
  delivery === undefined ? () => true : ({ number }) => 1 + (number % 2) === Number(delivery);

const offers = ({ body, now }: StageRequest, world: World): StageReply => {
  const { appId, marketHashName, pageNum = 1, pageSize = merchantPage, delivery } = bodyObject(body);
  const game = gameOfAppId(appId);
  const item = game === undefined ? null : world.itemNamed(game, String(marketHashName));
  if (item === null || Number(pageSize) > merchantPage) return refuse(400, 'Invalid parameter');
  const rows = world.listings(slug, item).filter(delivered(delivery));
  const { list, ...page } = listed(rows, Number(pageNum), Number(pageSize));
  return accept({ ...page, list: list.map((listing) => writeMerchantOffer(world, listing, now)) });
};

const webOffers = ({ query, now }: StageRequest, world: World): StageReply => {
  const itemId = query.get('itemId');
  const item = games.flatMap((game) => world.items(game)).find((one) => itemIdOf(one) === itemId);
  const rows = item === undefined ? [] : world.listings(slug, item);
  const { list, ...page } = listed(rows, wholeNumber(query.get('page'), 1) || 1, webPage);
  const cursors = { scrollId: null, offsetToken: null };
  return accept({ ...page, list: list.map((listing) => writeWebOffer(world, listing, now)), ...cursors });
};

/** C5Game: a public API queried by names, and the website's own list. */
export const c5game: Player = {
  slug,
  hosts: ['openapi.c5game.com', 'www.c5game.com'],
  demands: [demandedEncodings('openapi.c5game.com')],
  answer: answerBy([
    { method: 'POST', path: /^\/merchant\/product\/price\/batch$/, answer: withKey(byName(writePrice)) },
    { method: 'POST', path: /^\/merchant\/market\/v2\/item\/stat\/hash\/name$/, answer: withKey(byName(writeStat)) },
    { method: 'POST', path: /^\/merchant\/market\/v2\/products\/condition\/hash\/name$/, answer: withKey(offers) },
    { method: 'GET', path: /^\/napi\/trade\/steamtrade\/sga\/sell\/v3\/list$/, answer: webOffers },
  ]),
};
