// Generated from asyncapi.json by `npm run docs`

/** Asks for a part of the stream. Only `subscribeTo` and `games` are needed; whoever sends nothing else is told subscribed, offer and error messages, and nothing else */
export interface SubscriptionRequest {
  /** Marketplaces by name, alias or number, in any case; `all` or -1 is every one */
  subscribeTo: (string | number) | [string | number, ...(string | number)[]];
  /** Games by name or Steam app id (CS2, Dota2, Rust, TF2); `all` or -1 is every one */
  games: (string | number) | [string | number, ...(string | number)[]];
  /** Only offers that are, as they are told, strictly lower than every other of the item on its marketplace, and than what its list quotes. An item is all its Doppler variants together; whoever sees them, by `sequence` or `resume` or in `phases`, is told the lowest of each variant. Removed comes as without it */
  newFloorOnly?: boolean;
  /** Name of the subscription; with one, a connection may hold many. The same name again replaces it */
  id?: string | number;
  /** Messages carry epoch, sequence and a stable id */
  sequence?: boolean;
  /** Epoch and sequence of the last message: everything missed since is told first, or nothing of it */
  resume?: {
    epoch: string;
    sequence: number;
  };
  /** What was told before is told again, the same messages byte for byte, with the same filters and with epoch and sequence; then replayEnd. With `resume`, a replay that broke off goes on after that place */
  replay?: {
    /** What was told at this instant (Unix milliseconds, or ISO 8601 with a zone) or later, or after this epoch:sequence; `oldest` is all that is kept */
    from: number | string;
    /** Up to this instant, what was told at it excluded, or up to and with this epoch:sequence; without it what comes follows, without a gap */
    to?: number | string;
    /** How many times as fast as it happened, or `max` for as fast as it is read */
    speed?: number | 'max';
  };
  /** The offers on sale now come first, ended by snapshotEnd. What changed while they were sent is told after it, in order: an Updated or Removed may be of an offer that was not among them, or tell anew what they held already; the last message about an id is how it stands */
  snapshot?: boolean;
  /** What is told of offers; Added and Updated unless said. With Removed, an offer that was told is told as removed once it is gone, or is no longer among what was asked for */
  events?:
    ('Added' | 'Updated' | 'Removed') | ['Added' | 'Updated' | 'Removed', ...('Added' | 'Updated' | 'Removed')[]];
  /** Offers unless said. best, deals and found tell how things stand: they have no place in the sequence and are not resumed; whoever asks for a snapshot is shown how they stand on every connection */
  channels?:
    | ('offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found')
    | [
        'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found',
        ...(
          'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found'
        )[],
      ];
  /** Of best and found: words that must all occur in the name, in any case and order, or short forms of them */
  query?: string;
  /** Of deals: marketplaces to buy on; those of `subscribeTo` unless said */
  from?: (string | number) | [string | number, ...(string | number)[]];
  /** Of deals: marketplaces to sell on; those of `subscribeTo` unless said */
  to?: (string | number) | [string | number, ...(string | number)[]];
  /** Of deals: how it is sold, bid at once, list at the lowest ask */
  way?: 'any' | 'bid' | 'list';
  /** Of deals: flags that no side may have */
  without?:
    | (
        | 'afterGap'
        | 'feeUnknown'
        | 'inferred'
        | 'outlier'
        | 'partialRead'
        | 'rateOld'
        | 'stale'
        | 'thin'
        | 'variantUnknown'
      )
    | [
        (
          | 'afterGap'
          | 'feeUnknown'
          | 'inferred'
          | 'outlier'
          | 'partialRead'
          | 'rateOld'
          | 'stale'
          | 'thin'
          | 'variantUnknown'
        ),
        ...(
          | 'afterGap'
          | 'feeUnknown'
          | 'inferred'
          | 'outlier'
          | 'partialRead'
          | 'rateOld'
          | 'stale'
          | 'thin'
          | 'variantUnknown'
        )[],
      ];
  /** Of deals: what the best is, profit unless said. Of found: what comes first, price unless said */
  sort?: 'profit' | 'percent' | 'price' | 'priceDown' | 'newest' | 'float' | 'floatDown';
  /** Of deals: so many of the best are told of each game, 50 unless said; one that falls behind is gone. Of found: the same of the first, 100 unless said */
  limit?: number;
  /** Of deals: least profit, in US dollars */
  minProfit?: number;
  /** Of deals: least profit, in percent of what the buyer pays */
  minPercent?: number;
  /** Of deals: most that the buyer pays, in US dollars */
  maxPrice?: number;
  /** Of deals: both sides confirmed by their marketplace within so many seconds */
  maxAgeSeconds?: number;
  /** Of found: names of stickers that are on it, each as often as it must be there */
  stickers?:
    | string
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string];
  /** Of found: how far these stickers may be scratched off; 0 is pristine */
  maxStickerWear?: number;
  /** Of found: known to be tradable within so many days; 0 is now */
  maxDaysTradeLocked?: number;
  /** Of found: costs at least so many percent less than the item, or its variant where that is known, on any other marketplace */
  belowOthersPercent?: number;
  /** Only items of these names */
  items?: string | [string, ...string[]];
  /** Only from this price on */
  minPriceUSD?: number;
  /** Only up to this price */
  maxPriceUSD?: number;
  /** Only from this float on; unknown ones do not pass */
  minFloat?: number;
  /** Only up to this float; unknown ones do not pass */
  maxFloat?: number;
  /** Only these pattern numbers */
  paintSeeds?: number | [number, ...number[]];
  /** Only these Doppler variants */
  phases?:
    | ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald')
    | [
        'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald',
        ...('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald')[],
      ];
  /** A heartbeat every so many seconds */
  heartbeatSeconds?: number;
  /** When slow, the last state of each offer instead of every step */
  conflate?: boolean;
}
/** Ends one subscription of the connection */
export interface UnsubscriptionRequest {
  /** Id of the subscription that ends */
  unsubscribe: string | number;
}
/** Answered by pong, for clients that cannot send protocol pings */
export interface PingRequest {
  type: 'ping';
}
/** A subscription was taken; nothing of it comes before */
export interface SubscribedMessage {
  type: 'subscribed';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Items: Marketplace, canonical spelling */
  marketplaces: string[];
  /** Items: Game code */
  games: ('CS2' | 'Dota2' | 'Rust' | 'TF2')[];
  /** Whether only new lowest prices are told */
  newFloorOnly: boolean;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Answer to `resume`. true: everything missed follows. false: it is no longer kept, nothing of it follows, and what comes is live */
  recovered?: boolean;
}
/** An offer was added, updated or removed */
export interface OfferMessage {
  type: 'offer';
  /** Removed comes only to those who ask for it in `events` */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Why it was removed; outside: still on sale, but no longer what was asked for (by its price, name, variant, float or pattern), or its price in dollars or its link is no longer known. It then comes as it was told last */
  reason?: 'sold' | 'withdrawn' | 'expired' | 'swept' | 'unknown' | 'outside';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** On sale already when the subscription began */
  snapshot?: true;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Doppler variant */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  /** The offer; each game has fields of its own */
  data: CS2OfferData | Dota2OfferData | RustOfferData | TF2OfferData;
}
export interface CS2OfferData {
  /** Name of the item */
  name: string;
  /** Page on which this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Link that shows the item in the game */
  inspectLink: string | null;
  /** Wear as a number (CS2) */
  float: number | null;
  /** Number of the finish (CS2) */
  paintIndex: number | null;
  /** Number of the pattern (CS2) */
  paintSeed: number | null;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers: Sticker[] | null;
}
export interface Sticker {
  /** Name of the sticker */
  name: string;
  /** How far it is scratched off; 0 is pristine */
  wear: number;
  /** Place on the item */
  slot: number;
}
export interface Dota2OfferData {
  /** Name of the item */
  name: string;
  /** Page on which this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Rarity of the item */
  rarity: string | null;
  /** Hero the item belongs to */
  hero: string | null;
}
export interface RustOfferData {
  /** Name of the item */
  name: string;
  /** Page on which this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Kind of the item */
  itemType: string | null;
}
export interface TF2OfferData {
  /** Name of the item */
  name: string;
  /** Page on which this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Whole days until the item can be traded, part days rounded up; 0 is now */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
}
/** INVALID_PARAMS: a message was wrong; nothing changed and the connection stays open. ACCESS_DENIED: the key is not shown the game or marketplace that was named; nothing changed. NO_LONGER_KEPT: what a `replay` begins with is not kept; the message names the oldest that is. TOO_MANY_REPLAYS: as many are under way as may be; try again later. FELL_BEHIND: this reader is too slow; close 1013 follows. TOO_MANY_MESSAGES: this client sends more than it may; close 1008 follows */
export interface ErrorMessage {
  type: 'error';
  /** What was found and what to do */
  message: string;
  /** What kind of failure it is */
  code:
    'INVALID_PARAMS' | 'ACCESS_DENIED' | 'NO_LONGER_KEPT' | 'TOO_MANY_REPLAYS' | 'FELL_BEHIND' | 'TOO_MANY_MESSAGES';
}
/** All that was on sale has been told; live messages go on from the sequence */
export interface SnapshotEndMessage {
  type: 'snapshotEnd';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence: number;
  /** Offers that the snapshot held */
  count: number;
}
/** The replay is at its end: everything up to the sequence has been told, and how many messages that were */
export interface ReplayEndMessage {
  type: 'replayEnd';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence: number;
  /** Messages sent to this subscription so far */
  count: number;
  /** true: what comes from here on follows, without a gap. false: `to` is reached, and the connection is closed with 1000 unless something else is subscribed to on it */
  live: boolean;
}
/** A completed purchase; channel `sales` */
export interface SaleMessage {
  type: 'sale';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Doppler variant */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: SaleData;
}
export interface SaleData {
  /** Name of the item */
  name: string;
  /** Price in US dollars */
  priceUSD: number | null;
  /** Price in euros */
  priceEUR: number | null;
  /** Price in Chinese yuan */
  priceCNY: number | null;
  /** Price in Russian roubles */
  priceRUB: number | null;
  /** Moment of the sale, Unix time in seconds */
  soldAt: number;
  /** Wear as a number (CS2) */
  float?: number | null;
  /** Number of the finish (CS2) */
  paintIndex?: number | null;
  /** Number of the pattern (CS2) */
  paintSeed?: number | null;
  /** Applied stickers: none is an empty list, unknown is null */
  stickers?: Sticker[] | null;
}
/** A buy order was added, updated or removed; channel `buyOrders` */
export interface BuyOrderMessage {
  type: 'buyOrder';
  /** Removed comes only to those who ask for it in `events` */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Doppler variant */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: BuyOrderData;
}
export interface BuyOrderData {
  /** Name of the item */
  name: string;
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
  /** Doppler variant, null when there is none or any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
/** The lowest price of an item on a marketplace, or the number of its offers, changed; channel `prices` */
export interface PriceMessage {
  type: 'price';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Doppler variant */
  phase?: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: PriceData;
}
export interface PriceData {
  /** Name of the item */
  name: string;
  /** Doppler variant, null when there is none or any will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
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
}
/** The health of a source changed; channel `sources` */
export interface SourceMessage {
  type: 'source';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: SourceData;
}
export interface SourceData {
  /** Name of the source within its marketplace */
  source: string;
  /** starting, live, stale, limited, refused, blocked, changed, shrunk, down or off */
  state: string;
  /** The last failure in words, with what to do */
  detail: string | null;
  /** Last success, Unix time in seconds */
  lastReadAt: number | null;
}
/** The best ask or bid of an item or a variant of it over all marketplaces that were asked for, before or after fees, is another; channel `best`. It tells how that stands, in US dollars, and has no place in the sequence */
export interface BestMessage {
  type: 'best';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** It stood so already when the subscription began */
  snapshot?: true;
  /** Stays the same over all changes of what the message is about */
  id: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  data: BestData;
}
export interface BestData {
  /** Name of the item */
  name: string;
  /** Doppler variant; null is the whole item, which takes in all its variants */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  /** The lowest ask */
  ask: {
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
  } | null;
  /** The highest bid; that of a variant may be for any variant */
  bid: {
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
  } | null;
  /** The lowest ask after fees, among marketplaces whose fee for buyers is known */
  askAfterFees: {
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
  } | null;
  /** The highest bid after fees, among marketplaces whose fee for sellers is known */
  bidAfterFees: {
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
  } | null;
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
/** A deal appeared, changed or is gone; channel `deals`. It tells how that stands, in US dollars, and has no place in the sequence */
export interface DealMessage {
  type: 'deal';
  /** Removed: it is no longer among what was asked for; it comes as it was told last */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** It stood so already when the subscription began */
  snapshot?: true;
  /** Stays the same over all changes of what the message is about */
  id: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  data: DealData;
}
export interface DealData {
  /** Name of the item */
  name: string;
  /** Doppler variant; null where the item has none, or where any variant will do */
  itemPhase: 'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null;
  buy: {
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
      | 'afterGap'
      | 'feeUnknown'
      | 'inferred'
      | 'outlier'
      | 'partialRead'
      | 'rateOld'
      | 'stale'
      | 'thin'
      | 'variantUnknown'
    )[];
  };
  sell: {
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
      | 'afterGap'
      | 'feeUnknown'
      | 'inferred'
      | 'outlier'
      | 'partialRead'
      | 'rateOld'
      | 'stale'
      | 'thin'
      | 'variantUnknown'
    )[];
  };
  /** What the seller gets less what the buyer pays, after the fees that are known; at most so much where the flags of `buy` hold feeUnknown */
  profit: number | null;
  /** The same, of what the buyer pays */
  profitPercent: number;
  /** How easily the item is bought and sold, over all marketplaces: 0 to 100, by sales of the last week, offers, marketplaces and buy orders; null where nothing is known of it */
  liquidity: number | null;
}
/** A single offer came among the first of a search, changed or is no longer one of them; channel `found`. It tells how that stands, in US dollars, and has no place in the sequence */
export interface FoundMessage {
  type: 'found';
  /** Removed: it is no longer among the first of what was asked for; it comes as it was told last */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** It stood so already when the subscription began */
  snapshot?: true;
  /** Stays the same over all changes of what the message is about */
  id: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  data: FoundData;
}
export interface FoundData {
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
/** A source has told again after a time over which it did not tell what it should have: what came and went within it may never be known, what is there now is told. It comes when the gap has ended; until then the channel `sources` says how the source is; channel `gaps` */
export interface GapMessage {
  type: 'gap';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: GapData;
}
export interface GapData {
  /** Name of the source within its marketplace */
  source: string;
  /** Up to here everything was certainly told, Unix time in seconds */
  from: number;
  /** From here on it was told again, Unix time in seconds */
  to: number;
  /** What it began with. cut: the connection of a feed ended; silent: nothing came on it for too long; failed: a reading failed or was not whole; shrunk: a reading brought far less than the one before; notRunning: this service did not run */
  reason: 'cut' | 'silent' | 'failed' | 'shrunk' | 'notRunning';
}
/** A reading of a whole list, of its pages, or of everything that a feed has to tell at its beginning, came to a good end: every change that it brought about has been told; channel `batches` */
export interface BatchMessage {
  type: 'batch';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch?: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence?: number;
  /** Stays the same over all changes of what the message is about */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** When it was sent, Unix time in milliseconds; it rises from one message about a link to the next */
  timestamp: number;
  data: BatchData;
}
export interface BatchData {
  /** Name of the source within its marketplace */
  source: string;
  /** Sequence of the first change that the reading brought about, null when there was none; those of others may stand between */
  first: number | null;
  /** Sequence of the last change that the reading brought about, null when there was none; those of others may stand between */
  last: number | null;
}
/** Everything up to the sequence has been told, and how many messages that were */
export interface HeartbeatMessage {
  type: 'heartbeat';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence: number;
  /** Messages sent to this subscription so far */
  count: number;
}
/** This reader is slow: of each offer the last state follows instead of every step */
export interface LaggingMessage {
  type: 'lagging';
  /** Id of the subscription, if it was given one */
  subscription?: string;
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
  /** Names one numbering, which goes on over restarts; sequences of two epochs have no relation */
  epoch: string;
  /** Place in the one sequence of all changes of this epoch */
  sequence: number;
  /** Steps that were left out */
  skipped: number;
}
/** A subscription ended */
export interface UnsubscribedMessage {
  type: 'unsubscribed';
  /** Id of the subscription, if it was given one */
  subscription?: string;
}
/** Answer to a ping message */
export interface PongMessage {
  type: 'pong';
  /** When it was sent, Unix time in milliseconds */
  timestamp: number;
}
