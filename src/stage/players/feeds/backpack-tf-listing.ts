import { effectFor } from '../../market/tf2-effects.ts';
import { dollarsPerRef, inKeysAndMetal, refPerKey } from '../../market/tf2-worth.ts';
import type { CatalogueItem, PlayedBuyOrder, PlayedEffect, PlayedListing, World } from '../../market/world.ts';
import { machineSlotOfTf2 } from '../machine-names.ts';
import { uuidOf } from '../steam-ids.ts';

const inMetal = (world: World, usd: number, name: string) => {
  const { keys, metal, refined } = inKeysAndMetal(world, usd, name);
  return {
    currencies: { ...(metal > 0 ? { metal } : {}), ...(keys > 0 ? { keys } : {}) },
    value: {
      raw: Math.round(refined * 100) / 100,
      short: keys > 0 ? `${(refined / refPerKey).toFixed(2)} keys` : `${metal} ref`,
      long: `${keys} keys, ${metal} ref`,
    },
  };
};

/** Every third listing is a cross listing of Marketplace.tf, which is priced in dollars. */
const isInDollars = ({ number }: PlayedListing): boolean => number % 3 === 0;

const inDollars = (world: World, usd: number) => {
  const text = `$${usd.toFixed(2)}`;
  return {
    currencies: { usd: Math.round(usd * 100) / 100 },
    value: { raw: Math.round((usd / dollarsPerRef(world)) * 100) / 100, short: text, long: text },
  };
};

export const priceOf = (listing: PlayedListing, world: World) =>
  isInDollars(listing) ? inDollars(world, listing.priceUsd) : inMetal(world, listing.priceUsd, listing.item.name);

export const bidOf = ({ priceUsd, item }: PlayedBuyOrder, world: World) => inMetal(world, priceUsd, item.name);

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

const suggestionOf = (item: CatalogueItem, world: World) => {
  const ref = Math.round((item.basePrice / dollarsPerRef(world)) * 100) / 100;
  const short = `${(ref / refPerKey).toFixed(2)} keys`;
  const long = `${ref} ref, $${item.basePrice.toFixed(2)}`;
  const raw = { raw: ref, short, long, usd: ref * dollarsPerRef(world) };
  const keys = Math.round((ref / refPerKey) * 100) / 100;
  return {
    steam: { currency: 'usd', short: `$${item.basePrice}`, long, raw: ref, value: Math.round(item.basePrice * 100) },
    community: { value: keys, valueHigh: keys, currency: 'keys', ...raw, updatedAt: 1_759_737_980, difference: 2.886 },
    suggested: raw,
  };
};

const particleOf = ({ id, name }: PlayedEffect) => ({
  id,
  name,
  shortName: name.replace(/[^A-Z]/g, '').toLowerCase(),
  imageUrl: `/images/440/particles/${id}_94x94.png`,
  type: 'standard',
});

/** An item as on the socket; for an unusual item the display name has the effect, Steam's name does not. */
const writeItem = (item: CatalogueItem, assetId: string, effect: PlayedEffect | null, world: World) => {
  const quality = qualityOf(item.name);
  const baseName = baseNameOf(item.name, quality.name);
  return {
    appid: 440,
    baseName,
    defindex: item.defIndex ?? 5000 + item.index,
    id: assetId,
    imageUrl: `https://steamcdn-a.akamaihd.net/apps/440/icons/${item.index}.png`,
    marketName: item.name,
    name: effect === null ? item.name : `${effect.name} ${baseName}`,
    origin: null,
    originalId: assetId,
    quality,
    summary: `Level 1-100 ${item.type}`,
    price: suggestionOf(item, world),
    class: item.classes,
    slot: machineSlotOfTf2(item),
    ...(effect === null ? {} : { particle: particleOf(effect), priceindex: String(effect.id) }),
    tradable: true,
    craftable: true,
  };
};

const seconds = (at: number): number => Math.floor(at / 1000);

const userOf = (steamId: string, banned: boolean) => ({
  id: steamId,
  name: 'trader',
  avatar: '',
  avatarFull: '',
  premium: true,
  online: true,
  banned,
  customNameStyle: '',
  class: '',
  style: '',
  role: null,
  tradeOfferUrl: `https://steamcommunity.com/tradeoffer/new/?partner=${steamId.slice(-8)}&token=PLAYED`,
  bans: banned ? [{ name: 'all', reason: 'played' }] : [],
});

const details = (steamId: string, listedAt: number, now: number, banned: boolean) => ({
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
  user: userOf(steamId, banned),
});

/** Some owners are banned; their listings stay on the feed although nobody can trade with them. */
const isBanned = ({ number }: { readonly number: number }): boolean => number % 61 === 7;

export const writeSell = (listing: PlayedListing, now: number, world: World) => ({
  id: `440_${listing.assetId}`,
  ...priceOf(listing, world),
  ...details(listing.sellerId, listing.listedAt, now, isBanned(listing)),
  intent: 'sell',
  source: isInDollars(listing) ? 'marketplace' : 'userAgent',
  item: writeItem(listing.item, listing.assetId, listing.effect, world),
});

export const buyerOf = ({ number }: PlayedBuyOrder): string =>
  String(76_561_199_100_000_000n + BigInt(number % 99_991));

export const writeBuy = (order: PlayedBuyOrder, now: number, world: World) => ({
  id: `440_${buyerOf(order)}_${uuidOf('backpack-tf', order.number).replaceAll('-', '')}`,
  ...bidOf(order, world),
  ...details(buyerOf(order), order.createdAt, now, false),
  count: order.quantity,
  intent: 'buy',
  source: 'userAgent',
  // Buyers of unusual items want one effect
  item: writeItem(order.item, '', effectFor(order.item, (order.number % 1_000) / 1_000), world),
});
