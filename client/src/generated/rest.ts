// Generated from openapi.json by `npm run docs`

export interface Marketplace {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Games that it is read for */
  games: MarketplaceGame[];
}
export interface MarketplaceGame {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Items known */
  itemCount: number;
  /** Offers on sale */
  offerCount: number;
  /** Sales kept */
  salesCount: number;
  /** Days of price history kept */
  priceHistoryDays: number;
}
export interface Item {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Wear band (CS2) */
  condition: 'Factory New' | 'Minimal Wear' | 'Field-Tested' | 'Well-Worn' | 'Battle-Scarred' | null;
  /** Address of a picture */
  thumbnail: string | null;
  /** Last change of price, count, an offer or a buy order, Unix time in seconds */
  updatedAt: number;
  /** Offers as far as they have been read, cheapest first */
  offers: Offer[];
  /** Buy orders as far as they have been read, best first */
  buyOrders: BuyOrder[];
}
export interface Offer {
  /** Page on which this offer can be bought */
  purchaseLink: string | null;
  /** Link that shows the item in the game */
  inspectLink: string | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
  /** Seller, in the words of the marketplace */
  ownerId: string | null;
}
export interface Sticker {
  /** Name of the sticker */
  name: string;
  /** How far it is scratched off; 0 is pristine */
  wear: number;
  /** Place on the item */
  slot: number;
}
export interface BuyOrder {
  /** Id of the buy order */
  orderId: string | null;
  /** How many pieces are wanted */
  quantity: number | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Doppler variant the buyer asks for, null when any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
export interface Comparison {
  /** Name of the item */
  name: string;
  /** Marketplaces that know the item, cheapest first */
  marketplaces: ComparedMarketplace[];
}
export interface ComparedMarketplace {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
}
export interface SearchRow {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Price in US dollars */
  priceUSD: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Address of a picture */
  thumbnail: string | null;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
}
export interface SearchItem {
  /** Name of the item */
  name: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Address of a picture */
  thumbnail: string | null;
  /** Marketplaces that know the item, cheapest first */
  marketplaces: ComparedMarketplace[];
}
export interface Sales {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Sales within the window, newest first */
  sales: Sale[];
}
export interface Sale {
  /** Moment of the sale, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
  /** Rarity of the item */
  rarity: string | null;
  /** Hero the item belongs to (Dota2) */
  hero: string | null;
}
export interface PriceHistory {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Lowest prices over the window, oldest first */
  history: PricePoint[];
}
export interface PricePoint {
  /** Moment from which the price held, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
}
export interface BuyOrderRow {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Id of the buy order */
  orderId: string | null;
  /** How many pieces are wanted */
  quantity: number | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Doppler variant the buyer asks for, null when any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
export interface Native {
  /** Units of the currency */
  amount: number;
  /** What the marketplace tells its price in; KEY and REF are keys and refined metal of TF2 */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB' | 'KEY' | 'REF';
  /** Refined metal on top of the keys; null where there is none, and outside TF2 */
  metal: number | null;
}
export interface FullItem {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Wear band (CS2) */
  condition: 'Factory New' | 'Minimal Wear' | 'Field-Tested' | 'Well-Worn' | 'Battle-Scarred' | null;
  /** Address of a picture */
  thumbnail: string | null;
  /** Last change of price, count, an offer or a buy order, Unix time in seconds */
  updatedAt: number;
  /** Offers as far as they have been read, cheapest first */
  offers: FullOffer[];
  /** Buy orders as far as they have been read, best first */
  buyOrders: FullBuyOrder[];
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
  /** Name in Chinese, as a marketplace writes it; null where none tells it */
  nameZH: string | null;
  /** Name in Russian, as a marketplace writes it; null where none tells it */
  nameRU: string | null;
  /** How easily the item is bought and sold, over all marketplaces: 0 to 100, by sales of the last week, offers, marketplaces and buy orders; null where nothing is known of it */
  liquidity: number | null;
}
export interface FullOffer {
  /** Page on which this offer can be bought */
  purchaseLink: string | null;
  /** Link that shows the item in the game */
  inspectLink: string | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
  /** Seller, in the words of the marketplace */
  ownerId: string | null;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface FullBuyOrder {
  /** Id of the buy order */
  orderId: string | null;
  /** How many pieces are wanted */
  quantity: number | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Doppler variant the buyer asks for, null when any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Last change, Unix time in seconds */
  updatedAt: number;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface FullComparison {
  /** Name of the item */
  name: string;
  /** Marketplaces that know the item, cheapest first */
  marketplaces: FullComparedMarketplace[];
  /** Name in Chinese, as a marketplace writes it; null where none tells it */
  nameZH: string | null;
  /** Name in Russian, as a marketplace writes it; null where none tells it */
  nameRU: string | null;
  /** How easily the item is bought and sold, over all marketplaces: 0 to 100, by sales of the last week, offers, marketplaces and buy orders; null where nothing is known of it */
  liquidity: number | null;
}
export interface FullComparedMarketplace {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface FullSearchRow {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Price in US dollars */
  priceUSD: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Address of a picture */
  thumbnail: string | null;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
  /** Name in Chinese, as a marketplace writes it; null where none tells it */
  nameZH: string | null;
  /** Name in Russian, as a marketplace writes it; null where none tells it */
  nameRU: string | null;
}
export interface FullSales {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Sales within the window, newest first */
  sales: FullSale[];
}
export interface FullSale {
  /** Moment of the sale, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
  /** Rarity of the item */
  rarity: string | null;
  /** Hero the item belongs to (Dota2) */
  hero: string | null;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface FullBuyOrderRow {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Id of the buy order */
  orderId: string | null;
  /** How many pieces are wanted */
  quantity: number | null;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Doppler variant the buyer asks for, null when any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Last change, Unix time in seconds */
  updatedAt: number;
  /** What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none */
  id: string | null;
  /** Doppler variant of what the price is of; null where it has none, or none is known */
  phase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The price as the marketplace tells it; null where there is no price */
  native: Native | null;
  /** Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not */
  rate: number | null;
  /** Last confirmed by the marketplace; null of a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; the same as the flag */
  stale: boolean;
  /** What may be doubtful, in the order of the alphabet; nothing is left out for it. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface Rate {
  /** Code of the currency */
  currency: 'EUR' | 'CNY' | 'RUB';
  /** Units of the currency for one US dollar; null while no usable rate is known */
  perUSD: number | null;
  /** The day it is published for */
  ratedAt: number | null;
  /** Who publishes it: ecb or cbr */
  source: string | null;
}
export interface Fee {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** buyer: whoever buys pays it on top of the price; seller: it is taken out of what the seller gets */
  side: 'buyer' | 'seller';
  /** Of the price */
  percent: number;
  /** For each item, beside the percentage */
  fixed: {
    amount: number;
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Never less than this, all together */
  least: {
    amount: number;
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Only of prices from here on; of several the highest that is reached counts */
  from: {
    amount: number;
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** The way of selling or paying that it is for, where that is not the ordinary one; such a fee is told and not reckoned with */
  method: string | null;
  /** The year, month or day of which it was last known to hold; null where it is set here */
  asOf: string | null;
  /** Who says so */
  source: string;
  /** documented: the marketplace itself says it; agreed: several who know nothing of one another say the same; single: one says so; set: by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Best {
  /** Name of the item */
  name: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** The whole item, then each variant of it that is known */
  best: BestPrices[];
}
export interface BestPrices {
  /** Doppler variant; null is the whole item, which takes in all its variants */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The lowest ask */
  ask: BestSide | null;
  /** The highest bid; that of a variant may be for any variant */
  bid: BestSide | null;
  /** The lowest ask after fees, among marketplaces whose fee for buyers is known */
  askAfterFees: BestSide | null;
  /** The highest bid after fees, among marketplaces whose fee for sellers is known */
  bidAfterFees: BestSide | null;
  /** Ask less bid, before fees; below 0 where they cross */
  spread: number | null;
  /** The same, of the ask */
  spreadPercent: number | null;
  /** The best bid is the best ask */
  locked: boolean;
  /** The best bid is above the best ask */
  crossed: boolean;
  /** Offers on all marketplaces */
  offerCount: number;
  /** Marketplaces with an offer */
  asking: number;
  /** Buy orders on all marketplaces, as far as they have been read */
  buyOrderCount: number;
  /** Marketplaces with a buy order */
  bidding: number;
}
export interface BestSide {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What is asked or bid; null where that currency has no usable rate */
  price: number | null;
  /** What the buyer pays, or the seller gets; null where no fee of that side is known */
  afterFees: number | null;
  /** Offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Prices {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Epoch of the place in the stream at which all of this stood */
  epoch: string | null;
  /** Sequence of that place */
  sequence: number | null;
  /** By marketplace */
  prices: PriceRow[];
}
export interface PriceRow {
  /** Name of the item */
  name: string;
  /** Doppler variant; null is the whole item, which takes in all its variants */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The lowest ask; null where there is none, or no usable rate for the currency */
  price: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** The highest buy order, as far as they have been read; that of a variant may be for any variant */
  bid: number | null;
  /** Number of buy orders, as far as they have been read */
  buyOrderCount: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Candles {
  /** Name of the item */
  name: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Doppler variant; null is the whole item */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Null is all of them */
  marketplace: string | null;
  /** ask: the lowest ask; bid: the highest buy order; sale: what was paid */
  of: 'ask' | 'bid' | 'sale';
  /** 5 minutes, an hour or a day, UTC */
  interval: '1h' | '5m' | '1d';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Oldest first; intervals in which nothing moved are left out */
  candles: Candle[];
}
export interface Candle {
  /** Begin of the interval, Unix time in seconds */
  at: number;
  /** The first price, over all marketplaces the one that stood as the interval began; null where none was known then */
  open: number | null;
  /** The highest price */
  high: number | null;
  /** The lowest price */
  low: number | null;
  /** The last price; null where none was known any more */
  close: number | null;
  /** How often the price or the number of offers moved, or how many were sold */
  count: number;
  /** What was paid altogether; null for asks and bids */
  volume: number | null;
}
export interface Conditions {
  /** First day that was asked for, UTC */
  fromDay: string;
  /** Last one */
  toDay: string;
  /** In order of marketplace, source and game */
  sources: SourceConditions[];
}
export interface SourceConditions {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Source of the marketplace */
  source: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** In order of time, from the first that anything is kept of */
  days: DayCondition[];
  /** Those that reach into these days, in order of time */
  gaps: KnownGap[];
}
export interface DayCondition {
  /** The day, UTC */
  day: string;
  /** complete: no gap reaches into it; missing: all of it lies within gaps; partial: what is neither */
  condition: 'complete' | 'partial' | 'missing';
  /** Share of the day, as far as it has passed, in which what was known was within its interval: read again before an interval of the source after it was due, or told all the time */
  coverage: number;
  /** Age of the last good reading that was not exceeded for 95 % of the time; null where nothing was noted */
  ageP95Seconds: number | null;
  /** On the day on which it was read for the first time, since when */
  knownSince: number | null;
}
export interface KnownGap {
  /** Up to then everything was told, Unix time in seconds */
  fromAt: number;
  /** From then on it was told again; null where it is not yet */
  toAt: number | null;
  /** What it began with */
  reason: 'cut' | 'silent' | 'failed' | 'shrunk' | 'notRunning';
}
export interface ValueWish {
  /** Game: CS2, Dota2, Rust or TF2, an alias or app id */
  game: string;
  /**
   * 1 to 1000 items
   *
   * @minItems 1
   * @maxItems 1000
   */
  items: [
    {
      /** Exact name as Steam writes it */
      name: string;
      /** Doppler variant; any when left out */
      phase?: string | null;
      /** Pieces of it; 1 when left out */
      count?: number;
    },
    ...{
      /** Exact name as Steam writes it */
      name: string;
      /** Doppler variant; any when left out */
      phase?: string | null;
      /** Pieces of it; 1 when left out */
      count?: number;
    }[],
  ];
  /** bid: at the highest buy order; ask: at the lowest ask; sellable: only what the buy orders that there are take now, one after the other */
  side?: 'bid' | 'ask' | 'sellable';
  /** Only these; all when left out or empty */
  marketplaces?: string[];
  /** Currency of every price here */
  currency?: 'USD' | 'EUR' | 'CNY' | 'RUB';
}
export interface Value {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** bid: at the highest buy order; ask: at the lowest ask; sellable: only what the buy orders that there are take now, one after the other */
  side: 'bid' | 'ask' | 'sellable';
  /** Of all lines that have one, before fees */
  total: number;
  /** Of all lines that have one, after fees */
  totalAfterFees: number;
  /** Lines in `total` */
  valuedCount: number;
  /** Lines in `totalAfterFees` */
  valuedAfterFeesCount: number;
  /** Lines whose name no marketplace knows */
  unknownCount: number;
  /** In the order asked */
  lines: ValueLine[];
}
export interface ValueLine {
  /** Name of the item */
  name: string;
  /** Doppler variant that was asked for */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Pieces that were asked for */
  count: number;
  /** Whether a marketplace knows the name */
  isKnown: boolean;
  /** The known name nearest to one that is not */
  nearest: string | null;
  /** The best price of one piece, before fees */
  best: ValueSide | null;
  /** The best after fees, among marketplaces whose fee of that side is known */
  bestAfterFees: ValueSide | null;
  /** Pieces in `total` */
  soldCount: number;
  /** What all of these come to, before fees */
  total: number | null;
  /** Pieces in `totalAfterFees` */
  soldAfterFeesCount: number;
  /** What all of these come to, after the fees that are known */
  totalAfterFees: number | null;
}
export interface ValueSide {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What is asked or bid; null where that currency has no usable rate */
  price: number | null;
  /** What the buyer pays, or the seller gets; null where no fee of that side is known */
  afterFees: number | null;
  /** Offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** What is doubtful about it */
  flags: ('afterGap' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown')[];
}
export interface FoundOffers {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** In the order asked for */
  offers: FoundOffer[];
  /** What to give as `after` for those behind; null where there are none */
  next: string | null;
}
export interface FoundOffer {
  /** Name of the item */
  name: string;
  /** Doppler variant */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What is asked; null where that currency has no usable rate */
  price: number | null;
  /** The lowest ask on any other marketplace, of the same variant where it is known */
  othersAsk: number | null;
  /** How far the price is below that, in percent; below 0 where it is above */
  belowOthersPercent: number | null;
  /** The lowest ask that its marketplace usually has, in its own week, of the same variant where it is known; null where that is not known */
  usualAsk: number | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
  /** The lowest asks of the stickers as items of their own, together, whatever their wear; null where one is not known */
  stickersAsk: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** Page on which this offer can be bought */
  purchaseLink: string | null;
  /** Link that shows the item in the game */
  inspectLink: string | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Deals {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** The best first */
  deals: Deal[];
}
export interface Deal {
  /** Name of the item */
  name: string;
  /** Doppler variant; null where the item has none, or where any variant will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  buy: DealBuy;
  sell: DealSell;
  /** What the seller gets less what the buyer pays, after the fees that are known; at most so much where the flags of `buy` hold feeUnknown */
  profit: number | null;
  /** The same, of what the buyer pays */
  profitPercent: number;
  /** How easily the item is bought and sold, over all marketplaces: 0 to 100, by sales of the last week, offers, marketplaces and buy orders; null where nothing is known of it */
  liquidity: number | null;
}
export interface DealBuy {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What is asked or bid; null where that currency has no usable rate */
  price: number | null;
  /** What the buyer pays, or the seller gets; null where no fee of that side is known */
  afterFees: number | null;
  /** Offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** What it rests on, in the order of the alphabet. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told; feeUnknown: no fee for buyers is known, so that the profit is at most as told */
  flags: (
    'afterGap' | 'feeUnknown' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface DealSell {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What is asked or bid; null where that currency has no usable rate */
  price: number | null;
  /** What the buyer pays, or the seller gets; null where no fee of that side is known */
  afterFees: number | null;
  /** Offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** bid: sell to the best buy order at once; list: put on sale at the lowest ask */
  way: 'bid' | 'list';
  /** What it rests on, in the order of the alphabet. afterGap: read right after a gap of its source: what happened in that may be missing; inferred: read by a source whose form is only inferred; outlier: far from what the other marketplaces ask, or has moved away from them and from its own week; partialRead: the last reading of its source could not be read in full; rateOld: converted at an exchange rate that is overdue, or at none; stale: not confirmed by the marketplace for an hour; thin: one offer, buy order or sale is all there is; variantUnknown: the item has variants, and which one this is was not told; feeUnknown: no fee for buyers is known, so that the profit is at most as told */
  flags: (
    'afterGap' | 'feeUnknown' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface Mover {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The lowest ask now; null where that currency has no usable rate */
  ask: number | null;
  /** The lowest ask then, on any marketplace, at the rate of now */
  formerAsk: number | null;
  /** The ask less what it was */
  change: number | null;
  /** The same, of what it was */
  changePercent: number;
  /** What this marketplace usually asks, in its own week; null where that is not known */
  usualAsk: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Movers {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of every price here */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** As of when the former asks are, Unix time in seconds: after a start later than asked for; null while none are kept */
  since: number | null;
  /** What moved most first */
  movers: Mover[];
}
export interface Failure {
  /** What was found and what to do */
  error: string;
  /** What kind of failure it is */
  code:
    | 'INVALID_PARAMS'
    | 'BAD_REQUEST'
    | 'MISSING_API_KEY'
    | 'INVALID_API_KEY'
    | 'ACCESS_DENIED'
    | 'NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'NO_LONGER_KEPT'
    | 'BODY_TOO_LARGE'
    | 'URI_TOO_LONG'
    | 'UPGRADE_REQUIRED'
    | 'TOO_MANY_CONNECTIONS'
    | 'TOO_MANY_REPLAYS'
    | 'TOO_MANY_REQUESTS'
    | 'HEADERS_TOO_LARGE'
    | 'INTERNAL_ERROR'
    | 'SERVICE_UNAVAILABLE';
}
export interface Health {
  status: 'alive';
  /** Version of the service */
  version: string;
  /** How long it has run */
  uptimeSeconds: number;
  /** Whether the kept state is loaded and reads are answered */
  ready: boolean;
  /** Whether all data is made up by the local stage */
  played: boolean;
  /** Whether the key file can be read; while it cannot, the keys stay as they were last read */
  keysReadable: boolean;
  /** Number of sources in each state */
  sources: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: number;
  };
  /** What is collected and told goes on when nothing can be written */
  store: {
    /** Whether what changes is written */
    writing: boolean;
    /** First failure since the last success */
    notWritingSince: number | null;
    /** The last failure in words, long past ones too */
    lastError: string | null;
    /** Rows in memory that are not written yet */
    rowsWaiting: number;
    /** Price points since the start that a later one of the same minute has taken the place of */
    pointsThinned: number;
    /** Rows since the start that there was no room for */
    rowsGivenUp: number;
  };
  /** The stream goes on when the tape cannot be written; what it told may then not be resumed from */
  tape: {
    /** Whether everything that the stream told is kept */
    keeping: boolean;
    /** First failed write since all was kept */
    notKeepingSince: number | null;
    /** The last failure in words, long past ones too */
    lastError: string | null;
    /** Changes that nobody was told of yet */
    recordsWaiting: number;
  };
  /** Why nothing has been read since the start; null as soon as anything has */
  unread: string | null;
  /** There only in a cluster: its nodes, those that have been silent for up to ten minutes too */
  nodes?: {
    /** Machine and port */
    name: string;
    /** Whether it is the one that gives this answer */
    answers: boolean;
    /** Version of the program */
    version: string;
    /** What it may do: collect, serve, store */
    roles: string[];
    /** Of these, what only one node does at a time, and this one now */
    works: string[];
    /** Whether it answers reads */
    ready: boolean;
    /** Since it last said how it is */
    silentSeconds: number;
    /** Epoch of the tape */
    epoch: string;
    /** Newest change of the tape that it has */
    sequence: number;
  }[];
  /** There only with `http.workers`: the workers that hold the connections of readers */
  fronts?: {
    /** Front workers that there should be */
    wanted: number;
    /** Front workers that take connections */
    running: number;
    /** How often one was started again since the start */
    restarts: number;
    /** How many of those had answered no more and were killed */
    hung: number;
  };
  /** There only with `backup.folder` */
  backups?: {
    /** As of when the newest one is */
    lastAt: number | null;
    /** How many there are */
    kept: number;
    /** First failure since the last success */
    failingSince: number | null;
    /** The last failure in words, long past ones too */
    lastError: string | null;
  };
}
export interface SourceHealth {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Short name of the marketplace, as settings have it */
  slug: string;
  /** Name of the source within its marketplace */
  source: string;
  /** How it is read: bulk, walk, lookup or feed */
  kind: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** How its format is known: recorded, documented or inferred */
  evidence: string;
  /** Whether the marketplace is in business */
  standing: {
    /** open, doubtful or closed */
    state: string;
    /** A year, month or day; of an open one the last it was seen so */
    since: string;
    /** Who says so */
    by: string;
  } | null;
  /** When somebody outside was last known to read it */
  seen: {
    /** A year, month or day */
    on: string;
    by: string;
  } | null;
  /** starting, live, stale, limited, refused, blocked, changed, shrunk, down or off */
  state: string;
  /** Outcome of the last request */
  lastOutcome: string | null;
  /** The last failure in words, with what to do */
  detail: string | null;
  /** Last request */
  lastAskedAt: number | null;
  /** Last success */
  lastReadAt: number | null;
  /** Next request */
  nextAskAt: number | null;
  /** How long it has been due, waiting for its turn or being read; 0 before it is due */
  lateSeconds: number;
  /** Intended interval */
  everySeconds: number;
  /** Requests since the start */
  requests: number;
  /** Rows read since the start */
  rows: number;
  /** Of these, rows that could not be read */
  rejected: number;
  /** Environment variable of the credential it lacks */
  missingCredential: string | null;
  /** Kinds of records it tells */
  yields: string[];
  /** Seconds since the marketplace last confirmed the offers that are held of it (else its quotes, else its buy orders, of those that the source tells): of half of them, and of 95 in 100, at most */
  age: {
    p50Seconds: number;
    p95Seconds: number;
  } | null;
  /** Items of the game that its marketplace has now, and all that are known */
  coverage: {
    itemCount: number;
    knownCount: number;
    /** The one by the other */
    share: number | null;
  };
  /** What its marketplace allows; sources of one budget share it */
  budget: {
    name: string;
    requests: number;
    perSeconds: number;
    /** Requests in the window that ends now */
    used: number;
    share: number;
    /** The marketplace lets nobody ask before */
    heldUntil: number | null;
  };
  /** What could not be read when it became changed or shrunk, until it reads well again; without secrets */
  sample: {
    reason: string;
    row: string;
  }[];
}
export interface RegistryEntry {
  /** Number of the marketplace, the same for ever */
  id: number;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Short name of the marketplace, as settings have it */
  slug: string;
  /** Other names that it is known by */
  aliases: string[];
  /** Whether this service reads it */
  connected: boolean;
}
export interface AlertWish {
  /** Name of the rule, as alerts tell it */
  name: string;
  /** What the rule waits for */
  when: AlertStreamWhen | AlertFigureWhen | AlertDealWhen;
  /** Where alerts go */
  target:
    | AlertWebhook
    | AlertChat
    | AlertTelegram
    | AlertNtfy
    | {
        kind: 'email';
        /** Address of one mailbox, as far as the operator allows it */
        to: string;
      };
  /** Otherwise the rule is done after its first alert */
  repeats?: boolean;
  /** No second alert about the same item within it */
  coolDownSeconds?: number;
  /** How far a figure has to come back over its bound to count as met anew */
  hysteresisPercent?: number;
  /** Words of the alert with values in braces, such as {rule}, {item}, {marketplace}, {price}, {event}, {value} and {link} */
  text?: string;
}
export interface AlertStreamWhen {
  kind: 'stream';
  /** What a subscription of the stream says: games, subscribeTo, items, minPriceUSD, events and so on */
  filter: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  /** Offers so far under what is usual on their marketplace */
  underUsualPercent?: number;
  /** With the channel sources: states that are told of */
  states?: string[];
}
export interface AlertFigureWhen {
  kind: 'figure';
  /** The lowest ask or highest bid in dollars, before or after fees, ask less bid in percent of the ask, or how far the ask of a marketplace is under what is usual there */
  figure: 'ask' | 'bid' | 'askAfterFees' | 'bidAfterFees' | 'spreadPercent' | 'underUsualPercent';
  /** Game */
  game: string;
  /** Whole names of items */
  items: string[];
  /** Doppler variant */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald';
  /** Marketplaces that count; all when left out */
  marketplaces?: string[];
  /** Met when it is below */
  below?: number;
  /** Met when it is above */
  above?: number;
}
export interface AlertDealWhen {
  kind: 'deal';
  /** Game */
  game: string;
  /** What a subscription of deals says: minProfit, minPercent, maxPrice, from, to and so on */
  filter?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
}
export interface AlertWebhook {
  kind: 'webhook';
  /** Of https; its path is kept and shown to nobody */
  url: string;
  /** whsec_ and 24 to 64 bytes in Base64; made when left out */
  secret?: string;
}
export interface AlertChat {
  /** Which of them */
  kind: 'discord' | 'slack';
  /** Of https; its path is kept and shown to nobody */
  url: string;
}
export interface AlertTelegram {
  kind: 'telegram';
  /** Of the bot */
  token: string;
  /** Chat that it is sent to */
  chatId: string;
  /** Of another server of the Bot API */
  url?: string;
}
export interface AlertNtfy {
  kind: 'ntfy';
  /** Of https; its path is kept and shown to nobody */
  url: string;
  /** Of an account there */
  token?: string;
}
export interface AlertRule {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** As it was asked for */
  when: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  target: {
    /** Kind of target */
    kind: 'webhook' | 'discord' | 'slack' | 'telegram' | 'ntfy' | 'email';
    /** The rest of the address is not shown */
    host: string;
  };
  /** Otherwise the rule is done after its first alert */
  repeats: boolean;
  /** No second alert about the same item within it */
  coolDownSeconds: number;
  /** How far a figure has to come back over its bound */
  hysteresisPercent: number;
  /** Words of its own; null is the usual ones */
  text: string | null;
  /** The key that made it */
  keyId: string;
  /** When it was made, Unix time in seconds */
  createdAt: number;
  /** When a rule that does not repeat was met; null while it is not done */
  doneAt: number | null;
  /** When it was paused; null while it is not */
  pausedAt: number | null;
  /** Why it looks for nothing; null while it does */
  problem: string | null;
  /** Alerts on their way */
  pending: number;
  /** The newest attempt; null while there was none */
  lastAttempt: AlertAttempt | null;
}
export interface AlertAttempt {
  /** The same at every attempt; webhook-id of a webhook */
  alertId: string;
  /** What it is about; alerts of a rule about the same arrive in order */
  item: string;
  /** When it ended, Unix time in seconds */
  at: number;
  /** Which attempt of this alert */
  attempt: number;
  /** failed is tried again */
  outcome: 'delivered' | 'failed' | 'givenUp';
  /** HTTP status of the answer, of e-mail the code of the server; null when none came */
  status: number | null;
  /** What went wrong */
  error: string | null;
  /** How long the target took */
  milliseconds: number;
}
export interface NewAlertRule {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** As it was asked for */
  when: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  target: {
    /** Kind of target */
    kind: 'webhook' | 'discord' | 'slack' | 'telegram' | 'ntfy' | 'email';
    /** The rest of the address is not shown */
    host: string;
  };
  /** Otherwise the rule is done after its first alert */
  repeats: boolean;
  /** No second alert about the same item within it */
  coolDownSeconds: number;
  /** How far a figure has to come back over its bound */
  hysteresisPercent: number;
  /** Words of its own; null is the usual ones */
  text: string | null;
  /** The key that made it */
  keyId: string;
  /** When it was made, Unix time in seconds */
  createdAt: number;
  /** When a rule that does not repeat was met; null while it is not done */
  doneAt: number | null;
  /** When it was paused; null while it is not */
  pausedAt: number | null;
  /** Why it looks for nothing; null while it does */
  problem: string | null;
  /** Alerts on their way */
  pending: number;
  /** The newest attempt; null while there was none */
  lastAttempt: AlertAttempt | null;
  /** Of a webhook, to verify signatures with; shown this once */
  secret: string | null;
}
export interface AlertTest {
  /** The target took it */
  isDelivered: boolean;
  /** HTTP status of the answer, of e-mail the code of the server; null when none came */
  status: number | null;
  /** What went wrong */
  error: string | null;
  /** How long the target took */
  milliseconds: number;
}
