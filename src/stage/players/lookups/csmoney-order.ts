import { appIdOf, type Phase } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import { exteriorOf, fullStickerName, isSouvenir, isStatTrak, withoutExterior } from '../cs2-name.ts';
import { addressOf } from '../skinport-pages.ts';
import { dParamOf } from '../steam-ids.ts';

/** The variant precedes the wear: "★ Karambit | Doppler Ruby (Factory New)". */
export const fullNameOf = (name: string, phase: Phase | null): string => {
  const exterior = exteriorOf(name);
  if (phase === null) return name;
  return exterior === null ? `${name} ${phase}` : `${withoutExterior(name)} ${phase} (${exterior})`;
};

/** Every combination of name and variant has its own number. */
export const nameIdOf = (item: CatalogueItem, phase: Phase | null): number =>
  10 * (item.index + 1) + 1 + item.phases.findIndex((one) => one.phase === phase);

export const isNamedBy = (item: CatalogueItem, nameId: number): boolean => item.index + 1 === Math.floor(nameId / 10);

/** "ft" for Field-Tested. */
const qualityOf = (name: string): string =>
  (exteriorOf(name) ?? '')
    .split(/[ -]/)
    .map((word) => word.slice(0, 1).toLowerCase())
    .join('');

/** Four slots, or five where the fifth is taken, null when empty; wear is 0 to 100. */
const stickersOf = ({ item, stickers }: PlayedListing) => {
  if (item.paintIndex === null) return null;
  const slotCount = Math.max(4, ...stickers.map(({ slot }) => slot + 1));
  return Array.from({ length: slotCount }, (_, slot) => {
    const sticker = stickers.find((one) => one.slot === slot);
    if (sticker === undefined) return null;
    const name = fullStickerName(sticker.name);
    return {
      name,
      image: `https://s1.cs.money/${sticker.stickerId}.png`,
      wear: Math.round(sticker.wear * 100),
      pricing: { default: 1.2, rarity: null },
      wiki: `https://wiki.cs.money/stickers/${addressOf(name)}`,
      collection: { name: 'Sticker Capsule' },
    };
  });
};

/** For a third of them the default price is higher than the price to pay. */
const pricingOf = ({ number, priceUsd }: PlayedListing) => {
  const full = number % 3 === 0 ? Math.ceil(priceUsd * 110) / 100 : priceUsd;
  return {
    default: full,
    priceBeforeDiscount: full,
    discount: Math.round((1 - priceUsd / full) * 100) / 100,
    computed: priceUsd,
    extra: null,
  };
};

/** One item on sale on the market, as a row of sell-orders. */
export const writeOrder = (listing: PlayedListing) => {
  const { item, phase, number } = listing;
  const full = fullNameOf(item.name, phase);
  const short = withoutExterior(full);
  const picture = `https://s1.cs.money/${number.toString(36)}_icon.png`;
  return {
    id: number,
    appId: appIdOf(item.game),
    asset: {
      id: Number(listing.assetId),
      names: { full, short, identifier: addressOf(short) },
      float: listing.float,
      pattern: listing.paintSeed,
      quality: qualityOf(item.name),
      rarity: item.rarity,
      type: 3,
      isStatTrak: isStatTrak(item.name),
      isSouvenir: isSouvenir(item.name),
      inspect: listing.float === null ? null : dParamOf(listing),
      collection: null,
      images: { steam: picture, preview: null, screenshot: null },
      rank: null,
    },
    links: { '3d': `https://3d.cs.money/item/${number.toString(36)}` },
    pricing: pricingOf(listing),
    seller: {
      botId: number % 4 === 0 ? 1 + (number % 90) : null,
      delivery: { medianTime: 300, speed: 'fast', successRate: 0.98 },
      steamId64: listing.sellerId,
    },
    stickers: stickersOf(listing),
  };
};

const unitOf = (listing: PlayedListing) => ({
  float: listing.float === null ? null : String(listing.float),
  id: Number(listing.assetId),
  img: `https://s1.cs.money/${listing.number.toString(36)}_icon.png`,
  pattern: listing.paintSeed,
  steamId: listing.sellerId,
  '3d': `https://3d.cs.money/item/${listing.number.toString(36)}`,
  hasScreenshot: true,
  preview: `https://s1.cs.money/${listing.number.toString(36)}_large_preview.png`,
  screenshot: `https://s1.cs.money/${listing.number.toString(36)}_image.jpg`,
});

/** Items of one name and price as sold by bots: one row with the others stacked behind it; the first of a stack omits its lock. */
export const writeBotItem = (listings: readonly PlayedListing[]): unknown => {
  const [first, ...others] = listings;
  if (first === undefined) return null;
  const { item, phase, priceUsd } = first;
  const nameId = nameIdOf(item, phase);
  const stackId = `${nameId}_${priceUsd}`;
  const stack = {
    stackId,
    stackSize: listings.length,
    stackItems: others.map((listing) => ({ ...unitOf(listing), stackId, tradeLock: listing.tradableAt })),
  };
  return {
    ...unitOf(first),
    appId: appIdOf(item.game),
    assetId: Number(first.assetId),
    hasHighDemand: false,
    nameId,
    price: priceUsd,
    quality: qualityOf(item.name),
    rarity: item.rarity,
    steamImg: 'https://steamcommunity-a.akamaihd.net/economy/image/x',
    type: 2,
    userId: null,
    rank: null,
    collection: null,
    overpay: first.number % 5 === 0 ? { float: 1.5 } : null,
    stickers: null,
    inspect: first.float === null ? null : dParamOf(first),
    fullName: fullNameOf(item.name, phase),
    ...(others.length === 0 ? { overprice: 0.57, tradeLock: first.tradableAt } : stack),
  };
};
