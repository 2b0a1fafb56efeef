import type { CatalogueItem, PlayedBuyOrder, PlayedListing } from '../world.ts';
import { uuidOf } from './made-up-ids.ts';

/** What metal and keys are worth, as recorded in December 2025. */
const refPerKey = 58.83;
const dollarsPerRef = 0.0275;

/** A scrap is a ninth of a refined, written with two decimals cut off. */
const metal = (ref: number): number => Math.floor((Math.round(ref * 9) / 9) * 100) / 100;

const inKeys = (usd: number) => {
  const ref = Math.max(1 / 9, usd / dollarsPerRef);
  const keys = Math.floor(ref / refPerKey);
  const rest = metal(ref - keys * refPerKey);
  return {
    currencies: { ...(rest > 0 ? { metal: rest } : {}), ...(keys > 0 ? { keys } : {}) },
    value: {
      raw: Math.round(ref * 100) / 100,
      short: keys > 0 ? `${(ref / refPerKey).toFixed(2)} keys` : `${rest} ref`,
      long: `${keys} keys, ${rest} ref`,
    },
  };
};

/** Every third listing is a cross listing of Marketplace.tf, which is priced in dollars. */
export const isInDollars = ({ number }: PlayedListing): boolean => number % 3 === 0;

const inDollars = (usd: number) => {
  const text = `$${usd.toFixed(2)}`;
  return {
    currencies: { usd: Math.round(usd * 100) / 100 },
    value: { raw: Math.round((usd / dollarsPerRef) * 100) / 100, short: text, long: text },
  };
};

export const priceOf = (listing: PlayedListing) =>
  isInDollars(listing) ? inDollars(listing.priceUsd) : inKeys(listing.priceUsd);

export const bidOf = ({ priceUsd }: PlayedBuyOrder) => inKeys(priceUsd);

const qualities: readonly (readonly [string, number, string])[] = [
  ['Unusual', 5, '#8650AC'],
  ['Strange', 11, '#CF6A32'],
  ['Genuine', 1, '#4D7455'],
  ['Vintage', 3, '#476291'],
  ['Haunted', 13, '#38F3AB'],
  ["Collector's", 14, '#AA0000'],
];

const qualityOf = (name: string) => {
  const [word, id, color] = qualities.find(([first]) => name.startsWith(`${first} `)) ?? ['Unique', 6, '#FFD700'];
  return { id, name: word, color };
};

const baseNameOf = (name: string, quality: string): string =>
  name.replace(new RegExp(`^${quality} `), '').replace(/^The /, '');

const suggestionOf = (item: CatalogueItem) => {
  const ref = Math.round((item.basePrice / dollarsPerRef) * 100) / 100;
  const short = `${(ref / refPerKey).toFixed(2)} keys`;
  const long = `${ref} ref, $${item.basePrice.toFixed(2)}`;
  const raw = { raw: ref, short, long, usd: ref * dollarsPerRef };
  const keys = Math.round((ref / refPerKey) * 100) / 100;
  return {
    steam: { currency: 'usd', short: `$${item.basePrice}`, long, raw: ref, value: Math.round(item.basePrice * 100) },
    community: { value: keys, valueHigh: keys, currency: 'keys', ...raw, updatedAt: 1_759_737_980, difference: 2.886 },
    suggested: raw,
  };
};

const effect = { id: 70, name: 'Time Warp', shortName: 'tw', imageUrl: '/images/440/particles/70_94x94.png' };

/** An item as the socket writes it; of an unusual one the display name has its effect, Steam's name has not. */
const writeItem = (item: CatalogueItem, assetId: string) => {
  const quality = qualityOf(item.name);
  const baseName = baseNameOf(item.name, quality.name);
  const isUnusual = quality.id === 5;
  return {
    appid: 440,
    baseName,
    defindex: item.defIndex ?? 5000 + item.index,
    id: assetId,
    imageUrl: `https://steamcdn-a.akamaihd.net/apps/440/icons/${item.index}.png`,
    marketName: item.name,
    name: isUnusual ? `${effect.name} ${baseName}` : item.name,
    origin: null,
    originalId: assetId,
    quality,
    summary: `Level 1-100 ${item.type}`,
    price: suggestionOf(item),
    class: ['Heavy'],
    slot: 'misc',
    ...(isUnusual ? { particle: { ...effect, type: 'standard' }, priceindex: String(effect.id) } : {}),
    tradable: true,
    craftable: true,
  };
};

const seconds = (at: number): number => Math.floor(at / 1000);

const userOf = (steamId: string) => ({
  id: steamId,
  name: 'trader',
  avatar: '',
  avatarFull: '',
  premium: true,
  online: true,
  banned: false,
  customNameStyle: '',
  class: '',
  style: '',
  role: null,
  tradeOfferUrl: `https://steamcommunity.com/tradeoffer/new/?partner=${steamId.slice(-8)}&token=PLAYED`,
  bans: [],
});

const details = (steamId: string, listedAt: number, now: number) => ({
  tradeOffersPreferred: true,
  buyoutOnly: true,
  details: '',
  listedAt: seconds(listedAt),
  bumpedAt: seconds(now),
  steamid: steamId,
  appid: 440,
  count: 1,
  status: 'active',
  userAgent: { client: 'a played bot', lastPulse: seconds(now) },
  user: userOf(steamId),
});

export const writeSell = (listing: PlayedListing, now: number) => ({
  id: `440_${listing.assetId}`,
  ...priceOf(listing),
  ...details(listing.sellerId, listing.listedAt, now),
  intent: 'sell',
  source: isInDollars(listing) ? 'marketplace' : 'userAgent',
  item: writeItem(listing.item, listing.assetId),
});

export const buyerOf = ({ number }: PlayedBuyOrder): string =>
  String(76_561_199_100_000_000n + BigInt(number % 99_991));

export const writeBuy = (order: PlayedBuyOrder, now: number) => ({
  id: `440_${buyerOf(order)}_${uuidOf('backpack-tf', order.number).replaceAll('-', '')}`,
  ...bidOf(order),
  ...details(buyerOf(order), order.createdAt, now),
  count: order.quantity,
  intent: 'buy',
  source: 'userAgent',
  item: writeItem(order.item, ''),
});
