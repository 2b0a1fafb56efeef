// Generated from asyncapi.json by `npm run docs`

import type {Game, KnownIn} from '../game.ts';

/** Subscribes to a part of the stream. Only `subscribeTo` and `games` are required; with nothing else, the client receives only subscribed, offer and error messages */
export interface SubscriptionRequest {
  /** Marketplaces by name, alias or id, in any case; `all` or -1 means all */
  subscribeTo: (string | number) | [string | number, ...(string | number)[]];
  /** Games by name or Steam app id (CS2, Dota2, Rust, TF2); `all` or -1 means all */
  games: (string | number) | [string | number, ...(string | number)[]];
  /** Only offers that, when sent, are strictly cheaper than every other offer of the item on their marketplace, and no dearer than its quoted lowest price. Doppler variants count as one item, unless the subscription sees variants through `sequence`, `resume` or `phases`: then the lowest offer of each variant is sent. Does not affect Removed */
  newFloorOnly?: boolean;
  /** Id of the subscription, chosen by the client; allows several subscriptions on one connection. Sending the same id again replaces that subscription */
  id?: string | number;
  /** Adds epoch, sequence and a stable id to messages */
  sequence?: boolean;
  /** Epoch and sequence of the last message received. Everything missed since is sent first; if any of it is no longer kept, none of it is sent */
  resume?: {
    /** Epoch of the last message received */
    epoch: string;
    /** Sequence of the last message received */
    sequence: number;
  };
  /** Sends past messages again, byte for byte the same, with the filters of this subscription and with epoch and sequence, followed by replayEnd. Add `resume` to continue an interrupted replay after that position */
  replay?: {
    /** Start: an instant (Unix milliseconds, or ISO 8601 with a time zone), inclusive; or epoch:sequence, exclusive; or `oldest` for everything that is kept */
    from: number | string;
    /** End: an instant (Unix milliseconds, or ISO 8601 with a time zone), exclusive; or epoch:sequence, inclusive. Without it, live messages follow without a gap */
    to?: number | string;
    /** Multiple of the original speed, or `max` for as fast as the client reads */
    speed?: number | 'max';
  };
  /** Sends the offers on sale now first, then snapshotEnd, then the changes made meanwhile, in order. Such an Updated or Removed can concern an offer that was not in the snapshot, or repeat what it held already; the last message about an id is its current state */
  snapshot?: boolean;
  /** Events of offers to send; default: Added and Updated. With Removed, an offer sent before is sent as removed once it is gone or no longer matches the filters; one that is back within 15 minutes at its price is Updated */
  events?:
    ('Added' | 'Updated' | 'Removed') | ['Added' | 'Updated' | 'Removed', ...('Added' | 'Updated' | 'Removed')[]];
  /** Channels to send; default: offers. best, deals and found send current states: they have no sequence and cannot be resumed; with `snapshot`, every new connection starts with the current states */
  channels?:
    | ('offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found')
    | [
        'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found',
        ...(
          'offers' | 'sales' | 'buyOrders' | 'prices' | 'sources' | 'gaps' | 'batches' | 'best' | 'deals' | 'found'
        )[],
      ];
  /** Best and deals: what the marketplaces on which one sells pay out; any includes those of which it is not known; default: money */
  payout?: 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';
  traits?: ItemTraits;
  /** Best and found: words that must all occur in the name, in any case and order; short forms are accepted */
  query?: string;
  /** Deals: marketplaces to buy on; default: those of `subscribeTo` */
  from?: (string | number) | [string | number, ...(string | number)[]];
  /** Deals: marketplaces to sell on; default: those of `subscribeTo` */
  to?: (string | number) | [string | number, ...(string | number)[]];
  /** Deals: how the item is sold. bid: immediately to a buy order; list: listed at the lowest ask */
  way?: 'any' | 'bid' | 'list';
  /** Deals: all pairs of marketplaces, or only the first deal of each item (best); default: best */
  pairs?: 'best' | 'all';
  /** Deals: exclude deals where a side has one of these flags, or none; default: outlier, stale, variantUnknown */
  without?:
    | (
        | 'none'
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
      )
    | [
        (
          | 'none'
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
        ),
        ...(
          | 'none'
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
        )[],
      ];
  /** Deals: maximum days from buying until the money is free; where either hold is not known there is no deal */
  maxHoldDays?: number;
  /** Deals: what they are ranked by; default: profit. Found: order of the offers; default: price */
  sort?: 'profit' | 'percent' | 'price' | 'priceDown' | 'newest' | 'float' | 'floatDown';
  /** Deals: number of best deals sent per game; default: 50. A deal that drops out of these is sent as removed. Found: likewise for the first offers; default: 100 */
  limit?: number;
  /** Deals: minimum profit, in US dollars */
  minProfit?: number;
  /** Deals: minimum profit, in percent of what the buyer pays */
  minPercent?: number;
  /** Deals: maximum that the buyer pays, in US dollars */
  maxPrice?: number;
  /** Deals: maximum seconds since the marketplaces confirmed each side */
  maxAgeSeconds?: number;
  /** Found: names of stickers that must be on the item; repeat a name to require it several times */
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
  /** Found: maximum wear of these stickers; 0 is pristine */
  maxStickerWear?: number;
  /** Found: words in the name of a charm on the item */
  charm?: string;
  /** Found: true: only items that a player has named */
  nameTag?: boolean;
  /** Found: minimum count on the StatTrak counter */
  minStatTrakCount?: number;
  /** Found: words in the name of a patch on the agent */
  patch?: string;
  /** Found: minimum percentage of a fade, calculated from the paint seed */
  minFade?: number;
  /** Found: maximum percentage of the fade */
  maxFade?: number;
  /** Found: only offers known to be tradable within this many days; 0 means now */
  maxDaysTradeLocked?: number;
  /** Found: minimum percentage by which the offer is below the lowest ask on any other marketplace, of the same variant where it is known */
  belowOthersPercent?: number;
  /** Only items with these exact names */
  items?: string | [string, ...string[]];
  /** Minimum price in US dollars */
  minPriceUSD?: number;
  /** Maximum price in US dollars */
  maxPriceUSD?: number;
  /** Minimum float; excludes offers with an unknown float */
  minFloat?: number;
  /** Maximum float; excludes offers with an unknown float */
  maxFloat?: number;
  /** Only these paint seeds */
  paintSeeds?: number | [number, ...number[]];
  /** Only these Doppler variants */
  phases?:
    | ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald')
    | [
        'Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald',
        ...('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald')[],
      ];
  /** Interval of heartbeat messages in seconds; none if omitted */
  heartbeatSeconds?: number;
  /** While this client is slow, send only the latest state of each offer instead of every change */
  conflate?: boolean;
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
/** Ends one subscription of the connection */
export interface UnsubscriptionRequest {
  /** Id of the subscription to end */
  unsubscribe: string | number;
}
/** Answered by pong, for clients that cannot send protocol pings */
export interface PingRequest {
  type: 'ping';
}
/** A subscription was accepted; sent before any of its messages */
export interface SubscribedMessage {
  type: 'subscribed';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Subscribed marketplaces, canonical spelling */
  marketplaces: string[];
  /**
   * Subscribed games
   *
   * Items: Game code
   */
  games: ('CS2' | 'Dota2' | 'Rust' | 'TF2')[];
  /** Whether only new lowest prices are sent */
  newFloorOnly: boolean;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume`, `replay`, `snapshot` or `heartbeatSeconds` */
  epoch?: string;
  /** Sequence of the change after which the subscription begins; only if the subscription has `sequence`, `resume`, `replay`, `snapshot` or `heartbeatSeconds` */
  sequence?: number;
  /** Answer to `resume`, only with it. true: everything missed follows. false: it is no longer kept, so none of it follows and only live messages come */
  recovered?: boolean;
}
/** An offer was added, updated or removed */
export interface OfferMessage<InGame extends Game = Game> {
  type: 'offer';
  /** Removed is sent only if requested in `events` */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Why it was removed; only with Removed. sold, withdrawn: as the marketplace reports; unknown: the marketplace reports only that it is gone; swept: a complete reading no longer contains it; expired: nothing has confirmed it for `collect.keepHours`; outside: still on sale, but it no longer matches the filters (price, name, variant, float or pattern), or its dollar price or link is no longer known; `data` is then as last sent */
  reason?: 'sold' | 'withdrawn' | 'expired' | 'swept' | 'unknown' | 'outside';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Already on sale when the subscription began */
  snapshot?: true;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Doppler variant; null if there is none or none is known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  phase?: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, if known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds; strictly increasing over messages with the same purchase link */
  timestamp: number;
  /** The offer; the fields depend on the game */
  data:
    | (InGame extends 'CS2' ? CS2OfferData : never)
    | (InGame extends 'Dota2' ? Dota2OfferData : never)
    | (InGame extends 'Rust' ? RustOfferData : never)
    | (InGame extends 'TF2' ? TF2OfferData : never);
}
/** INVALID_PARAMS: the message was invalid; nothing changed and the connection stays open. ACCESS_DENIED: the key cannot see the named game or marketplace; nothing changed. NO_LONGER_KEPT: the start of the `replay` is no longer kept; the message names the oldest position that is. TOO_MANY_REPLAYS: the limit of concurrent replays is reached; try again later. FELL_BEHIND: this client reads too slowly; close 1013 follows. TOO_MANY_MESSAGES: this client sends too many messages; close 1008 follows */
export interface ErrorMessage {
  type: 'error';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** What went wrong and how to fix it */
  message: string;
  /** Error code */
  code:
    'INVALID_PARAMS' | 'ACCESS_DENIED' | 'NO_LONGER_KEPT' | 'TOO_MANY_REPLAYS' | 'FELL_BEHIND' | 'TOO_MANY_MESSAGES';
}
/** The snapshot is complete; live messages continue after the sequence */
export interface SnapshotEndMessage {
  type: 'snapshotEnd';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared */
  epoch: string;
  /** Sequence of the newest change covered: everything requested up to it has been sent */
  sequence: number;
  /** Offers sent in the snapshot */
  count: number;
}
/** The replay has ended: everything up to `sequence` has been sent; `count` is the number of messages sent */
export interface ReplayEndMessage {
  type: 'replayEnd';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared */
  epoch: string;
  /** Sequence of the newest change covered: everything requested up to it has been sent */
  sequence: number;
  /** Messages sent to this subscription so far */
  count: number;
  /** true: live messages follow without a gap. false: `to` is reached; the connection is closed with 1000 unless it has another subscription */
  live: boolean;
}
/** A completed purchase; channel `sales` */
export interface SaleMessage<InGame extends Game = Game> {
  type: 'sale';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Doppler variant; null if there is none or none is known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  phase?: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, if known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  /** The sale; only of CS2 is it known how the item looks */
  data: (InGame extends 'CS2' ? CS2SaleData : never) | (InGame extends 'Dota2' | 'Rust' | 'TF2' ? SaleData : never);
}
/** A buy order was added, updated or removed; channel `buyOrders` */
export interface BuyOrderMessage<InGame extends Game = Game> {
  type: 'buyOrder';
  /** Removed is sent only if requested in `events` */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Doppler variant; null if there is none or none is known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  phase?: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, if known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: BuyOrderData<InGame>;
}
/** The lowest price of an item on a marketplace, or the number of its offers, changed; channel `prices` */
export interface PriceMessage<InGame extends Game = Game> {
  type: 'price';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Doppler variant; null if there is none or none is known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  phase?: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, if known; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: PriceData<InGame>;
}
/** The health of a source changed; channel `sources` */
export interface SourceMessage {
  type: 'source';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: SourceData;
}
/** The health of the source */
export interface SourceData {
  /** Name of the source within its marketplace */
  source: string;
  /** starting, live, stale, limited, refused, blocked, changed, shrunk, down or off */
  state: string;
  /** Message of the last failure and how to fix it; null if there is none */
  detail: string | null;
  /** Last successful reading, Unix time in seconds; null before the first */
  lastReadAt: number | null;
}
/** The best ask or bid of an item or a variant, before or after fees, over the subscribed marketplaces has changed; channel `best`. Contains the current state in US dollars and has no sequence */
export interface BestMessage<InGame extends Game = Game> {
  type: 'best';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** State at the start of the subscription */
  snapshot?: true;
  /** Stable id of the subject, the same in all messages about it */
  id: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: BestData<InGame>;
}
/** A deal appeared, changed or disappeared; channel `deals`. Contains the current state in US dollars and has no sequence */
export interface DealMessage<InGame extends Game = Game> {
  type: 'deal';
  /** Removed: the deal no longer matches the request; `data` is as last sent */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** State at the start of the subscription */
  snapshot?: true;
  /** Stable id of the subject, the same in all messages about it */
  id: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: DealData<InGame>;
}
/** A single offer entered the first results of a search, changed or left them; channel `found`. Contains the current state in US dollars and has no sequence */
export interface FoundMessage<InGame extends Game = Game> {
  type: 'found';
  /** Removed: the offer is no longer among the first results; `data` is as last sent */
  eventType: 'Added' | 'Updated' | 'Removed';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** State at the start of the subscription */
  snapshot?: true;
  /** Stable id of the subject, the same in all messages about it */
  id: string;
  /** Game code */
  game: InGame;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: FoundData<InGame>;
}
/** A source delivers data again after a gap; channel `gaps`. What appeared and disappeared within the gap may never be known; what exists now is published. Sent when the gap has ended; until then the channel `sources` reports the state of the source */
export interface GapMessage {
  type: 'gap';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: GapData;
}
/** The gap */
export interface GapData {
  /** Name of the source within its marketplace */
  source: string;
  /** Start of the gap, up to which data is certainly complete, Unix time in seconds */
  from: number;
  /** End of the gap, from which data is complete again, Unix time in seconds */
  to: number;
  /** What the gap began with. cut: the connection of a feed ended; silent: a feed sent nothing for too long; failed: a reading failed or was incomplete; shrunk: a reading returned far less than the one before; notRunning: this service did not run */
  reason: 'cut' | 'silent' | 'failed' | 'shrunk' | 'notRunning';
}
/** A complete reading has ended well, and every change it caused has been sent; channel `batches`. A reading is a whole list, all pages of a walk, or the initial state of a feed */
export interface BatchMessage {
  type: 'batch';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared; only if the subscription has `sequence`, `resume` or `replay` */
  epoch?: string;
  /** Number of the change within its epoch; only if the subscription has `sequence`, `resume` or `replay` */
  sequence?: number;
  /** Stable id of the subject, the same in all messages about it; only if the subscription has `sequence`, `resume` or `replay`, and in a snapshot */
  id?: string;
  /** Marketplace, canonical spelling */
  marketplace: string;
  /** Game code */
  game: 'CS2' | 'Dota2' | 'Rust' | 'TF2';
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  data: BatchData;
}
/** The changes of the reading */
export interface BatchData {
  /** Name of the source within its marketplace */
  source: string;
  /** Sequence of the first change that the reading caused, null when there was none; changes from other sources can lie in between */
  first: number | null;
  /** Sequence of the last change that the reading caused, null when there was none; changes from other sources can lie in between */
  last: number | null;
}
/** Everything up to `sequence` has been sent; `count` is the number of messages sent */
export interface HeartbeatMessage {
  type: 'heartbeat';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared */
  epoch: string;
  /** Sequence of the newest change covered: everything requested up to it has been sent */
  sequence: number;
  /** Messages sent to this subscription so far */
  count: number;
}
/** This client is slow: only the latest state of each offer follows, instead of every change */
export interface LaggingMessage {
  type: 'lagging';
  /** Id of the subscription; only if it has one */
  subscription?: string;
  /** Send time, Unix time in milliseconds */
  timestamp: number;
  /** Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared */
  epoch: string;
  /** Sequence of the newest change covered: everything requested up to it has been sent */
  sequence: number;
  /** Number of changes skipped */
  skipped: number;
}
/** A subscription ended */
export interface UnsubscribedMessage {
  type: 'unsubscribed';
  /** Id of the subscription; only if it has one */
  subscription?: string;
}
/** Answer to a ping message */
export interface PongMessage {
  type: 'pong';
  /** Send time, Unix time in milliseconds */
  timestamp: number;
}
export interface CS2OfferData {
  /** Name of the item */
  name: string;
  /** URL where this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Link that shows the item in the game; null if not known */
  inspectLink: string | null;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: number | null;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: number | null;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: number | null;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: Sticker[] | null;
}
export interface Sticker {
  /** Name of the sticker */
  name: string;
  /** How far the sticker is scratched off, from 0 (pristine, or unknown) to 1 */
  wear: number;
  /** Sticker slot on the item */
  slot: number;
}
export interface Dota2OfferData {
  /** Name of the item */
  name: string;
  /** URL where this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** Rarity of the item (Dota2): Common, Uncommon, Rare, Mythical, Legendary, Immortal, Arcana, Ancient or Seasonal; null until a marketplace tells it */
  rarity: string | null;
  /** Hero that the item belongs to (Dota2), by its English name; null until a marketplace tells it, and for items of no hero */
  hero: string | null;
}
export interface RustOfferData {
  /** Name of the item */
  name: string;
  /** URL where this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
  /** What the skin is for (Rust), in the words of a marketplace; null until one tells it */
  itemType: string | null;
}
export interface TF2OfferData {
  /** Name of the item */
  name: string;
  /** URL where this offer can be bought */
  purchaseLink: string;
  /** Price in US dollars */
  priceUSD: number;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Days until the item can be traded, rounded up; 0 means now, null means unknown */
  daysTradeLocked: number | null;
  /** First seen, Unix time in seconds */
  foundAt: number;
}
export interface CS2SaleData {
  /** Name of the item */
  name: string;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Time of the sale, Unix time in seconds */
  soldAt: number;
  /** Exact wear of the item (CS2), from 0 to 1; lower is less worn; null if not known */
  float: number | null;
  /** Paint index of the finish (CS2); null if not known */
  paintIndex: number | null;
  /** Paint seed of the pattern (CS2); null if not known */
  paintSeed: number | null;
  /** Applied stickers (CS2); an empty list means none, null means unknown */
  stickers: Sticker[] | null;
}
export interface SaleData {
  /** Name of the item */
  name: string;
  /** Price in US dollars; null if no price or no usable exchange rate is known */
  priceUSD: number | null;
  /** Price in euros; null if no price or no usable exchange rate is known */
  priceEUR: number | null;
  /** Price in Chinese yuan; null if no price or no usable exchange rate is known */
  priceCNY: number | null;
  /** Price in Russian roubles; null if no price or no usable exchange rate is known */
  priceRUB: number | null;
  /** Time of the sale, Unix time in seconds */
  soldAt: number;
}
/** The buy order */
export interface BuyOrderData<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
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
  /** Effect of an unusual item of TF2; only if the prices are those of one effect */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
  /** Last change, Unix time in seconds */
  updatedAt: number;
}
/** The lowest price and the number of offers */
export interface PriceData<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null means the whole item, including all its variants, or the variant in `unusualEffect` */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2; only if the prices are those of one effect */
  unusualEffect?: string & KnownIn<InGame, 'TF2'>;
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
}
/** The best prices */
export interface BestData<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null means the whole item, including all its variants, or another kind of variant */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null means the whole item, including all its variants, or another kind of variant */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** The lowest ask; null if there is none */
  ask: {
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
  } | null;
  /** The highest bid; for a variant, this can be a buy order that accepts any variant; null if there is none, and for a whole item with variants */
  bid: {
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
  } | null;
  /** The lowest ask after fees, among marketplaces whose buyer fee is known; null if there is none */
  askAfterFees: {
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
  } | null;
  /** The highest bid after fees and the cost of paying out, among marketplaces whose seller fee is known; null if there is none, and for a whole item with variants */
  bidAfterFees: {
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
  } | null;
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
/** An item to buy on one marketplace and sell on another */
export interface DealData<InGame extends Game = Game> {
  /** Name of the item */
  name: string;
  /** Doppler variant; null if the item has none or any variant qualifies */
  itemPhase: ('Phase 1' | 'Phase 2' | 'Phase 3' | 'Phase 4' | 'Ruby' | 'Sapphire' | 'Black Pearl' | 'Emerald' | null) &
    KnownIn<InGame, 'CS2'>;
  /** Effect of an unusual item of TF2, as marketplaces spell it; null if the item has none or any variant qualifies */
  unusualEffect: (string | null) & KnownIn<InGame, 'TF2'>;
  /** Where the item is bought */
  buy: {
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
  };
  /** Where and how the item is sold */
  sell: {
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
  };
  /** What the seller receives minus what the buyer pays, after known fees; an upper bound if the flags of `buy` contain feeUnknown; null without a usable exchange rate */
  profit: number | null;
  /** Days until the money is free, both holds together; null if not known */
  holdDays: number | null;
  /** The profit in percent of what the buyer pays */
  profitPercent: number;
  /** How easily the item can be bought and sold over all marketplaces, from 0 to 100, based on sales of the last week, offers, marketplaces and buy orders; null if nothing is known */
  liquidity: number | null;
}
/** A single offer on any marketplace */
export interface FoundData<InGame extends Game = Game> {
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
