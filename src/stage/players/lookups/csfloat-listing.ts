import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedBuyOrder, PlayedCharm, PlayedListing, PlayedSale } from '../../market/world.ts';
import {
  exteriorOf,
  isCommodity,
  isSouvenir,
  isStatTrak,
  qualityNumberOf,
  rarityNumberOf,
  withoutExterior,
} from '../cs2-name.ts';
import { pictureTokenOf } from '../picture.ts';
import { dParamOf, inspectLinkOf } from '../steam-ids.ts';

/** A row of the search: a listing of the world at its price, or an auction in addition to the listings. */
export type Row = { readonly listing: PlayedListing; readonly cents: number; readonly auction: boolean };

// Ids have 18 digits and rise with time; the lowest bits distinguish an auction from the listing it is based on
const firstId = 600_000_000_000_000_000n;
const idStep = 16n;

export const idOf = ({ listing, auction }: Row): string =>
  String(firstId + BigInt(listing.number) * idStep + (auction ? 1n : 0n));

export const numberOfId = (id: string): { readonly number: number; readonly auction: boolean } | null => {
  if (!/^\d{18}$/.test(id)) return null;
  const steps = BigInt(id) - firstId;
  const last = steps % idStep;
  return steps < 0n || last > 1n ? null : { number: Number(steps / idStep), auction: last === 1n };
};

export const centsOf = (usd: number): number => Math.max(1, Math.round(usd * 100));

export const rowOf = (listing: PlayedListing): Row => ({ listing, cents: centsOf(listing.priceUsd), auction: false });

/** Some items have an auction in addition to the world's listings; its price is the current bid. */
export const auctionOf = (listings: readonly PlayedListing[]): Row | null => {
  const dearest = listings.at(-1);
  if (dearest === undefined || dearest.item.index % 5 !== 1) return null;
  return { listing: dearest, cents: centsOf(dearest.priceUsd * 0.6), auction: true };
};

// Six decimals of a second, as on the real site
const instant = (at: number): string => new Date(at).toISOString().replace('Z', '123Z');

const auctionDetails = ({ listing, cents }: Row) => ({
  reserve_price: Math.max(1, Math.round(cents * 0.8)),
  top_bid: {
    id: String(firstId + BigInt(listing.number) * idStep + 2n),
    created_at: instant(listing.listedAt + 3_600_000),
    price: cents,
    contract_id: idOf({ listing, cents, auction: true }),
    state: 'active',
  },
  expires_at: instant(listing.listedAt + 7 * 86_400_000),
  min_next_bid: Math.ceil(cents * 1.05),
});

// Hidden sellers get a different id without a profile
const sellerOf = ({ sellerId, number }: PlayedListing) => ({
  away: false,
  flags: 48,
  has_valid_steam_api_key: true,
  verification_mode: 'key',
  online: number % 2 === 0,
  stall_public: number % 7 !== 0,
  statistics: {
    median_trade_time: 300 + (number % 5000),
    total_avoided_trades: number % 3,
    total_failed_trades: number % 11,
    total_trades: 20 + (number % 1500),
    total_verified_trades: 20 + (number % 1490),
  },
  ...(number % 7 === 0
    ? { obfuscated_id: String(9_000_000_000_000_000_000n + BigInt(number)) }
    : { steam_id: sellerId }),
});

/** Stickers, or the patches of an agent. */
const writeStickers = ({ stickers, patches, listedAt }: PlayedListing) =>
  [...stickers, ...patches].map(({ stickerId, slot, wear, name }) => ({
    stickerId,
    slot,
    // An unworn sticker has no wear at all
    ...(wear === 0 ? {} : { wear }),
    icon_url: `stickers/${stickerId}.png`,
    name,
    reference: { price: 40 + (stickerId % 900), quantity: 1 + (stickerId % 300), updated_at: instant(listedAt) },
  }));

const insideKey = { slab: 'wrapped_sticker', highlight: 'highlight_reel' } as const;

const writeCharm = ({ name, kind, charmId, pattern, insideId }: PlayedCharm) => ({
  stickerId: charmId,
  slot: 0,
  offset_x: 3.2,
  offset_y: 0.4,
  offset_z: 6.1,
  ...(pattern === null ? {} : { pattern }),
  ...(kind === 'charm' ? {} : { [insideKey[kind]]: insideId }),
  icon_url: `keychains/${charmId}.png`,
  name,
});

const appliedOf = (listing: PlayedListing) => ({
  ...(listing.stickers.length + listing.patches.length === 0 ? {} : { stickers: writeStickers(listing) }),
  ...(listing.charm === null ? {} : { keychains: [writeCharm(listing.charm)] }),
});

/** The rank is that from one end; how many others have a percentage is not modelled. */
const fadeDetails = ({ item, paintSeed }: PlayedListing) => {
  const percentage = fadeOf(item, paintSeed);
  if (percentage === null) return {};
  const rank = 1 + Math.round((100 - percentage) * 50);
  const type = item.name.includes('Amber Fade') ? 'amber-fade' : 'fade';
  return { fade: { seed: paintSeed, percentage, rank, type } };
};

const paintOf = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, phase } = listing;
  if (float === null) return {};
  return {
    ...(paintIndex === null ? {} : { paint_index: paintIndex }),
    ...(paintSeed === null ? {} : { paint_seed: paintSeed }),
    float_value: float,
    d_param: dParamOf(listing),
    inspect_link: inspectLinkOf(listing),
    wear_name: exteriorOf(item.name) ?? '',
    ...(phase === null ? {} : { phase }),
    ...fadeDetails(listing),
  };
};

const typeOf = ({ type }: CatalogueItem, hasFloat: boolean): string => {
  if (hasFloat) return 'skin';
  return type.toLowerCase().replaceAll(' ', '_');
};

const itemOf = (listing: PlayedListing) => {
  const { item, assetId, float } = listing;
  const type = typeOf(item, float !== null);
  return {
    asset_id: assetId,
    def_index: item.defIndex ?? 1000 + item.index,
    ...paintOf(listing),
    ...appliedOf(listing),
    icon_url: pictureTokenOf(item.name),
    is_stattrak: isStatTrak(item.name),
    is_souvenir: isSouvenir(item.name),
    rarity: rarityNumberOf(item),
    quality: qualityNumberOf(item.name),
    market_hash_name: item.name,
    tradable: 0,
    has_screenshot: false,
    is_commodity: isCommodity(item),
    type,
    rarity_name: item.rarity ?? 'Base Grade',
    type_name: type.slice(0, 1).toUpperCase() + type.slice(1),
    item_name: withoutExterior(item.name),
    description: '',
    collection: item.collection ?? '',
  };
};

/** A listing as in the search and on its own page, without avatars, user names and pictures. */
export const writeListing = (row: Row, quantity: number) => {
  const { listing, cents, auction } = row;
  const base = centsOf(listing.item.basePrice);
  return {
    id: idOf(row),
    created_at: instant(listing.listedAt),
    type: auction ? 'auction' : 'buy_now',
    price: cents,
    ...(auction ? { auction_details: auctionDetails(row) } : {}),
    state: 'listed',
    seller: sellerOf(listing),
    reference: {
      base_price: base,
      float_factor: 1,
      predicted_price: base,
      quantity,
      last_updated: instant(listing.listedAt),
    },
    item: itemOf(listing),
    is_seller: false,
    ...(auction ? {} : { min_offer_price: Math.max(1, Math.round(cents * 0.85)), max_offer_discount: 1500 }),
    is_watchlisted: false,
    watchers: listing.number % 5,
  };
};

export const writeSale = (sale: PlayedSale, quantity: number) => ({
  ...writeListing(rowOf(sale), quantity),
  state: 'sold',
  sold_at: instant(sale.soldAt),
});

/** An order for a Doppler variant is a rule over paint indexes; any other order names the item. */
export const writeOrder = ({ item, phase, quantity, priceUsd }: PlayedBuyOrder) => {
  const variant = item.phases.find((one) => one.phase === phase);
  const rest = { qty: quantity, price: centsOf(priceUsd) };
  if (variant === undefined) return { market_hash_name: item.name, ...rest };
  const [stattrak, souvenir] = [isStatTrak(item.name), isSouvenir(item.name)];
  const rule = `DefIndex == ${item.defIndex ?? 0} and PaintIndex == ${variant.paintIndex}`;
  return { expression: `(${rule} and StatTrak == ${stattrak} and Souvenir == ${souvenir})`, ...rest };
};
