import { appIdOf, type Phase } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import { inChinese } from '../chinese-words.ts';
import { exteriorOf, isStatTrak } from '../cs2-name.ts';
import { machineTypeOf, machineWeaponOf } from '../machine-names.ts';

export const slug = 'youpin898';

const firstTemplate = 40_000;
export const templateIdOf = ({ index }: CatalogueItem): number => firstTemplate + index;
export const itemOfTemplate = (world: World, templateId: number): CatalogueItem | null =>
  world.items('CS2').find((item) => templateIdOf(item) === templateId) ?? null;

/** Yuan as text with two decimals. */
export const yuan = (world: World, usd: number): string => Math.max(0.01, usd * world.rates.CNY).toFixed(2);

// The real names are Chinese, which the stage does not know; what matters is that there is no English name
const chineseName = (item: CatalogueItem): string => `饰品${templateIdOf(item)}`;

const exteriors: Readonly<Record<string, string>> = {
  'Factory New': '崭新出厂',
  'Minimal Wear': '略有磨损',
  'Field-Tested': '久经沙场',
  'Well-Worn': '破损不堪',
  'Battle-Scarred': '战痕累累',
};
const exteriorName = ({ name }: CatalogueItem): string => exteriors[exteriorOf(name) ?? ''] ?? '';
const qualityName = ({ name }: CatalogueItem): string => (isStatTrak(name) ? 'StatTrak™' : '普通');

const pictureOf = (item: CatalogueItem): string => `https://youpin.img898.com/csgo/template/${templateIdOf(item)}.png`;

/** A row of querySaleTemplate. */
export const writeTemplate = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const [cheapest] = listings;
  return {
    id: templateIdOf(item),
    gameId: appIdOf(item.game),
    gameName: 'CS:GO',
    commodityName: chineseName(item),
    commodityHashName: item.name,
    iconUrl: pictureOf(item),
    onSaleCount: listings.length,
    onLeaseCount: 0,
    price: cheapest === undefined ? '0' : yuan(world, cheapest.priceUsd),
    steamPrice: yuan(world, steamPriceOf(item)),
    steamUsdPrice: steamPriceOf(item).toFixed(2),
    leaseUnitPrice: '0',
    typeName: inChinese(item.type),
    typeHashName: machineTypeOf(item),
    weaponName: item.weapon ?? '',
    weaponHashName: machineWeaponOf(item) ?? '',
    exterior: exteriorName(item),
    exteriorColor: 'C96C69',
    rarity: inChinese(item.rarity ?? ''),
    rarityColor: '7087FF',
    quality: qualityName(item),
    qualityColor: 'CF6A32',
    haveLease: 0,
  };
};

/** A row of batchGetOnSaleCommodityInfo. */
export const writePrices = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const [cheapest] = listings;
  const [fastest] = listings.filter(isInstant);
  return {
    saleTemplateResponse: {
      templateId: templateIdOf(item),
      templateHashName: item.name,
      iconUrl: pictureOf(item),
      exteriorName: exteriorName(item),
      rarityName: inChinese(item.rarity ?? ''),
      qualityName: qualityName(item),
    },
    saleCommodityResponse: {
      minSellPrice: cheapest === undefined ? null : yuan(world, cheapest.priceUsd),
      fastShippingMinSellPrice: fastest === undefined ? null : yuan(world, fastest.priceUsd),
      referencePrice: yuan(world, item.basePrice),
      sellNum: listings.length,
    },
  };
};

/** The seller has deposited the item with YouPin. */
const isInstant = ({ number }: PlayedListing): boolean => number % 3 === 0;

const stones: Readonly<Partial<Record<Phase, string>>> = {
  Ruby: '红宝石',
  Sapphire: '蓝宝石',
  'Black Pearl': '黑珍珠',
  Emerald: '绿宝石',
};

const dopplerOf = ({ phase }: PlayedListing) => {
  if (phase === null) return null;
  const title = stones[phase] ?? phase.replace('Phase ', 'P');
  return { title, abbrTitle: title, color: '000000' };
};

/** A row of goodsQuery. */
export const writeGoods = (world: World, listing: PlayedListing) => {
  const { item, number, float, paintSeed, paintIndex, stickers } = listing;
  return {
    id: number,
    templateId: templateIdOf(item),
    commodityName: chineseName(item),
    commodityPrice: yuan(world, listing.priceUsd),
    commodityAbrade: float === null ? '' : String(float),
    commodityPaintSeed: paintSeed,
    commodityPaintIndex: paintIndex,
    commodityHaveNameTag: listing.nameTag === null ? 0 : 1,
    shippingMode: isInstant(listing) ? 1 : 0,
    templateIsDoppler: item.phases.length > 0 ? 1 : 0,
    commodityStickers: [...stickers, ...listing.patches].map(({ stickerId, slot, name, wear }) => ({
      stickerId,
      rawIndex: slot,
      name: `印花${stickerId}`,
      hashName: name,
      imgUrl: `https://youpin.img898.com/sticker/${stickerId}.png`,
      price: '1.00',
      abrade: String(wear),
    })),
    commodityDoppler: dopplerOf(listing),
    commodityFade: null,
    commodityHardened: null,
  };
};
