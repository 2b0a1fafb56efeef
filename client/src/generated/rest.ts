// Generated from openapi.json by `npm run docs`

import type {Game, KnownIn} from '../game.ts';

export interface Marketplace {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Games for which it is read */
  games: MarketplaceGame[];
}
export interface MarketplaceGame {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Number of known items */
  itemCount: number;
  /** Number of offers on sale */
  offerCount: number;
  /** Number of sales kept */
  salesCount: number;
  /** Days of price history kept */
  priceHistoryDays: number;
}
export interface Item<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Wear band (CS2); null for other games and items without wear */
  condition: ('Factory New' | 'Minimal Wear' | 'Field-Tested' | 'Well-Worn' | 'Battle-Scarred' | null) &
    KnownIn<InGame, 'CS2'>;
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /** Last change of the price, the count, an offer or a buy order, Unix time in seconds */
  updatedAt: number;
  /** Offers read so far, lowest price first */
  offers: Offer<InGame>[];
  /** Buy orders read so far, highest price first */
  buyOrders: BuyOrder<InGame>[];
}
export interface Offer<InGame extends Game = Game> {
  /** URL where this offer can be bought; null if not known */
  purchaseLink: string | null;
  /** Link that shows the item in the game; null if not known */
  inspectLink: string | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Seller, as identified by the marketplace; null if not known */
  ownerId: string | null;
}
export interface Sticker {
  /** Name of the sticker */
  name: string;
  /** How far the sticker is scratched off, from 0 (pristine, or unknown) to 1 */
  wear: number;
  /** Sticker slot on the item */
  slot: number;
}
export interface BuyOrder<InGame extends Game = Game> {
  /** Id of the buy order; derived from its content where the marketplace publishes none */
  orderId: string | null;
  /** Number of pieces wanted; null when the marketplace does not say */
  quantity: number | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Doppler variant the buyer wants; null if any is accepted or the item has none */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
export interface Comparison {
  /** Name of the item */
  name: string;
  /** Marketplaces that know the item, lowest price first */
  marketplaces: ComparedMarketplace[];
}
export interface ComparedMarketplace {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
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
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
}
export interface SearchItem {
  /** Name of the item */
  name: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /** Whether the name only resembles what was typed: true if every result does, because nothing else was found, and with nearest=true */
  isNear: boolean;
  /** Marketplaces that know the item, lowest price first */
  marketplaces: ComparedMarketplace[];
}
export interface Sales<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Sales within the window, newest first */
  sales: Sale<InGame>[];
}
export interface Sale<InGame extends Game = Game> {
  /** Time of the sale, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Rarity of the item (Dota2): Common, Uncommon, Rare, Mythical, Legendary, Immortal, Arcana, Ancient or Seasonal; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
}
export interface PriceHistory {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Lowest prices within the window, oldest first */
  history: PricePoint[];
}
export interface PricePoint {
  /** Time from which the price applied, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
}
export interface BuyOrderRow<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Id of the buy order; derived from its content where the marketplace publishes none */
  orderId: string | null;
  /** Number of pieces wanted; null when the marketplace does not say */
  quantity: number | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Doppler variant the buyer wants; null if any is accepted or the item has none */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
export interface Native {
  /** Amount in units of `currency` */
  amount: number;
  /** Currency of the marketplace; KEY and REF are TF2 keys and refined metal */
  currency:
    | 'USD'
    | 'EUR'
    | 'CNY'
    | 'RUB'
    | 'AED'
    | 'AMD'
    | 'AUD'
    | 'AZN'
    | 'BDT'
    | 'BHD'
    | 'BOB'
    | 'BRL'
    | 'BYN'
    | 'CAD'
    | 'CHF'
    | 'CUP'
    | 'CZK'
    | 'DKK'
    | 'DZD'
    | 'EGP'
    | 'ETB'
    | 'GBP'
    | 'GEL'
    | 'HKD'
    | 'HUF'
    | 'IDR'
    | 'ILS'
    | 'INR'
    | 'IRR'
    | 'ISK'
    | 'JPY'
    | 'KGS'
    | 'KRW'
    | 'KZT'
    | 'MDL'
    | 'MMK'
    | 'MNT'
    | 'MXN'
    | 'MYR'
    | 'NGN'
    | 'NOK'
    | 'NZD'
    | 'OMR'
    | 'PHP'
    | 'PLN'
    | 'QAR'
    | 'RON'
    | 'RSD'
    | 'SAR'
    | 'SEK'
    | 'SGD'
    | 'THB'
    | 'TJS'
    | 'TMT'
    | 'TRY'
    | 'UAH'
    | 'UZS'
    | 'VND'
    | 'ZAR'
    | 'KEY'
    | 'REF';
  /** Refined metal in addition to the keys; null if there is none, and for games other than TF2 */
  metal: number | null;
}
export interface FullItem<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Wear band (CS2); null for other games and items without wear */
  condition: ('Factory New' | 'Minimal Wear' | 'Field-Tested' | 'Well-Worn' | 'Battle-Scarred' | null) &
    KnownIn<InGame, 'CS2'>;
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /** Last change of the price, the count, an offer or a buy order, Unix time in seconds */
  updatedAt: number;
  /** Offers read so far, lowest price first */
  offers: FullOffer<InGame>[];
  /** Buy orders read so far, highest price first */
  buyOrders: FullBuyOrder<InGame>[];
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
  /** URL of the offer that the price comes from, or of the page of the item there; null if not known */
  link: string | null;
  /** Lowest price of an offer that can be traded at once, where the list of the marketplace gives one; null if all are locked or it is not known */
  tradable: Native | null;
  /** Chinese name as given by a marketplace; null if none gives one */
  nameZH: string | null;
  /** Russian name as given by a marketplace; null if none gives one */
  nameRU: string | null;
  /** What the item is */
  kind:
    | 'pistol'
    | 'smg'
    | 'rifle'
    | 'sniperRifle'
    | 'shotgun'
    | 'machineGun'
    | 'equipment'
    | 'knife'
    | 'gloves'
    | 'agent'
    | 'sticker'
    | 'slab'
    | 'patch'
    | 'charm'
    | 'highlight'
    | 'graffiti'
    | 'musicKit'
    | 'container'
    | 'key'
    | 'pass'
    | 'tool'
    | 'collectible'
    | 'wearable'
    | 'bundle'
    | 'courier'
    | 'ward'
    | 'announcer'
    | 'hud'
    | 'loadingScreen'
    | 'cursor'
    | 'terrain'
    | 'taunt'
    | 'emoticon'
    | 'gem'
    | 'treasure'
    | 'ticket'
    | 'pennant'
    | 'playerCard'
    | 'weapon'
    | 'cosmetic'
    | 'warPaint'
    | 'strangePart'
    | 'strangifier'
    | 'unusualifier'
    | 'killstreakKit'
    | 'paint'
    | 'metal'
    | 'action'
    | 'clothing'
    | 'armor'
    | 'deployable'
    | 'skin'
    | 'other';
  /** Rarity of the item (CS2, Dota2) or grade (TF2), in Steam's words; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'CS2' | 'Dota2' | 'TF2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** What the skin is for (Rust), in the words of a marketplace; null until one tells it */
  itemType: (string | null) & KnownIn<InGame, 'Rust' | 'TF2'>;
  /** Where a hero (Dota2) or a class (TF2) wears the item; null until a marketplace tells it */
  slot: (string | null) & KnownIn<InGame, 'Dota2' | 'TF2'>;
  /** Collections that the item belongs to (CS2, TF2); null until a marketplace tells them */
  collections: (string[] | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Classes that can use the item (TF2); null until a marketplace tells them, and for items of all classes */
  classes: (string[] | null) & KnownIn<InGame, 'TF2'>;
  /** Lowest float that the game gives this item in any wear band (CS2); null until it is told */
  minFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Highest float that the game gives this item in any wear band (CS2); null until it is told */
  maxFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** How easily the item can be bought and sold over all marketplaces, from 0 to 100, based on sales of the last week, offers, marketplaces and buy orders; null if nothing is known */
  liquidity: number | null;
}
export interface FullOffer<InGame extends Game = Game> {
  /** URL where this offer can be bought; null if not known */
  purchaseLink: string | null;
  /** Link that shows the item in the game; null if not known */
  inspectLink: string | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Seller, as identified by the marketplace; null if not known */
  ownerId: string | null;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
  /** Quality of an item of TF2, such as Unusual; null for other games, and if the marketplace does not say */
  quality: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Second quality of an item of TF2, such as Strange; null for other games, and if the marketplace does not say */
  elevatedQuality: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Craft number of an item of TF2; null for other games, and if it has none or none is known */
  craftNumber: (number | null) & KnownIn<InGame, 'TF2'>;
  /** Series of a crate of TF2; null for other games, and if it has none or none is known */
  crateSeries: (number | null) & KnownIn<InGame, 'TF2'>;
  /** Charms on the item (CS2); null if there is none or none is known */
  charms: (
    | {
        /** Name of the charm as an item of its own */
        name: string;
        /** Pattern of the charm, from 0 to 100000; null if not known */
        pattern: number | null;
        /** Sticker inside it, if it is a sticker slab; null otherwise */
        sticker: string | null;
        /** Highlight of a match that it shows; null otherwise */
        highlight: string | null;
      }[]
    | null
  ) &
    KnownIn<InGame, 'CS2'>;
  /** Name that a player gave the item (CS2); null if it has none or none is known */
  nameTag: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Count on its StatTrak counter (CS2); null if it has none or it is not known */
  statTrakCount: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Patches on an agent (CS2), as stickers are; null if there are none or none are known */
  patches: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** How much of a Fade, Amber Fade or Acid Fade shows (CS2), in percent from 80 to 100, calculated from the paint seed; null for other finishes, and if it is not known */
  fade: (number | null) & KnownIn<InGame, 'CS2'>;
}
export interface FullBuyOrder<InGame extends Game = Game> {
  /** Id of the buy order; derived from its content where the marketplace publishes none */
  orderId: string | null;
  /** Number of pieces wanted; null when the marketplace does not say */
  quantity: number | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Doppler variant the buyer wants; null if any is accepted or the item has none */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Last change, Unix time in seconds */
  updatedAt: number;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface FullComparison<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplaces that know the item, lowest price first */
  marketplaces: FullComparedMarketplace<InGame>[];
  /** Chinese name as given by a marketplace; null if none gives one */
  nameZH: string | null;
  /** Russian name as given by a marketplace; null if none gives one */
  nameRU: string | null;
  /** What the item is */
  kind:
    | 'pistol'
    | 'smg'
    | 'rifle'
    | 'sniperRifle'
    | 'shotgun'
    | 'machineGun'
    | 'equipment'
    | 'knife'
    | 'gloves'
    | 'agent'
    | 'sticker'
    | 'slab'
    | 'patch'
    | 'charm'
    | 'highlight'
    | 'graffiti'
    | 'musicKit'
    | 'container'
    | 'key'
    | 'pass'
    | 'tool'
    | 'collectible'
    | 'wearable'
    | 'bundle'
    | 'courier'
    | 'ward'
    | 'announcer'
    | 'hud'
    | 'loadingScreen'
    | 'cursor'
    | 'terrain'
    | 'taunt'
    | 'emoticon'
    | 'gem'
    | 'treasure'
    | 'ticket'
    | 'pennant'
    | 'playerCard'
    | 'weapon'
    | 'cosmetic'
    | 'warPaint'
    | 'strangePart'
    | 'strangifier'
    | 'unusualifier'
    | 'killstreakKit'
    | 'paint'
    | 'metal'
    | 'action'
    | 'clothing'
    | 'armor'
    | 'deployable'
    | 'skin'
    | 'other';
  /** Rarity of the item (CS2, Dota2) or grade (TF2), in Steam's words; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'CS2' | 'Dota2' | 'TF2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** What the skin is for (Rust), in the words of a marketplace; null until one tells it */
  itemType: (string | null) & KnownIn<InGame, 'Rust' | 'TF2'>;
  /** Where a hero (Dota2) or a class (TF2) wears the item; null until a marketplace tells it */
  slot: (string | null) & KnownIn<InGame, 'Dota2' | 'TF2'>;
  /** Collections that the item belongs to (CS2, TF2); null until a marketplace tells them */
  collections: (string[] | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Classes that can use the item (TF2); null until a marketplace tells them, and for items of all classes */
  classes: (string[] | null) & KnownIn<InGame, 'TF2'>;
  /** Lowest float that the game gives this item in any wear band (CS2); null until it is told */
  minFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Highest float that the game gives this item in any wear band (CS2); null until it is told */
  maxFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** How easily the item can be bought and sold over all marketplaces, from 0 to 100, based on sales of the last week, offers, marketplaces and buy orders; null if nothing is known */
  liquidity: number | null;
}
export interface FullComparedMarketplace<InGame extends Game = Game> {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
  /** URL of the offer that the price comes from, or of the page of the item there; null if not known */
  link: string | null;
  /** Lowest price of an offer that can be traded at once, where the list of the marketplace gives one; null if all are locked or it is not known */
  tradable: Native | null;
}
export interface FullSearchRow<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /** Last change of price or count, Unix time in seconds */
  updatedAt: number;
  /** Whether the name only resembles what was typed: true if every result does, because nothing else was found, and with nearest=true */
  isNear: boolean;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
  /** URL of the offer that the price comes from, or of the page of the item there; null if not known */
  link: string | null;
  /** Lowest price of an offer that can be traded at once, where the list of the marketplace gives one; null if all are locked or it is not known */
  tradable: Native | null;
  /** Chinese name as given by a marketplace; null if none gives one */
  nameZH: string | null;
  /** Russian name as given by a marketplace; null if none gives one */
  nameRU: string | null;
  /** What the item is */
  kind:
    | 'pistol'
    | 'smg'
    | 'rifle'
    | 'sniperRifle'
    | 'shotgun'
    | 'machineGun'
    | 'equipment'
    | 'knife'
    | 'gloves'
    | 'agent'
    | 'sticker'
    | 'slab'
    | 'patch'
    | 'charm'
    | 'highlight'
    | 'graffiti'
    | 'musicKit'
    | 'container'
    | 'key'
    | 'pass'
    | 'tool'
    | 'collectible'
    | 'wearable'
    | 'bundle'
    | 'courier'
    | 'ward'
    | 'announcer'
    | 'hud'
    | 'loadingScreen'
    | 'cursor'
    | 'terrain'
    | 'taunt'
    | 'emoticon'
    | 'gem'
    | 'treasure'
    | 'ticket'
    | 'pennant'
    | 'playerCard'
    | 'weapon'
    | 'cosmetic'
    | 'warPaint'
    | 'strangePart'
    | 'strangifier'
    | 'unusualifier'
    | 'killstreakKit'
    | 'paint'
    | 'metal'
    | 'action'
    | 'clothing'
    | 'armor'
    | 'deployable'
    | 'skin'
    | 'other';
  /** Rarity of the item (CS2, Dota2) or grade (TF2), in Steam's words; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'CS2' | 'Dota2' | 'TF2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** What the skin is for (Rust), in the words of a marketplace; null until one tells it */
  itemType: (string | null) & KnownIn<InGame, 'Rust' | 'TF2'>;
  /** Where a hero (Dota2) or a class (TF2) wears the item; null until a marketplace tells it */
  slot: (string | null) & KnownIn<InGame, 'Dota2' | 'TF2'>;
  /** Collections that the item belongs to (CS2, TF2); null until a marketplace tells them */
  collections: (string[] | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Classes that can use the item (TF2); null until a marketplace tells them, and for items of all classes */
  classes: (string[] | null) & KnownIn<InGame, 'TF2'>;
  /** Lowest float that the game gives this item in any wear band (CS2); null until it is told */
  minFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Highest float that the game gives this item in any wear band (CS2); null until it is told */
  maxFloat: (number | null) & KnownIn<InGame, 'CS2'>;
}
export interface FullSales<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Sales within the window, newest first */
  sales: FullSale<InGame>[];
}
export interface FullSale<InGame extends Game = Game> {
  /** Time of the sale, Unix time in seconds */
  timestamp: number;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Rarity of the item (Dota2): Common, Uncommon, Rare, Mythical, Legendary, Immortal, Arcana, Ancient or Seasonal; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
  /** Charms on the item (CS2); null if there is none or none is known */
  charms: (
    | {
        /** Name of the charm as an item of its own */
        name: string;
        /** Pattern of the charm, from 0 to 100000; null if not known */
        pattern: number | null;
        /** Sticker inside it, if it is a sticker slab; null otherwise */
        sticker: string | null;
        /** Highlight of a match that it shows; null otherwise */
        highlight: string | null;
      }[]
    | null
  ) &
    KnownIn<InGame, 'CS2'>;
  /** Name that a player gave the item (CS2); null if it has none or none is known */
  nameTag: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Count on its StatTrak counter (CS2); null if it has none or it is not known */
  statTrakCount: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Patches on an agent (CS2), as stickers are; null if there are none or none are known */
  patches: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** How much of a Fade, Amber Fade or Acid Fade shows (CS2), in percent from 80 to 100, calculated from the paint seed; null for other finishes, and if it is not known */
  fade: (number | null) & KnownIn<InGame, 'CS2'>;
}
export interface FullBuyOrderRow<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Id of the buy order; derived from its content where the marketplace publishes none */
  orderId: string | null;
  /** Number of pieces wanted; null when the marketplace does not say */
  quantity: number | null;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Doppler variant the buyer wants; null if any is accepted or the item has none */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Last change, Unix time in seconds */
  updatedAt: number;
  /** Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none */
  id: string | null;
  /** Doppler variant that the price belongs to; null if it has none or none is known */
  phase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The price in the currency of the marketplace; null if there is no price */
  native: Native | null;
  /** Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate */
  rate: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds; null for a sale */
  seenAt: number | null;
  /** Not confirmed for an hour; same as the flag `stale` */
  stale: boolean;
  /** Reasons to doubt the price, in alphabetical order; flagged rows are still returned. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface Rate {
  /** Currency code; KEY and REF are TF2 keys and refined metal */
  currency:
    | 'EUR'
    | 'CNY'
    | 'RUB'
    | 'AED'
    | 'AMD'
    | 'AUD'
    | 'AZN'
    | 'BDT'
    | 'BHD'
    | 'BOB'
    | 'BRL'
    | 'BYN'
    | 'CAD'
    | 'CHF'
    | 'CUP'
    | 'CZK'
    | 'DKK'
    | 'DZD'
    | 'EGP'
    | 'ETB'
    | 'GBP'
    | 'GEL'
    | 'HKD'
    | 'HUF'
    | 'IDR'
    | 'ILS'
    | 'INR'
    | 'IRR'
    | 'ISK'
    | 'JPY'
    | 'KGS'
    | 'KRW'
    | 'KZT'
    | 'MDL'
    | 'MMK'
    | 'MNT'
    | 'MXN'
    | 'MYR'
    | 'NGN'
    | 'NOK'
    | 'NZD'
    | 'OMR'
    | 'PHP'
    | 'PLN'
    | 'QAR'
    | 'RON'
    | 'RSD'
    | 'SAR'
    | 'SEK'
    | 'SGD'
    | 'THB'
    | 'TJS'
    | 'TMT'
    | 'TRY'
    | 'UAH'
    | 'UZS'
    | 'VND'
    | 'ZAR'
    | 'KEY'
    | 'REF';
  /** Units of the currency per US dollar; null while no usable rate is known */
  perUSD: number | null;
  /** Start (00:00 UTC) of the day that the rate is published for, or when that of keys and metal applied, Unix time in seconds; null without a rate */
  ratedAt: number | null;
  /** Publisher of the rate: ecb, cbr, or where the worth of keys and metal was read; null without a rate */
  source: string | null;
}
export interface MarketplaceTerms {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** What a seller ends up with; null if not known */
  payout: Payout | null;
  /** Fees on a purchase; a side that is missing has no known fee, and then there are no figures after fees */
  fees: Fee[];
  /** What paying money in costs, by way of paying; empty if not known */
  payIn: Charge[];
  /** What paying money out costs, by way of paying; empty if not known */
  payOut: Charge[];
  /** Days until something bought can be sold elsewhere; a game that is missing is not known. A lock that an offer already has comes before them */
  itemHolds: Hold[];
  /** Days until what was sold for can be spent or paid out; a game that is missing is not known */
  moneyHolds: Hold[];
  /** Highest price that can be paid, once for each currency in which it is known; empty if none is known */
  maxPrices: MaxPrice[];
  /** Who may use it; null if not known */
  access: Access | null;
  /** Who can undo a purchase; a game that is missing is not known */
  cancellations: CancellationRule[];
}
export interface Payout {
  /** What a seller ends up with. money: paid out to a bank, a card, a payment service or as cryptocurrency, also by way of a balance; steamBalance, siteBalance: a balance that cannot be paid out; items: other items; coins: coins of a gambling site */
  kind: 'money' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Fee {
  /** buyer: paid by the buyer on top of the price; seller: deducted from what the seller receives */
  side: 'buyer' | 'seller';
  /** Percentage of the price; 0 is a known fee of nothing */
  percent: number;
  /** Fixed amount per item, added to the percentage; null if there is none */
  fixed: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Minimum fee per item, percentage and fixed amount together; null if there is none */
  min: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Price from which this fee applies; of several fees, the one with the highest threshold reached applies; null for any price */
  from: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Special way of selling or paying that the fee is for, which calculations ignore; null for the ordinary way */
  method: string | null;
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Charge {
  /** Percentage of the sum */
  percent: number;
  /** Fixed amount per payment, added to the percentage; null if there is none */
  fixed: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Minimum, percentage and fixed amount together; null if there is none */
  min: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Smallest sum that can be paid at a time; null if not known */
  minSum: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Largest sum that can be paid at a time; null if not known */
  maxSum: {
    /** Amount in units of `currency` */
    amount: number;
    /** Currency of the amount */
    currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  } | null;
  /** Way of paying that this is for; null for all or for the ordinary one */
  method: string | null;
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Hold {
  /** Days from the purchase on */
  days: number;
  /**
   * Games to which this applies
   *
   * Items: Game code
   */
  games: ('CS2' | 'Dota2' | 'Rust' | 'TF2')[];
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface MaxPrice {
  /** Amount in units of `currency` */
  amount: number;
  /** Currency of the amount */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Access {
  /** Who may use the marketplace, and for what */
  about: string;
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface CancellationRule {
  /** Who can undo a purchase after it was made; empty: nobody */
  by: ('buyer' | 'seller')[];
  /** Until when, and at what cost */
  about: string;
  /**
   * Games to which this applies
   *
   * Items: Game code
   */
  games: ('CS2' | 'Dota2' | 'Rust' | 'TF2')[];
  /** What the other fields do not say; null if there is nothing to add */
  note: string | null;
  /** Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it */
  asOf: string | null;
  /** Where it is stated */
  source: string;
  /** documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service */
  evidence: 'documented' | 'agreed' | 'single' | 'set';
}
export interface Best<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** The whole item, then each of its known variants */
  best: BestPrices<InGame>[];
}
export interface BestPrices<InGame extends Game = Game> {
  /** Doppler variant; null means the whole item, including all its variants, or another kind of variant */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null means the whole item, including all its variants, or another kind of variant */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The lowest ask; null if there is none */
  ask: BestSide | null;
  /** The highest bid; for a variant, this can be a buy order that accepts any variant; null if there is none, and for a whole item with variants */
  bid: SellSide | null;
  /** The lowest ask after fees, among marketplaces whose buyer fee is known; null if there is none */
  askAfterFees: BestSide | null;
  /** The highest bid after fees and the cost of paying out, among marketplaces whose seller fee is known; null if there is none, and for a whole item with variants */
  bidAfterFees: SellSide | null;
  /** For a whole item with variants: the lowest ask of the cheapest and of the dearest variant; null for anything else, or if none is known */
  variantAsks: {
    /** Of the cheapest variant */
    lowest: number | null;
    /** Of the dearest variant */
    highest: number | null;
  } | null;
  /** For a whole item with variants: the highest bid of the cheapest and of the dearest variant; null for anything else, or if none is known */
  variantBids: {
    /** Of the cheapest variant */
    lowest: number | null;
    /** Of the dearest variant */
    highest: number | null;
  } | null;
  /** Ask minus bid, before fees; negative if they cross; null if either is missing, without a usable exchange rate, and for a whole item with variants */
  spread: number | null;
  /** The spread in percent of the ask; null if either is missing */
  spreadPercent: number | null;
  /** Whether the best bid equals the best ask */
  locked: boolean;
  /** Whether the best bid is above the best ask */
  crossed: boolean;
  /** Number of offers on all marketplaces */
  offerCount: number;
  /** Number of marketplaces with an offer */
  asking: number;
  /** Number of buy orders read so far on all marketplaces */
  buyOrderCount: number;
  /** Number of marketplaces with a buy order */
  bidding: number;
}
export interface BestSide {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
}
export interface SellSide {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
  /** What the marketplace pays out: money, or something that does not become money there; null if not known */
  payout: 'money' | 'steamBalance' | 'siteBalance' | 'items' | 'coins' | null;
}
export interface Prices<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Epoch of the stream position that this list reflects; null without a stream */
  epoch: string | null;
  /** Sequence of the stream position that this list reflects; null without a stream */
  sequence: number | null;
  /** Grouped by marketplace */
  prices: PriceRow<InGame>[];
}
export interface PriceRow<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null means the whole item, including all its variants, or the variant in `unusualEffect` */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2; only if the prices are those of one effect */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** The lowest ask; null if there is none, or without a usable exchange rate */
  price: number | null;
  /** Number of offers on sale */
  offerCount: number;
  /** The highest buy order read so far; for a variant, this can be one that accepts any variant; null if there is none, or without a usable exchange rate */
  bid: number | null;
  /** Number of buy orders read so far */
  buyOrderCount: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Candles<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Game code */
  game: InGame;
  /** Doppler variant; as requested; null means the whole item */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; as requested; null means the whole item */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling; null means all of them */
  marketplace: string | null;
  /** ask: the lowest ask; bid: the highest buy order; sale: prices paid */
  of: 'ask' | 'bid' | 'sale';
  /** Width of a candle: minutes, hours, a day, or a week from Monday (UTC) */
  interval: '1h' | '1m' | '5m' | '15m' | '4h' | '1d' | '1w';
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Oldest first; intervals without a change are omitted */
  candles: Candle[];
}
export interface Candle {
  /** Start of the interval, Unix time in seconds */
  at: number;
  /** The first price; over all marketplaces, the price in effect when the interval began; null if none was known then */
  open: number | null;
  /** The highest price; null if none was known */
  high: number | null;
  /** The lowest price; null if none was known */
  low: number | null;
  /** The last price; null if none was known at the end */
  close: number | null;
  /** Number of changes of the price or the offer count, or number of sales */
  count: number;
  /** Sum of the prices paid; null for asks and bids */
  volume: number | null;
}
export interface ItemHistory<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Game code */
  game: InGame;
  /** Doppler variant; as requested; null means the whole item */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; as requested; null means the whole item */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Width of an interval: minutes, hours, a day, or a week from Monday (UTC) */
  interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w';
  /** Start of the first interval, Unix time in seconds */
  from: number;
  /** The instant up to which the answer goes, Unix time in seconds */
  to: number;
  /** Candles of the lowest ask over the marketplaces, column by column; an interval without a change is omitted, and the previous close still applies */
  best: {
    /**
     * Start of each interval, Unix time in seconds, oldest first
     *
     * Items: Start of each interval, Unix time in seconds
     */
    at: number[];
    /**
     * The best price in effect when the interval began; null if none was known then
     *
     * Items: The best price in effect when the interval began; null if none was known then
     */
    open: (number | null)[];
    /**
     * The lowest of the highest prices of the marketplaces; null if none was known
     *
     * Items: The lowest of the highest prices of the marketplaces; null if none was known
     */
    high: (number | null)[];
    /**
     * The lowest price; null if none was known
     *
     * Items: The lowest price; null if none was known
     */
    low: (number | null)[];
    /**
     * The best price at the end of the interval; null if there was none
     *
     * Items: The best price at the end of the interval; null if there was none
     */
    close: (number | null)[];
    /** How often the price or the offer count of one of the marketplaces changed */
    count: number[];
  };
  /** The lowest ask of each marketplace, column by column, without points at which it stayed; with more than 500 intervals, several of them are one */
  lines: {
    /** Marketplace, canonical spelling */
    marketplace: string;
    /**
     * Start of each interval at whose end the price was another, Unix time in seconds, oldest first
     *
     * Items: Start of each interval at whose end the price was another, Unix time in seconds
     */
    at: number[];
    /**
     * The lowest ask at the end of that interval; null if there was none
     *
     * Items: The lowest ask at the end of that interval; null if there was none
     */
    price: (number | null)[];
  }[];
  /** Prices from before the first lowest ask that this service read of a marketplace */
  medians: {
    /** Marketplace, canonical spelling */
    marketplace: string;
    /**
     * Start of each interval at whose end the price was another, Unix time in seconds, oldest first
     *
     * Items: Start of each interval at whose end the price was another, Unix time in seconds
     */
    at: number[];
    /**
     * The median of the sales of that time, as the marketplace publishes it
     *
     * Items: The median of the sales of that time, as the marketplace publishes it
     */
    price: (number | null)[];
  }[];
  /** Sales by interval, of all variants unless one was requested, where marketplaces report sales */
  sold: {
    /**
     * Start of each interval with a sale, Unix time in seconds, oldest first
     *
     * Items: Start of each interval with a sale, Unix time in seconds
     */
    at: number[];
    /** How many were sold */
    count: number[];
    /**
     * Sum of the prices paid
     *
     * Items: Sum of the prices paid
     */
    volume: (number | null)[];
  };
  /** The newest single sales, at most 1,000, of the window or else of the last 30 days, oldest first */
  sales: {
    /** When it was sold, Unix time in seconds */
    at: number;
    /** The price paid */
    price: number;
    /** Marketplace, canonical spelling */
    marketplace: string;
    /** Wear; null if it is not known */
    float: number | null;
  }[];
  /** Completeness of the data by day, of at most 400 days; a day without records is omitted */
  days: {
    /**
     * The days, UTC
     *
     * Items: The day, UTC, as YYYY-MM-DD
     */
    day: string[];
    /** How many sources of these marketplaces have no gap on that day */
    complete: number[];
    /** How many of them have a gap that does not cover the whole day */
    partial: number[];
    /** How many of them have nothing of that day */
    missing: number[];
  };
}
export interface Conditions {
  /** First requested day, UTC, as YYYY-MM-DD */
  fromDay: string;
  /** Last requested day, UTC, as YYYY-MM-DD */
  toDay: string;
  /** Sorted by marketplace, source and game */
  sources: SourceConditions[];
}
export interface SourceConditions {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Name of the source within its marketplace */
  source: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** In chronological order, from the first day that is recorded */
  days: DayCondition[];
  /** Gaps that overlap these days, in chronological order */
  gaps: KnownGap[];
}
export interface DayCondition {
  /** The day, UTC, as YYYY-MM-DD */
  day: string;
  /** complete: no gap overlaps the day; missing: gaps cover all of it; partial: anything in between */
  condition: 'complete' | 'partial' | 'missing';
  /** Share of the elapsed part of the day in which the data was not late: a polled source was read again within one interval after it was due, or a feed was connected and delivering */
  coverage: number;
  /** 95th percentile, over time, of the age of the last good reading, in seconds; null if nothing was recorded */
  ageP95Seconds: number | null;
  /** On the day the source was first read, the time of that reading, Unix time in seconds; null on later days */
  knownSince: number | null;
}
export interface KnownGap {
  /** Start of the gap, up to which data is certainly complete, Unix time in seconds */
  fromAt: number;
  /** End of the gap, from which data is complete again, Unix time in seconds; null if it has not ended */
  toAt: number | null;
  /** What the gap began with. cut: the connection of a feed ended; silent: a feed sent nothing for too long; failed: a reading failed or was incomplete; shrunk: a reading returned far less than the one before; notRunning: this service did not run */
  reason: 'cut' | 'silent' | 'failed' | 'shrunk' | 'notRunning';
}
export interface FoundSales<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Game code */
  game: InGame;
  /** Newest first */
  sales: FoundSale<InGame>[];
  /** Value of `after` for the next page; null on the last page */
  next: string | null;
}
/** A completed purchase on any marketplace */
export interface FoundSale<InGame extends Game = Game> {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Id of the sale, unique on its marketplace */
  id: string;
  /** Time of the sale; of some marketplaces only the day is known, Unix time in seconds */
  timestamp: number;
  /** Doppler variant; null if it has none or none is known */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Charms on the item (CS2); null if there is none or none is known */
  charms: (
    | {
        /** Name of the charm as an item of its own */
        name: string;
        /** Pattern of the charm, from 0 to 100000; null if not known */
        pattern: number | null;
        /** Sticker inside it, if it is a sticker slab; null otherwise */
        sticker: string | null;
        /** Highlight of a match that it shows; null otherwise */
        highlight: string | null;
      }[]
    | null
  ) &
    KnownIn<InGame, 'CS2'>;
  /** Name that a player gave the item (CS2); null if it has none or none is known */
  nameTag: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Count on its StatTrak counter (CS2); null if it has none or it is not known */
  statTrakCount: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Patches on an agent (CS2), as stickers are; null if there are none or none are known */
  patches: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** How much of a Fade, Amber Fade or Acid Fade shows (CS2), in percent from 80 to 100, calculated from the paint seed; null for other finishes, and if it is not known */
  fade: (number | null) & KnownIn<InGame, 'CS2'>;
  /** bid: the seller filled a buy order; ask: the buyer took an offer; null where the marketplace does not say */
  side: 'ask' | 'bid' | null;
}
export interface AppraiseRequest {
  /** Game: CS2, Dota2, Rust or TF2, an alias or app id */
  game: string;
  /** Exact name as Steam writes it; needed without offerId */
  name?: string;
  /** Doppler variant */
  phase?: string | null;
  /** Effect of an unusual item of TF2 */
  effect?: string | null;
  /** Wear */
  float?: number | null;
  /** Pattern */
  paintSeed?: number | null;
  /**
   * Stickers; none if omitted, null if they are not known
   *
   * @maxItems 16
   */
  stickers?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
    | null;
  /**
   * Charms; none if omitted, null if they are not known
   *
   * @maxItems 16
   */
  charms?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
    | null;
  /** Inspect link of CS2. One that contains the certificate of the item tells float, pattern and Doppler variant, and whether there is anything on it, but not its names; the older kind tells nothing. `giveToo` of the answer says what else to give */
  inspectLink?: string;
  /** The marketplace of the offer `offerId` */
  marketplace?: string;
  /** Id of an offer, all of whose properties are taken */
  offerId?: string;
  /** Only sales and offers of marketplaces that pay this out; any includes those of which it is not known. Default: money */
  payout?: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** Currency of the answer; default: USD */
  currency?: 'USD' | 'EUR' | 'CNY' | 'RUB';
}
export interface Appraisal<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Game code */
  game: InGame;
  /** Doppler variant; null if it has none or none is known */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** What it is worth, before fees; null if not enough is known */
  price: number | null;
  /** One sale in ten is expected below this; null with the price */
  low: number | null;
  /** One sale in ten is expected above this; null with the price */
  high: number | null;
  /** Why there is no price. variantUnknown: the item has variants and none is given; tooFewRows: too few comparable sales and offers are known */
  notEnoughKnown: 'variantUnknown' | 'tooFewRows' | null;
  /** Properties that neither the request nor its inspect link tell: give them in the request for a price that takes them into account */
  giveToo: ('float' | 'paintSeed' | 'stickers' | 'charms')[];
  /** How many rows of the same weight say as much as those below */
  count: number;
  /** The lowest ask of the same item and variant; null if there is none */
  lowestAsk: number | null;
  /** Sum of the lowest asks of its unscraped stickers as separate items; null if it is not known */
  stickersAsk: number | null;
  /** How much of stickersAsk is part of the price, in percent; null with the price */
  stickersPercent: number | null;
  /** The sales and offers that the price rests on, heaviest first, at most 50 */
  rows: AppraisedRow<InGame>[];
  /** Where it can be sold, by what a seller gets, at most 10 */
  sell: SellOption[];
}
/** A marketplace on which the item can be sold */
export interface SellOption {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The price at the level of this marketplace */
  price: number;
  /** What a seller gets for it after the known fees; null if they are not known */
  afterFees: number | null;
  /** Which of the offers there it would be, from the cheapest */
  rank: number;
  /** How likely it is sold there at this price, by time */
  sellsWithin: SellsWithin[];
}
export interface SellsWithin {
  /** Hours after it is put on sale */
  hours: number;
  /** Share of comparable offers that were sold in that time; null if too few were observed */
  probability: number | null;
  /** How often an offer of this rank was observed on this marketplace */
  count: number;
  /** The same on the other marketplaces */
  otherCount: number;
}
export interface AppraisedRow<InGame extends Game = Game> {
  /** Whether it was sold or is offered */
  kind: 'sale' | 'offer';
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Id of the sale or offer, unique on its marketplace */
  id: string;
  /** When it was sold, or when the offer was last confirmed, Unix time in seconds */
  timestamp: number;
  /** What was paid or is asked */
  price: number;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Sum of the lowest asks of its unscraped stickers as separate items; null if it is not known */
  stickersAsk: number | null;
  /** What this row alone says that the item is worth */
  worth: number;
  /** Part of all weights */
  weightPercent: number;
}
export interface ValueRequest {
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
      /** Doppler variant; any if omitted, empty or null */
      phase?: string | null;
      /** Effect of an unusual item of TF2; any if omitted, empty or null */
      effect?: string | null;
      /** Number of pieces; 1 if omitted */
      count?: number;
    },
    ...{
      /** Exact name as Steam writes it */
      name: string;
      /** Doppler variant; any if omitted, empty or null */
      phase?: string | null;
      /** Effect of an unusual item of TF2; any if omitted, empty or null */
      effect?: string | null;
      /** Number of pieces; 1 if omitted */
      count?: number;
    }[],
  ];
  /** bid: at the highest buy order; ask: at the lowest ask; sellable: only what can be sold now to existing buy orders, filled in turn. Default: bid */
  side?: 'bid' | 'ask' | 'sellable';
  /** Only these marketplaces; all if omitted or empty */
  marketplaces?: string[];
  /** Only marketplaces that pay this out; any includes those of which it is not known. Default: money */
  payout?: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** Currency of the answer; default: USD */
  currency?: 'USD' | 'EUR' | 'CNY' | 'RUB';
}
export interface Value<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** bid: at the highest buy order; ask: at the lowest ask; sellable: only what can be sold now to existing buy orders, filled in turn */
  side: 'bid' | 'ask' | 'sellable';
  /** Sum of the `total` of all lines, before fees */
  total: number;
  /** Sum of the `totalAfterFees` of all lines */
  totalAfterFees: number;
  /** Number of lines in `total` */
  valuedCount: number;
  /** Number of lines in `totalAfterFees` */
  valuedAfterFeesCount: number;
  /** Number of lines whose name no marketplace knows */
  unknownCount: number;
  /** One line per requested item, in the same order */
  lines: ValueLine<InGame>[];
}
export interface ValueLine<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; as requested; null if any */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; as requested; null if any */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Requested number of pieces */
  count: number;
  /** Whether any marketplace knows the name */
  isKnown: boolean;
  /** Most similar known name for a name that is not known; otherwise null */
  nearest: string | null;
  /** Whether the item has variants and none was requested, so that what it sells for is not known; give phase or effect */
  needsVariant: boolean;
  /** The best price of one piece, before fees; null if there is none */
  best: ValuePrice | null;
  /** The best price of one piece after fees, among marketplaces whose fee for that side is known; null if there is none */
  bestAfterFees: ValuePrice | null;
  /** Number of pieces in `total` */
  soldCount: number;
  /** Value of these pieces, before fees; null if there is no price */
  total: number | null;
  /** Number of pieces in `totalAfterFees` */
  soldAfterFeesCount: number;
  /** Value of these pieces, after known fees; null if there is no price after fees */
  totalAfterFees: number | null;
}
export interface ValuePrice {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
  /** Reasons to doubt the price, in alphabetical order. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface FoundOffers<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** In the requested order */
  offers: FoundOffer<InGame>[];
  /** Value of `after` for the next page; null on the last page */
  next: string | null;
}
/** A single offer on any marketplace */
export interface FoundOffer<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null if it has none or none is known */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if it has none or none is known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Price of the offer; null without a usable exchange rate */
  price: number | null;
  /** The lowest ask on any other marketplace, of the same variant where it is known; null if there is none */
  othersAsk: number | null;
  /** How far the price is below othersAsk, in percent; negative if it is above; null if there is no othersAsk */
  belowOthersPercent: number | null;
  /** The usual lowest ask on this marketplace over the past week, of the same variant where it is known; null if not known */
  usualAsk: number | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: (number | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** Sum of the lowest asks of its stickers as separate items, regardless of wear; 0 without stickers; null if the stickers or one of the asks are not known */
  stickersAsk: number | null;
  /** Charms on the item (CS2); null if there is none or none is known */
  charms: (
    | {
        /** Name of the charm as an item of its own */
        name: string;
        /** Pattern of the charm, from 0 to 100000; null if not known */
        pattern: number | null;
        /** Sticker inside it, if it is a sticker slab; null otherwise */
        sticker: string | null;
        /** Highlight of a match that it shows; null otherwise */
        highlight: string | null;
      }[]
    | null
  ) &
    KnownIn<InGame, 'CS2'>;
  /** Name that a player gave the item (CS2); null if it has none or none is known */
  nameTag: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Count on its StatTrak counter (CS2); null if it has none or it is not known */
  statTrakCount: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Patches on an agent (CS2), as stickers are; null if there are none or none are known */
  patches: (Sticker[] | null) & KnownIn<InGame, 'CS2'>;
  /** How much of a Fade, Amber Fade or Acid Fade shows (CS2), in percent from 80 to 100, calculated from the paint seed; null for other finishes, and if it is not known */
  fade: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Quality of an item of TF2, such as Unusual; null for other games, and if the marketplace does not say */
  quality: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Second quality of an item of TF2, such as Strange; null for other games, and if the marketplace does not say */
  elevatedQuality: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Craft number of an item of TF2; null for other games, and if it has none or none is known */
  craftNumber: (number | null) & KnownIn<InGame, 'TF2'>;
  /** Series of a crate of TF2; null for other games, and if it has none or none is known */
  crateSeries: (number | null) & KnownIn<InGame, 'TF2'>;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** URL where this offer can be bought; null if not known */
  purchaseLink: string | null;
  /** Link that shows the item in the game; null if not known */
  inspectLink: string | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Last change of a published value, Unix time in seconds */
  updatedAt: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface Deals<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Best first */
  deals: Deal<InGame>[];
  /** What is not known of the marketplaces of these deals, each once */
  unknown: {
    /** Marketplace, canonical spelling */
    marketplace: string;
    /** buyerFee: what buyers pay on top of the price; payOut: what paying out costs, in percent. Neither is deducted, so that the profit is an upper bound */
    fact: 'buyerFee' | 'payOut';
  }[];
}
export interface Mover {
  /** Name of the item */
  name: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The lowest ask now; null without a usable exchange rate */
  ask: number | null;
  /** The lowest ask then, on any marketplace, at the current exchange rate; null without a usable one */
  formerAsk: number | null;
  /** ask minus formerAsk; null without a usable exchange rate */
  change: number | null;
  /** The change in percent of formerAsk */
  changePercent: number;
  /** The usual lowest ask on this marketplace over the past week; null if not known */
  usualAsk: number | null;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
}
export interface CatalogueItem<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** What the item is */
  kind:
    | 'pistol'
    | 'smg'
    | 'rifle'
    | 'sniperRifle'
    | 'shotgun'
    | 'machineGun'
    | 'equipment'
    | 'knife'
    | 'gloves'
    | 'agent'
    | 'sticker'
    | 'slab'
    | 'patch'
    | 'charm'
    | 'highlight'
    | 'graffiti'
    | 'musicKit'
    | 'container'
    | 'key'
    | 'pass'
    | 'tool'
    | 'collectible'
    | 'wearable'
    | 'bundle'
    | 'courier'
    | 'ward'
    | 'announcer'
    | 'hud'
    | 'loadingScreen'
    | 'cursor'
    | 'terrain'
    | 'taunt'
    | 'emoticon'
    | 'gem'
    | 'treasure'
    | 'ticket'
    | 'pennant'
    | 'playerCard'
    | 'weapon'
    | 'cosmetic'
    | 'warPaint'
    | 'strangePart'
    | 'strangifier'
    | 'unusualifier'
    | 'killstreakKit'
    | 'paint'
    | 'metal'
    | 'action'
    | 'clothing'
    | 'armor'
    | 'deployable'
    | 'skin'
    | 'other';
  /** Rarity of the item (CS2, Dota2) or grade (TF2), in Steam's words; null until a marketplace tells it */
  rarity: (string | null) & KnownIn<InGame, 'CS2' | 'Dota2' | 'TF2'>;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: (string | null) & KnownIn<InGame, 'Dota2'>;
  /** What the skin is for (Rust), in the words of a marketplace; null until one tells it */
  itemType: (string | null) & KnownIn<InGame, 'Rust' | 'TF2'>;
  /** Where a hero (Dota2) or a class (TF2) wears the item; null until a marketplace tells it */
  slot: (string | null) & KnownIn<InGame, 'Dota2' | 'TF2'>;
  /** Collections that the item belongs to (CS2, TF2); null until a marketplace tells them */
  collections: (string[] | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Classes that can use the item (TF2); null until a marketplace tells them, and for items of all classes */
  classes: (string[] | null) & KnownIn<InGame, 'TF2'>;
  /** Lowest float that the game gives this item in any wear band (CS2); null until it is told */
  minFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Highest float that the game gives this item in any wear band (CS2); null until it is told */
  maxFloat: (number | null) & KnownIn<InGame, 'CS2'>;
  /** Weapon, knife or gloves (CS2, TF2), or the item of the game that a skin is for (Rust), by its name; null if the name has none */
  weapon: (string | null) & KnownIn<InGame, 'CS2' | 'Rust' | 'TF2'>;
  /** Finish of a weapon or war paint; null without one */
  finish: (string | null) & KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Wear band in the name (CS2, TF2); null for items without wear */
  exterior: ('Factory New' | 'Minimal Wear' | 'Field-Tested' | 'Well-Worn' | 'Battle-Scarred' | null) &
    KnownIn<InGame, 'CS2' | 'TF2'>;
  /** Whether it counts kills (CS2) */
  statTrak: boolean;
  /** Whether it is a souvenir form (CS2) */
  souvenir: boolean;
  /** Quality in the name (Dota2, TF2): Standard or Unique without one; null for other games */
  quality: (string | null) & KnownIn<InGame, 'Dota2' | 'TF2'>;
  /** Film of a sticker, slab or patch (CS2); null without one */
  effect: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Tournament in the name (CS2); null for items of no tournament */
  event: (string | null) & KnownIn<InGame, 'CS2'>;
  /** Chinese name as given by a marketplace; null if none gives one */
  nameZH: string | null;
  /** Russian name as given by a marketplace; null if none gives one */
  nameRU: string | null;
  /** URL of a picture; null if none is known */
  thumbnail: string | null;
  /**
   * Doppler variants that have been read
   *
   * Items: Doppler variant
   */
  phases: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald')[];
  /** Effects of the unusual item (TF2) that have been read */
  unusualEffects: string[];
  /** Ids of the item on marketplaces that have some */
  marketplaceItemIds: {
    /** Marketplace, canonical spelling */
    marketplace: string;
    /** The id by which the marketplace knows the item */
    id: string;
  }[];
  /** Who tells what of the item, beyond its name. Of equal values only the first is kept; where values differ, that of the first marketplace counts, and that of a data set where no marketplace tells one */
  told: {
    /** Which member of the item is told */
    attribute: 'rarity' | 'hero' | 'itemType' | 'kind' | 'slot' | 'collections' | 'classes' | 'minFloat' | 'maxFloat';
    /** The value, in the spelling of this service */
    value: string | number | string[];
    /** Who tells it: a marketplace, or a public data set of items */
    marketplace: string;
  }[];
}
export interface Catalogue<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** In the order of the UTF-16 code units of the name */
  items: CatalogueItem<InGame>[];
  /** Pass it as `after` to get the next page; null on the last one */
  next: string | null;
}
export interface Movers {
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Time of the former asks, Unix time in seconds; shortly after a start it is later than requested; null while none are kept */
  since: number | null;
  /** Largest change first */
  movers: Mover[];
}
export interface Ratio<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** The sum to carry across in a day */
  amount: number;
  /** From money into Steam balance: buy with money, sell on Steam */
  into: {
    /** Balance received for one unit paid: over the best rows whose sales of one day take up `amount`; null if no sales are known */
    ratio: number | null;
    /** How much of `amount` these rows take up in a day; less than it if there are too few */
    covered: number;
    /** One for each item, the best ratio first */
    rows: RatioRow<InGame>[];
  };
  /** From Steam balance to money: buy on Steam, sell for money */
  back: {
    /** Money received for one unit paid: over the best rows whose sales of one day take up `amount`; null if no sales are known */
    ratio: number | null;
    /** How much of `amount` these rows take up in a day; less than it if there are too few */
    covered: number;
    /** One for each item, the best ratio first */
    rows: RatioRow<InGame>[];
  };
}
/** An item that carries value across: where to buy it and where to sell it */
export interface RatioRow<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null if the item has none or any variant qualifies */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if the item has none or any variant qualifies */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  buy: DealBuy;
  sell: DealSell;
  /** Days until the money is free, both holds together; null if not known */
  holdDays: number | null;
  /** What is received for one unit paid, after known fees */
  ratio: number;
  /** Sales of the item per day over the last week, on all marketplaces; null if not known */
  salesPerDay: number | null;
}
/** Where the item is bought */
export interface DealBuy {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
  /** Days until what is bought there can be sold elsewhere; null if not known */
  holdDays: number | null;
  /** Reasons to doubt this side, in alphabetical order. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is; feeUnknown: the buyer fee is not known, so the profit shown is an upper bound */
  flags: (
    | 'afterGap'
    | 'converted'
    | 'feeUnknown'
    | 'inferred'
    | 'outlier'
    | 'partialRead'
    | 'rateOld'
    | 'stale'
    | 'thin'
    | 'variantUnknown'
  )[];
}
/** Where and how the item is sold */
export interface DealSell {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
  /** What the marketplace pays out: money, or something that does not become money there; null if not known */
  payout: 'money' | 'steamBalance' | 'siteBalance' | 'items' | 'coins' | null;
  /** bid: sell immediately to the best buy order; list: put on sale at the lowest ask */
  way: 'bid' | 'list';
  /** Days until what it is sold for is free; null if not known */
  holdDays: number | null;
  /** Reasons to doubt this side, in alphabetical order. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is; feeUnknown: the buyer fee is not known, so the profit shown is an upper bound */
  flags: (
    | 'afterGap'
    | 'converted'
    | 'feeUnknown'
    | 'inferred'
    | 'outlier'
    | 'partialRead'
    | 'rateOld'
    | 'stale'
    | 'thin'
    | 'variantUnknown'
  )[];
}
/** An item to buy on one marketplace and sell on another */
export interface Deal<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null if the item has none or any variant qualifies */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if the item has none or any variant qualifies */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  buy: DealBuy;
  sell: DealSell;
  /** What the seller receives minus what the buyer pays, after known fees; an upper bound if the flags of `buy` contain feeUnknown; null without a usable exchange rate */
  profit: number | null;
  /** Days until the money is free, both holds together; null if not known */
  holdDays: number | null;
  /** The profit in percent of what the buyer pays */
  profitPercent: number;
  /** How easily the item can be bought and sold over all marketplaces, from 0 to 100, based on sales of the last week, offers, marketplaces and buy orders; null if nothing is known */
  liquidity: number | null;
}
export interface Failure {
  /** What went wrong and how to fix it */
  error: string;
  /** Error code */
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
    | 'NO_DATABASE'
    | 'SERVICE_UNAVAILABLE';
}
export interface Health {
  status: 'alive';
  /** Version of the service */
  version: string;
  /** Seconds since the start */
  uptimeSeconds: number;
  /** Whether the saved state is loaded and reads are answered */
  ready: boolean;
  /** Whether all data is simulated by the local stage */
  played: boolean;
  /** Whether the key file can be read; while it cannot, the keys last read stay in use */
  keysReadable: boolean;
  /** Number of sources in each state */
  sources: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: number;
  };
  /** Health of the store; collecting and streaming continue when it cannot be written */
  store: {
    /** Whether there is a database; without one, requests about the past are answered with NO_DATABASE */
    keepsPast: boolean;
    /** Whether changes are being written */
    writing: boolean;
    /** First failure since the last success, Unix time in seconds; null while writes succeed */
    notWritingSince: number | null;
    /** Last failure, however old; null if there was none. The message for the operator, for others its class, such as `disk full` */
    lastError: string | null;
    /** Rows in memory that are not written yet */
    rowsWaiting: number;
    /** Age of the oldest of these rows; up to about 30 while all is well. Answers include them all the same */
    behindSeconds: number;
    /** Rows dropped for lack of room, since the start */
    rowsGivenUp: number;
  };
  /** Health of the tape; the stream continues when it cannot be written, but may not be able to resume from messages sent meanwhile */
  tape: {
    /** Whether everything the stream has published is kept */
    keeping: boolean;
    /** First failed write since everything was kept, Unix time in seconds; null while writes succeed */
    notKeepingSince: number | null;
    /** Last failure, however old; null if there was none. The message for the operator, for others its class, such as `disk full` */
    lastError: string | null;
    /** Changes not yet published */
    recordsWaiting: number;
  };
  /** Why nothing has been read since the start; null once any source has been read */
  unread: string | null;
  /** Nodes of the cluster, including those silent for up to ten minutes; present only in a cluster */
  nodes?: {
    /** Host name and port */
    name: string;
    /** Whether this node sent this response */
    answers: boolean;
    /** Version of the service on the node */
    version: string;
    /** Roles of the node: collect, serve, store */
    roles: string[];
    /** Exclusive roles that this node currently holds */
    works: string[];
    /** Whether the node answers reads */
    ready: boolean;
    /** Seconds since its last report */
    silentSeconds: number;
    /** Epoch of the tape */
    epoch: string;
    /** Sequence of the newest change it has */
    sequence: number;
  }[];
  /** Workers that hold the connections of readers; present only with `http.workers` */
  fronts?: {
    /** Intended number of front workers */
    wanted: number;
    /** Front workers that accept connections */
    running: number;
    /** Restarts of a front worker since the start */
    restarts: number;
    /** Restarts after a worker stopped responding and was killed */
    hung: number;
  };
  /** Automatic backups; present only with `backup.folder` */
  backups?: {
    /** Time of the newest backup, Unix time in seconds; null if there is none */
    lastAt: number | null;
    /** Number of backups kept */
    kept: number;
    /** First failure since the last success, Unix time in seconds; null while backups succeed */
    failingSince: number | null;
    /** Last failure, however old; null if there was none. The message for the operator, for others its class, such as `disk full` */
    lastError: string | null;
  };
}
export interface SourceHealth {
  /** Marketplace, canonical spelling; or a public data set that is read like one */
  marketplace: string;
  /** Short name of the marketplace, as used in settings */
  slug: string;
  /** Name of the source within its marketplace */
  source: string;
  /** How it is read: bulk, walk, lookup or feed */
  kind: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** How its format is known: recorded, documented or inferred */
  evidence: string;
  /** What the marketplace says of programs that read it: official, documented, tolerated or againstTerms; the last is off unless `collect.enable` names it */
  permission: string;
  /** Whether the marketplace is in business; null if not known */
  standing: {
    /** open, doubtful or closed */
    state: string;
    /** Year, month or day, such as 2026, 2026-01 or 2026-01-31; for an open one, when it was last seen open */
    since: string;
    /** Where this is stated */
    by: string;
  } | null;
  /** When others were last known to read this source; null if not known */
  seen: {
    /** Year, month or day, such as 2026, 2026-01 or 2026-01-31 */
    on: string;
    /** Where this is stated */
    by: string;
  } | null;
  /** starting, live, stale, limited, refused, blocked, changed, shrunk, down or off */
  state: string;
  /** Outcome of the last request; null before the first */
  lastOutcome: string | null;
  /** Last failure; null if there is none. With a key, or for a source that is off, its message and how to fix it, otherwise its class, such as `no connection` */
  detail: string | null;
  /** Last request, Unix time in seconds; null before the first */
  lastAskedAt: number | null;
  /** Last successful reading, Unix time in seconds; null before the first */
  lastReadAt: number | null;
  /** Next request, Unix time in seconds; null if none is planned */
  nextAskAt: number | null;
  /** Seconds since it became due, whether waiting for its turn or being read; 0 before it is due */
  lateSeconds: number;
  /** Intended interval in seconds */
  everySeconds: number;
  /** Requests since the start */
  requests: number;
  /** Rows read since the start */
  rows: number;
  /** Rows that could not be read, since the start */
  rejected: number;
  /** Environment variable of the missing credential; null if none is missing */
  missingCredential: string | null;
  /** Kinds of records it yields */
  yields: string[];
  /** Seconds since the marketplace last confirmed the records held of it, median and 95th percentile: of offers if the source yields them and any are held, else of quotes, else of buy orders; null if none are held */
  age: {
    /** Median */
    p50Seconds: number;
    /** 95th percentile */
    p95Seconds: number;
  } | null;
  /** Share of the known items of the game that its marketplace has */
  coverage: {
    /** Items of the game on this marketplace now */
    itemCount: number;
    /** Items of the game known from any marketplace */
    knownCount: number;
    /** Items of which only this marketplace has told; among them are those whose name it writes in a way that is not recognised */
    loneCount: number;
    /** itemCount divided by knownCount; null if none is known */
    share: number | null;
  };
  /** Request budget of the marketplace; shared by all sources with the same budget name */
  budget: {
    /** Name of the budget */
    name: string;
    /** Requests allowed within `perSeconds` */
    requests: number;
    /** Length of the window in seconds */
    perSeconds: number;
    /** Requests within the last `perSeconds` */
    used: number;
    /** `used` divided by `requests` */
    share: number;
    /** The marketplace accepts no requests before this, Unix time in seconds; null if not held */
    heldUntil: number | null;
  };
  /** Rows that could not be read when the state became changed or shrunk, without secrets; kept until it recovers */
  sample: {
    /** Why the row could not be read */
    reason: string;
    /** The row, at most 400 characters */
    row: string;
  }[];
}
export interface RegistryEntry {
  /** Id of the marketplace; never changes */
  id: number;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Short name of the marketplace, as used in settings */
  slug: string;
  /** Other accepted names */
  aliases: string[];
  /** Whether this service reads it */
  connected: boolean;
}
/** Only items that are this, by their names and what marketplaces tell of them, as in GET /tape/catalogue */
export interface ItemTraits {
  /** As the parameter kind of GET /tape/catalogue */
  kind?: string | [string, ...string[]];
  /** As the parameter weapon of GET /tape/catalogue */
  weapon?: string | [string, ...string[]];
  /** As the parameter finish of GET /tape/catalogue */
  finish?: string | [string, ...string[]];
  /** As the parameter exterior of GET /tape/catalogue */
  exterior?: string | [string, ...string[]];
  /** As the parameter rarity of GET /tape/catalogue */
  rarity?: string | [string, ...string[]];
  /** As the parameter collection of GET /tape/catalogue */
  collection?: string | [string, ...string[]];
  /** As the parameter hero of GET /tape/catalogue */
  hero?: string | [string, ...string[]];
  /** As the parameter slot of GET /tape/catalogue */
  slot?: string | [string, ...string[]];
  /** As the parameter itemType of GET /tape/catalogue */
  itemType?: string | [string, ...string[]];
  /** As the parameter quality of GET /tape/catalogue */
  quality?: string | [string, ...string[]];
  /** As the parameter class of GET /tape/catalogue */
  class?: string | [string, ...string[]];
  /** As the parameter event of GET /tape/catalogue */
  event?: string | [string, ...string[]];
  /** true: only items that count kills; false: only others */
  statTrak?: boolean;
  /** true: only souvenirs; false: only others */
  souvenir?: boolean;
}
export interface AlertRequest {
  /** Name of the rule, included in alerts */
  name: string;
  /** Condition of the rule */
  when: AlertStreamWhen | AlertFigureWhen | AlertDealWhen;
  /** Where alerts are sent */
  target:
    | AlertWebhook
    | AlertChat
    | AlertTelegram
    | AlertNtfy
    | {
        kind: 'email';
        /** A single e-mail address that the operator allows */
        to: string;
      }
    | {
        kind: 'browser';
      };
  /** false: the rule is done after its first alert */
  repeats?: boolean;
  /** Minimum seconds between two alerts about the same item */
  coolDownSeconds?: number;
  /** How far, in percent, a figure must move back past its bound before the rule can be met again; percentage points if the figure itself is in percent */
  hysteresisPercent?: number;
  /** Template of the alert with placeholders such as {rule}, {item}, {marketplace}, {price}, {event}, {value} and {link}; a default text if omitted */
  text?: string;
}
export interface AlertStreamWhen {
  kind: 'stream';
  /** Fields of a stream subscription: games, subscribeTo, items, minPriceUSD, events and so on */
  filter: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  /** Only offers at least this many percent below the usual ask on their marketplace */
  underUsualPercent?: number;
  /** Offers: words in the name of a charm on the item */
  charm?: string;
  /** Offers: true: only items that a player has named */
  nameTag?: boolean;
  /** Offers: minimum count on the StatTrak counter */
  minStatTrakCount?: number;
  /** Offers: words in the name of a patch on the agent */
  patch?: string;
  /** Offers: minimum percentage of a fade, calculated from the paint seed */
  minFade?: number;
  /** Offers: maximum percentage of the fade */
  maxFade?: number;
  /** With the channel sources: states to alert on; all if omitted */
  states?: string[];
}
export interface AlertFigureWhen {
  kind: 'figure';
  /** ask, bid: the lowest ask or highest bid in US dollars (an item with variants has a bid only of one of them, given as phase); askAfterFees, bidAfterFees: the same after fees; spreadPercent: ask minus bid in percent of the ask; underUsualPercent: how far the ask of a marketplace is below its usual ask, in percent */
  figure: 'ask' | 'bid' | 'askAfterFees' | 'bidAfterFees' | 'spreadPercent' | 'underUsualPercent';
  /** Game: CS2, Dota2, Rust or TF2, an alias or app id */
  game: string;
  /** Exact names of items; all that have the traits if omitted */
  items?: string[];
  traits?: ItemTraits;
  /** Doppler variant; the whole item if omitted */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald';
  /** Marketplaces to consider; all if omitted */
  marketplaces?: string[];
  /** What the marketplaces whose bids count pay out; any includes those of which it is not known. Default: money */
  payout?: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** Alert when the figure is below this; give either below or above */
  below?: number;
  /** Alert when the figure is above this; give either below or above */
  above?: number;
}
export interface AlertDealWhen {
  kind: 'deal';
  /** Game: CS2, Dota2, Rust or TF2, an alias or app id */
  game: string;
  /** Fields of a subscription to deals: minProfit, minPercent, maxPrice, from, to and so on */
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
  /** HTTPS URL; its path is stored but never shown */
  url: string;
  /** whsec_ followed by 24 to 64 bytes in Base64; generated if omitted */
  secret?: string;
}
export interface AlertChat {
  /** Chat service */
  kind: 'discord' | 'slack';
  /** HTTPS URL; its path is stored but never shown */
  url: string;
}
export interface AlertTelegram {
  kind: 'telegram';
  /** Token of the bot */
  token: string;
  /** Chat to send to */
  chatId: string;
  /** URL of a different Bot API server */
  url?: string;
}
export interface AlertNtfy {
  kind: 'ntfy';
  /** HTTPS URL; its path is stored but never shown */
  url: string;
  /** Access token of an account on that server */
  token?: string;
}
export interface AlertRule {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** Condition of the rule, as it was requested */
  when: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  /** Where alerts are sent */
  target: {
    /** Kind of target */
    kind: 'webhook' | 'discord' | 'slack' | 'telegram' | 'ntfy' | 'email' | 'browser';
    /** Host of the target, empty for browser; the rest of its address is not shown */
    host: string;
  };
  /** false: the rule is done after its first alert */
  repeats: boolean;
  /** Minimum seconds between two alerts about the same item */
  coolDownSeconds: number;
  /** How far, in percent, a figure must move back past its bound before the rule can be met again; percentage points if the figure itself is in percent */
  hysteresisPercent: number;
  /** Template of the alert; null uses the default */
  text: string | null;
  /** Id of the key that created it */
  keyId: string;
  /** When it was created, Unix time in seconds */
  createdAt: number;
  /** When a rule that does not repeat was met, Unix time in seconds; null until then */
  doneAt: number | null;
  /** When it was paused, Unix time in seconds; null if it is not */
  pausedAt: number | null;
  /** Why the rule is not being checked; null while it is */
  problem: string | null;
  /** Alerts not yet delivered */
  pending: number;
  /** Most recent delivery attempt; null if there was none */
  lastAttempt: AlertAttempt | null;
}
export interface AlertAttempt {
  /** Same for every attempt; sent by webhooks as webhook-id */
  alertId: string;
  /** Subject of the alert; alerts of a rule about the same subject arrive in order */
  item: string;
  /** End of the attempt, Unix time in seconds */
  at: number;
  /** Number of the attempt, from 1 */
  attempt: number;
  /** delivered; failed: will be retried; givenUp: will not be retried */
  outcome: 'delivered' | 'failed' | 'givenUp';
  /** HTTP status, or SMTP reply code for e-mail; null without a response */
  status: number | null;
  /** Error message; null if delivered */
  error: string | null;
  /** Response time of the target, in milliseconds */
  milliseconds: number;
}
export interface NewAlertRule {
  /** Id of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  /** Condition of the rule, as it was requested */
  when: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: unknown;
  };
  /** Where alerts are sent */
  target: {
    /** Kind of target */
    kind: 'webhook' | 'discord' | 'slack' | 'telegram' | 'ntfy' | 'email' | 'browser';
    /** Host of the target, empty for browser; the rest of its address is not shown */
    host: string;
  };
  /** false: the rule is done after its first alert */
  repeats: boolean;
  /** Minimum seconds between two alerts about the same item */
  coolDownSeconds: number;
  /** How far, in percent, a figure must move back past its bound before the rule can be met again; percentage points if the figure itself is in percent */
  hysteresisPercent: number;
  /** Template of the alert; null uses the default */
  text: string | null;
  /** Id of the key that created it */
  keyId: string;
  /** When it was created, Unix time in seconds */
  createdAt: number;
  /** When a rule that does not repeat was met, Unix time in seconds; null until then */
  doneAt: number | null;
  /** When it was paused, Unix time in seconds; null if it is not */
  pausedAt: number | null;
  /** Why the rule is not being checked; null while it is */
  problem: string | null;
  /** Alerts not yet delivered */
  pending: number;
  /** Most recent delivery attempt; null if there was none */
  lastAttempt: AlertAttempt | null;
  /** Secret for verifying the signatures of a webhook, not shown again; null for other targets */
  secret: string | null;
}
export interface AlertTest {
  /** Whether the target accepted it */
  isDelivered: boolean;
  /** HTTP status, or SMTP reply code for e-mail; null without a response */
  status: number | null;
  /** Error message; null if delivered */
  error: string | null;
  /** Response time of the target, in milliseconds */
  milliseconds: number;
}
export interface LoggedAlert {
  /** Id of the alert */
  id: string;
  /** alert, or the test of a rule */
  type: 'alert' | 'test';
  /** When it was raised, Unix time in seconds */
  at: number;
  /** Whether it was marked as read */
  isRead: boolean;
  /** Rule that raised it, which may have been deleted since */
  rule: {
    /** Id of the rule */
    id: string;
    /** Name of the rule */
    name: string;
  };
  /** Text of the alert */
  text: string;
  /** Where to buy; null if it is about no single offer */
  link: string | null;
  /** Game of the item; null if it is about none */
  game: string | null;
  /** Name of the item; null if it is about none */
  name: string | null;
  /** Doppler variant; null if it is about none */
  itemPhase: string | null;
  /** Figure that crossed its bound; null for other rules */
  figure: {
    /** Figure, such as ask */
    figure: string;
    /** Its value: US dollars, or percent */
    value: number;
    /** Bound that it is below; null if the other bound is set */
    below: number | null;
    /** Bound that it is above; null if the other bound is set */
    above: number | null;
    /** Marketplace with this value; null for figures of several marketplaces */
    marketplace: string | null;
  } | null;
}
export interface WatchedItem {
  /** Game */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Name of the item */
  name: string;
  /** Doppler variant; null for the whole item */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** When it was added, Unix time in seconds */
  addedAt: number;
}
export interface Transaction<InGame extends Game = Game> {
  /** Id of the transaction */
  id: string;
  /** buy, or sell */
  kind: 'buy' | 'sell';
  /** Game code */
  game: InGame;
  /** Name of the item */
  name: string;
  /** Doppler variant; null if none was given */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if none was given */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Number of pieces */
  quantity: number;
  /** Price of one piece; null if it is not known */
  price: number | null;
  /** Fee for all pieces together */
  fee: number;
  /** Currency of price and fee */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** When it was made, Unix time in seconds */
  at: number;
  /** Marketplace; null if none was given */
  marketplace: string | null;
  /** Asset id on Steam; null if none was given */
  assetId: string | null;
  /** Wear, 0 to 1; null if none was given */
  float: number | null;
  /** Paint seed; null if none was given */
  paintSeed: number | null;
  /** Note; null if none was given */
  note: string | null;
}
export interface NewTransaction {
  /** buy, or sell */
  kind?: 'buy' | 'sell';
  /** Game: a name, an alias or the app id */
  game: string;
  /** Full name as Steam writes it */
  name: string;
  /** Doppler variant */
  phase?: string | null;
  /** Effect of an unusual item of TF2 */
  effect?: string | null;
  /** Number of pieces; 1 if omitted */
  quantity?: number;
  /** Price of one piece, with up to three decimals; 0 for what cost nothing; not known if omitted or null */
  price?: number | null;
  /** Currency of price and fee; default: USD */
  currency?: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Fee for all pieces together, on top of the price of a purchase, or out of that of a sale; 0 if omitted */
  fee?: number | null;
  /** When: ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z, or Unix seconds; now if omitted */
  date?: (string | number) | null;
  /** Marketplace: a name, an alias or the id */
  marketplace?: string | null;
  /** Asset id on Steam */
  assetId?: string | null;
  /** Wear, 0 to 1 */
  float?: number | null;
  /** Paint seed */
  paintSeed?: number | null;
  /** Note */
  note?: string | null;
}
export interface TransactionsRequest {
  /**
   * 1 to 10000 transactions
   *
   * @minItems 1
   * @maxItems 10000
   */
  transactions: [NewTransaction, ...NewTransaction[]];
}
export interface TransactionsAdded {
  /** Number of transactions that were recorded */
  addedCount: number;
  /** Number of those that had been recorded before, by their id */
  skippedCount: number;
  /** Ids of the recorded transactions, in the given order */
  ids: string[];
}
export interface Holdings<InGame extends Game = Game> {
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** bid: sold immediately to the best buy order; list: listed at the lowest ask, which nobody guarantees to pay */
  way: 'bid' | 'list';
  /** What the marketplaces that count pay out */
  payout: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** Number of pieces held */
  quantity: number;
  /** Cost of the pieces whose cost is known */
  cost: number;
  /** Number of pieces in `cost` */
  costQuantity: number;
  /** What the pieces of known value bring after fees, in `currency` */
  value: number;
  /** Number of pieces in `value` */
  valueQuantity: number;
  /** Not realised: the sum of the profits of holdings */
  profit: number;
  /** Number of pieces in `profit` */
  profitQuantity: number;
  /** Realised: what was received for sold pieces of known cost, minus that cost */
  realised: number;
  /** Number of pieces in `realised` */
  realisedQuantity: number;
  /** Number of pieces sold, with those of which cost or proceeds are not known */
  soldQuantity: number;
  /** By game, name and variant */
  holdings: Holding<InGame>[];
}
export interface Holding<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Name of the item */
  name: string;
  /** Doppler variant; null if none was given */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if none was given */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Number of pieces held */
  quantity: number;
  /** Whether any marketplace knows the name */
  isKnown: boolean;
  /** Most similar known name for a name that is not known; otherwise null */
  nearest: string | null;
  /** Whether the item has variants and none was given, so that what it brings is not known */
  needsVariant: boolean;
  /** Cost of the pieces whose cost is known; null if it is known of none */
  cost: number | null;
  /** Number of pieces in `cost` */
  costQuantity: number;
  /** When the oldest piece was bought, Unix time in seconds */
  boughtAt: number;
  /** Where a piece brings most after fees now; null if that is not known anywhere */
  sale: HoldingSale | null;
  /** What all pieces bring at that price after fees, in `currency`; null if it is not known */
  value: number | null;
  /** What the pieces of known cost bring after fees, minus their cost; null if either is not known */
  profit: number | null;
  /** What is left of the purchases, oldest first */
  lots: Lot[];
}
export interface HoldingSale {
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** The asked or bid price; null without a usable exchange rate */
  price: number | null;
  /** What the buyer pays, or the seller receives after the fee and, where it is known, the cost of paying out; null if the fee for that side is not known, or without a usable exchange rate */
  afterFees: number | null;
  /** Number of offers or buy orders on that marketplace */
  count: number;
  /** Last confirmed by the marketplace, Unix time in seconds */
  seenAt: number;
  /** URL of the offer, or of the page of the item there; null if not known */
  link: string | null;
  /** Days until what it is sold for there is free; null if that is not known */
  holdDays: number | null;
  /** Reasons to doubt the price, in alphabetical order. afterGap: read right after a gap in its source, so changes during the gap may be missing; converted: the marketplace states it in another currency than the four; converted at the day’s rate, which can differ from that of the marketplace; inferred: read from a source whose format is only inferred; outlier: far from the asks of other marketplaces, or has moved away from them and from its own past week; partialRead: the last reading of its source was incomplete; rateOld: converted at an overdue exchange rate, or no rate is known; stale: not confirmed by the marketplace for an hour; thin: based on a single offer, buy order or sale; variantUnknown: the item has variants, but the marketplace does not say which one this is */
  flags: (
    'afterGap' | 'converted' | 'inferred' | 'outlier' | 'partialRead' | 'rateOld' | 'stale' | 'thin' | 'variantUnknown'
  )[];
}
export interface Lot {
  /** Id of the purchase */
  transactionId: string;
  /** When it was bought, Unix time in seconds */
  boughtAt: number;
  /** Number of pieces left */
  quantity: number;
  /** Cost of these pieces with their share of the fee; null if it is not known */
  cost: number | null;
  /** What the amount of the transaction was multiplied by for `currency`, at the rate of its day; null if no rate is known */
  exchangeRate: number | null;
  /** The day whose rate that is: of the transaction, else the last one before it, else the first one after it, Unix time in seconds; null for an amount in `currency` itself, and if no rate is known */
  ratedAt: number | null;
  /** When it can be sold elsewhere, by the hold of the marketplace where it was bought, Unix time in seconds; null if that is not known */
  freeAt: number | null;
  /** Where it was bought; null if not given */
  marketplace: string | null;
  /** Asset id on Steam; null if not given */
  assetId: string | null;
  /** Wear, 0 to 1; null if not given */
  float: number | null;
  /** Paint seed; null if not given */
  paintSeed: number | null;
}
export interface SoldLots<InGame extends Game = Game> {
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** Number of all sold lots */
  count: number;
  /** Newest sale first; the rate is that of the sale */
  sold: SoldLot<InGame>[];
}
export interface SoldLot<InGame extends Game = Game> {
  /** Game code */
  game: InGame;
  /** Name of the item */
  name: string;
  /** Doppler variant; null if none was given */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if none was given */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Number of pieces */
  quantity: number;
  /** Id of the purchase; null where more was sold than had been bought until then */
  buyId: string | null;
  /** Id of the sale */
  sellId: string;
  /** When they were bought, Unix time in seconds; null where the purchase is not known */
  boughtAt: number | null;
  /** When they were sold, Unix time in seconds */
  soldAt: number;
  /** Where they were sold; null if not given */
  marketplace: string | null;
  /** Their cost with their share of the fee; null if it is not known */
  cost: number | null;
  /** What was received for them after their share of the fee; null if it is not known */
  proceeds: number | null;
  /** Proceeds minus cost; null if either is not known */
  profit: number | null;
  /** What the amount of the transaction was multiplied by for `currency`, at the rate of its day; null if no rate is known */
  exchangeRate: number | null;
  /** The day whose rate that is: of the transaction, else the last one before it, else the first one after it, Unix time in seconds; null for an amount in `currency` itself, and if no rate is known */
  ratedAt: number | null;
}
export interface HoldingsHistory {
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** bid: sold immediately to the best buy order; list: listed at the lowest ask, which nobody guarantees to pay */
  way: 'bid' | 'list';
  /** What the marketplaces that count pay out */
  payout: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /**
   * The days, oldest first
   *
   * Items: Beginning of the day (UTC), Unix time in seconds
   */
  at: number[];
  /** Number of pieces held at the end of each day */
  quantity: number[];
  /** Cost of those of known cost */
  cost: number[];
  /** Number of pieces of which a price of the day or of the week before it is stored */
  valueQuantity: number[];
  /** What these brought at the highest buy orders, or listed at the lowest asks, at the end of each day, less the fees of today, in `currency`; null if no price is stored */
  value: (number | null)[];
}
export interface Inventory<InGame extends Game = Game> {
  /** Steam id of the owner */
  steamId: string;
  /** Game code */
  game: InGame;
  /** When it was read from Steam, Unix time in seconds */
  readAt: number;
  /** Currency of all prices in this object */
  currency: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** bid: sold immediately to the best buy order; list: listed at the lowest ask, which nobody guarantees to pay */
  way: 'bid' | 'list';
  /** What the marketplaces that count pay out */
  payout: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  /** Number of assets that Steam counts */
  totalCount: number;
  /** Number of pieces in `items` */
  quantity: number;
  /** What the pieces of known value bring after fees, in `currency` */
  value: number;
  /** Number of pieces in `value` */
  valueQuantity: number;
  /** What a public inventory of this game does not show, so that it may lack something. recentTrades: what was bought or traded in the last ten days is shown to its owner only; storageUnits: what is in storage units is never listed; tradeProtected: items under trade protection are shown to their owner only */
  hidden: ('recentTrades' | 'storageUnits' | 'tradeProtected')[];
  /** The assets that are shown, in the order of Steam */
  items: InventoryItem<InGame>[];
}
export interface InventoryItem<InGame extends Game = Game> {
  /** Asset id on Steam */
  assetId: string;
  /** Name of the item */
  name: string;
  /** Doppler variant; null if the item has none or it is not known */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if the item has none or it is not known */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Number of pieces of this asset */
  quantity: number;
  /** Whether it can be traded */
  isTradable: boolean;
  /** Whether Steam lets it be sold */
  isMarketable: boolean;
  /** Wear, 0 to 1; null if Steam does not say */
  float: number | null;
  /** Paint seed; null if Steam does not say */
  paintSeed: number | null;
  /** Name tag; null without one */
  nameTag: string | null;
  /** Whether a purchase of this asset id is among the holdings */
  isHeld: boolean;
  /** Where a piece brings most after fees now; null if that is not known anywhere */
  sale: HoldingSale | null;
  /** What all pieces bring at that price after fees, in `currency`; null if it is not known */
  value: number | null;
}
export interface InventoryRequest {
  /** Steam id, or address of the profile */
  profile: string;
  /** Game: a name, an alias or the app id */
  game: string;
  /**
   * Only these assets; all if omitted
   *
   * @maxItems 10000
   */
  assetIds?: string[];
  /**
   * What assets cost; the cost of the others is not known
   *
   * @maxItems 10000
   */
  costs?: {
    /** Asset id on Steam */
    assetId: string;
    /** Cost of one piece */
    price: number;
  }[];
  /** Currency of `costs`; default: USD */
  currency?: 'USD' | 'EUR' | 'CNY' | 'RUB';
  /** When they were bought, ISO 8601; now if omitted */
  date?: string;
}
