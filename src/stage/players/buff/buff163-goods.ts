import { appIdOf, type Game, type Phase } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import { exteriorOf, rarityNumberOf, withoutExterior } from '../cs2-name.ts';
import {
  machineExteriorOf,
  machineQualityOf,
  machineRarityOf,
  machineTypeOf,
  machineWeaponOf,
} from '../machine-names.ts';
import { pictureTokenOf } from '../picture.ts';

export const slug = 'buff163';

/** Rust was dropped in 2024 and is answered like an unknown game. */
export const gameByWord: Readonly<Record<string, Game>> = { csgo: 'CS2', dota2: 'Dota2', tf2: 'TF2' };
export const wordOf = (game: Game): string =>
  Object.entries(gameByWord).find(([, covered]) => covered === game)?.[0] ?? '';

// Goods ids are only unique within a game
const firstGoodsId: Readonly<Record<Game, number>> = { CS2: 33_000, Dota2: 5_000, TF2: 30_000, Rust: 0 };

export const goodsIdOf = (item: CatalogueItem): number => firstGoodsId[item.game] + item.index;

export const itemWithGoodsId = (world: World, game: Game, goodsId: number): CatalogueItem | null =>
  world.items(game).find((item) => goodsIdOf(item) === goodsId) ?? null;

/** "P1" for "Phase 1"; the other variants keep their names. */
export const phaseNameOf = (phase: Phase): string => phase.replace('Phase ', 'P');

/** A Doppler variant is selected by the id of its tag, which differs for every goods id. */
export const phaseTagOf = (item: CatalogueItem, phase: Phase): number =>
  440_000 + goodsIdOf(item) * 10 + item.phases.findIndex((variant) => variant.phase === phase);

/** Yuan as text without padding: "1.2", "2500". */
export const yuanText = (world: World, usd: number): string =>
  String(Math.max(1, Math.round(usd * world.rates.CNY * 100)) / 100);

export const marketUrlOf = ({ game, name }: CatalogueItem): string =>
  `https://steamcommunity.com/market/listings/${appIdOf(game)}/${encodeURIComponent(name)}`;

const qualityOf = (name: string): readonly [number, string, string] => {
  const machine = machineQualityOf(name);
  return qualities[machine] ?? [516, 'normal', 'Normal'];
};

const qualities: Readonly<Record<string, readonly [number, string, string]>> = {
  normal: [516, 'normal', 'Normal'],
  strange: [517, 'strange', 'StatTrak™'],
  tournament: [518, 'tournament', 'Souvenir'],
  unusual: [519, 'unusual', '★'],
  unusual_strange: [520, 'unusual_strange', '★ StatTrak™'],
  highlight: [521, 'highlight', 'Highlight'],
};

const tag = (category: string, id: number, internal: string, localized: string) => ({
  id,
  category,
  internal_name: internal,
  localized_name: localized,
});

/** Tags exist for CS2 only; those of the other games are not known. Machine names are in lower case and without "Rarity_". */
export const tagsOf = (item: CatalogueItem) => {
  if (item.game !== 'CS2') return {};
  const exterior = exteriorOf(item.name);
  const machineWeapon = machineWeaponOf(item);
  const type = machineTypeOf(item).toLowerCase();
  const rarity = machineRarityOf(item).replace('Rarity_', '').toLowerCase();
  return {
    ...(exterior === null ? {} : { exterior: tag('exterior', 510, machineExteriorOf(item).toLowerCase(), exterior) }),
    quality: tag('quality', ...qualityOf(item.name)),
    rarity: tag('rarity', 587 + rarityNumberOf(item), rarity, item.rarity ?? 'Base Grade'),
    type: tag('type', 570, type, item.type),
    ...(machineWeapon === null ? {} : { weapon: tag('weapon', 534, machineWeapon, item.weapon ?? '') }),
    category: tag('category', 609, machineWeapon ?? type, item.weapon ?? item.type),
  };
};

const stockOf = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const orders = world.buyOrders(slug, item);
  const plain = orders.find(({ phase }) => phase === null);
  const lowest = listings[0] === undefined ? '0' : yuanText(world, listings[0].priceUsd);
  return {
    // "0" means none
    sell_reference_price: lowest,
    sell_min_price: lowest,
    quick_price: listings[0] === undefined ? '0' : yuanText(world, listings[0].priceUsd * 0.998),
    buy_max_price: plain === undefined ? '0' : yuanText(world, plain.priceUsd),
    sell_num: listings.length,
    buy_num: orders.reduce((sum, order) => sum + order.quantity, 0),
    transacted_num: 0,
    rent_num: 0,
    auction_num: 0,
    pre_sell_num: 0,
    pre_sell_min_price: '0',
    market_min_price: '0',
  };
};

const identityOf = (item: CatalogueItem) => ({
  appid: appIdOf(item.game),
  game: wordOf(item.game),
  id: goodsIdOf(item),
  // The real site writes Chinese here unless English is requested; the stage only knows English names
  name: item.name,
  short_name: withoutExterior(item.name),
  market_hash_name: item.name,
  steam_market_url: marketUrlOf(item),
  description: null,
  bookmarked: false,
  has_buff_price_history: true,
  is_charm: item.type === 'Charm',
});

const pictureAddressOf = ({ name }: CatalogueItem): string =>
  `https://g.fp.ps.netease.com/market/file/${pictureTokenOf(name).slice(0, 32)}`;

const steamSideOf = (world: World, item: CatalogueItem) => ({
  icon_url: pictureAddressOf(item),
  original_icon_url: pictureAddressOf(item),
  item_id: null,
  steam_price: steamPriceOf(item).toFixed(2),
  steam_price_cny: yuanText(world, steamPriceOf(item)),
  info: { tags: tagsOf(item) },
});

/** A row of the bulk list. */
export const writeGoods = (world: World, item: CatalogueItem) => ({
  ...identityOf(item),
  ...stockOf(world, item),
  goods_info: steamSideOf(world, item),
  can_search_by_tournament: false,
  can_bargain: true,
  rent_unit_reference_price: '0',
  min_rent_unit_price: '0',
  min_security_price: '0',
  keychain_color_img: null,
  highlight_reel_text: '',
});

const assetTagsOf = (item: CatalogueItem) =>
  item.phases.length === 0
    ? []
    : [
        {
          category: 'phase',
          id: 440_000,
          name: 'Phase',
          items: item.phases.map(({ phase }) => ({
            category: 'phase',
            id: phaseTagOf(item, phase),
            name: phaseNameOf(phase),
            items: [],
          })),
        },
      ];

/** The summary of one goods id, without the option lists of the site's menus. */
export const writeGoodsInfo = (world: World, item: CatalogueItem) => ({
  ...identityOf(item),
  ...stockOf(world, item),
  super_short_name: withoutExterior(item.name).split(' | ').at(-1) ?? item.name,
  goods_info: {
    ...steamSideOf(world, item),
    can_inspect: item.minFloat !== null,
    can_specific_buy: item.phases.length > 0,
    specific: [],
    can_specific_paintwear_buy: item.minFloat !== null,
    specific_paintwear_buying_choices: [],
  },
  item_id: null,
  wiki_link: null,
  can_buy: true,
  paintwear_range: item.minFloat === null ? [] : [String(item.minFloat), String(item.maxFloat ?? 1)],
  asset_tags: assetTagsOf(item),
  asset_tags_history: [],
  asset_tags_buy_order: [],
  keychain_color_img: '',
  show_game_cms_icon: false,
});
