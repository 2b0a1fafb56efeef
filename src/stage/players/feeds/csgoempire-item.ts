import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import {
  bareAppliedName,
  bareStickerName,
  exteriorOf,
  isCommodity,
  isSouvenir,
  isStar,
  isStatTrak,
} from '../cs2-name.ts';

/** Dollars for one coin, the figure that public clients use. */
const dollarsPerCoin = 0.6142808;

/** An item on sale: a listing of the world at its price, or an auction running alongside it. */
export type Lot = { readonly listing: PlayedListing; readonly isAuction: boolean };

const auctionMs = 180_000;

export const coinCents = (usd: number): number => Math.max(1, Math.round((usd * 100) / dollarsPerCoin));

// The lowest bit distinguishes an auction from the listing it is based on
export const idOf = ({ listing, isAuction }: Lot): number => listing.number * 2 + (isAuction ? 1 : 0);

/** Some listings have an auction alongside them. */
export const lotsOf = (listing: PlayedListing): readonly Lot[] => {
  const lot = { listing, isAuction: false };
  return listing.number % 5 === 1 ? [lot, { listing, isAuction: true }] : [lot];
};

/** Hundredths of a coin; the price of an auction is 70 % of that of the listing. */
export const priceOf = ({ listing, isAuction }: Lot): number =>
  isAuction ? coinCents(listing.priceUsd * 0.7) : coinCents(listing.priceUsd);

const instant = (at: number): string => new Date(at).toISOString().replace('Z', '365Z');

const nameOf = ({ item, phase }: PlayedListing): string => (phase === null ? item.name : `${item.name} - ${phase}`);

const imageOf = (id: number): string => `https://community.cloudflare.steamstatic.com/economy/image/${id}`;

/** One in eighty uses strict privacy. */
const isStrict = ({ number }: PlayedListing): boolean => number % 80 === 0;

const isFinish = ({ item }: PlayedListing, finish: string): boolean => item.name.includes(`| ${finish}`);

/** The fields that strict privacy omits. */
const hideable: ReadonlySet<string> = new Set([
  'blue_percentage',
  'fade_percentage',
  'keychains',
  'preview_id',
  'stickers',
  'wear',
]);

const blueOf = (listing: PlayedListing): string | null =>
  isFinish(listing, 'Case Hardened') ? ((listing.number % 4000) / 100).toFixed(2) : null;
const fadeTextOf = ({ item, paintSeed }: PlayedListing): string | null => fadeOf(item, paintSeed)?.toFixed(14) ?? null;

const charmsOf = ({ charm }: PlayedListing) =>
  charm === null ? [] : [{ wear: null, name: bareAppliedName(charm.name), image: imageOf(charm.charmId) }];

// An unworn sticker has null
const stickersOf = ({ stickers, patches }: PlayedListing) =>
  [...stickers, ...patches].map(({ name, wear, stickerId }) => ({
    wear: wear === 0 ? null : wear,
    // Without the kind only where it is a sticker
    name: bareStickerName(name),
    image: imageOf(stickerId),
  }));

const threeDecimals = (float: number | null): number | null =>
  float === null ? null : Math.round(float * 1000) / 1000;

const previewOf = ({ float, number }: PlayedListing): string | null =>
  float === null ? null : (number % 0xffff_ffff).toString(16).padStart(12, '0');

const typeOf = ({ name, type, rarity }: CatalogueItem): string => {
  const quality = [isStar(name) ? '★' : '', isStatTrak(name) ? 'StatTrak™' : '', isSouvenir(name) ? 'Souvenir' : ''];
  return [...quality, rarity ?? 'Base Grade', type].filter((word) => word !== '').join(' ');
};

const weapons = new Set(['Rifle', 'Sniper Rifle', 'Pistol', 'SMG', 'Shotgun', 'Machinegun', 'Knife', 'Equipment']);

const searchOf = ({ type, rarity, weapon }: CatalogueItem) => {
  if (!weapons.has(type)) return { category: type, type: null, sub_type: null, rarity };
  return { category: 'Weapon', type, sub_type: weapon, rarity };
};

const sellerOf = ({ number }: PlayedListing, strict: boolean) => ({
  delivery_rate_recent: strict ? null : 1,
  delivery_rate_long: strict ? null : 0.95,
  delivery_time_minutes_recent: strict ? null : number % 20,
  delivery_time_minutes_long: strict ? null : number % 30,
  delivery_rate_status: number % 3 === 0 ? 'excellent' : null,
  steam_level_min_range: strict ? null : 5,
  steam_level_max_range: strict ? null : 10,
  user_has_trade_notifications_enabled: number % 2 === 0,
  user_online_status: number % 2,
  instant_deposit_available_amount: number % 7,
  instant_deposit_max_amount: 7,
});

const percentOver = (lot: Lot): number => {
  const over = (priceOf(lot) / coinCents(lot.listing.item.basePrice) - 1) * 100;
  return Math.round(over * 100) / 100;
};

/** A full item, with keys in the order of the 2025 feed; an auction ends 3 minutes after it began. */
const wholeItem = (lot: Lot, now: number, strict: boolean) => {
  const { listing, isAuction } = lot;
  const { item } = listing;
  return {
    auction_ends_at: isAuction ? Math.floor((now + auctionMs) / 1000) : null,
    auction_highest_bid: null,
    auction_highest_bidder: null,
    auction_number_of_bids: 0,
    blue_percentage: blueOf(listing),
    fade_percentage: fadeTextOf(listing),
    icon_url: '',
    is_commodity: isCommodity(item),
    keychains: charmsOf(listing),
    market_name: nameOf(listing),
    market_value: priceOf(lot),
    name_color: 'D2D2D2',
    preview_id: previewOf(listing),
    price_is_unreliable: item.basePrice > 2000,
    stickers: stickersOf(listing),
    suggested_price: coinCents(item.basePrice),
    type: typeOf(item),
    wear: threeDecimals(listing.float),
    published_at: instant(listing.listedAt),
    id: idOf(lot),
    marketplace_privacy_protection_level: strict ? 'strict' : 'base',
    above_recommended_price: percentOver(lot),
    purchase_price: priceOf(lot),
    item_search: searchOf(item),
    wear_name: exteriorOf(item.name),
    depositor_stats: sellerOf(listing, strict),
  };
};

const without = (value: object, keys: ReadonlySet<string>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));

export const writeItem = (lot: Lot, now: number) => {
  const strict = isStrict(lot.listing);
  return without(wholeItem(lot, now, strict), strict ? hideable : new Set());
};

const newerThanList: ReadonlySet<string> = new Set(['purchase_price', 'item_search', 'wear_name']);

/** The list's format is older than the feed's: no purchase price and no search fields. */
export const writeRow = (lot: Lot, now: number) => ({
  ...without(writeItem(lot, now), newerThanList),
  custom_price_percentage: Math.round(percentOver(lot)),
});
