import type { ChangeMessage, ChangesOf } from './bulk/changes.ts';
import type { ReplayOf, ReplayOptions } from './bulk/replay.ts';
import type { Board, BoardOptions, BoardSubscribeOptions } from './copies/board.ts';
import type { Mirror, MirrorOptions, MirrorSubscribeOptions } from './copies/mirror.ts';
import type { Game, GameName, GameOf, GamesName } from './game.ts';
import type { currencies } from './generated/lists.ts';
import type {
  Appraisal,
  Best,
  BuyOrderRow,
  Candles,
  Catalogue,
  Comparison,
  Conditions,
  Deals,
  FoundOffers,
  FoundSales,
  FullBuyOrderRow,
  FullComparison,
  FullItem,
  FullSales,
  FullSearchRow,
  Health,
  Item,
  ItemHistory,
  Marketplace,
  MarketplaceTerms,
  Movers,
  PriceHistory,
  PriceRow,
  Rate,
  Ratio,
  RegistryEntry,
  Sales,
  SearchItem,
  SearchRow,
  SourceHealth,
  Value,
} from './generated/rest.ts';
import type { ListenOptions, OfferSubscribeOptions, SubscribeOptions } from './listen.ts';
import type { OfferMessage, ReplayEndMessage, StreamMessage } from './messages.ts';
import type { Alerts } from './own/alerts.ts';
import type { Holdings } from './own/holdings.ts';
import type { Watchlist } from './own/watchlist.ts';
import type { ExtrasFilter, ItemTraits } from './query/filters.ts';
import type { Position } from './resume-point.ts';

/** Currency of the prices in an answer. */
export type CurrencyCode = (typeof currencies)[number];

/** What marketplaces pay out to sellers; `any` includes those where it is not known. */
export type PayoutChoice = 'money' | 'any' | 'steamBalance' | 'siteBalance' | 'items' | 'coins';

/** Width of a candle: minutes, hours, a day, or a week from Monday (UTC). */
export type CandleInterval = Candles['interval'];

/** A name, alias or number, in any letter case. */
type MarketplaceName = string | number;

type ItemOnMarketplace<Named extends GameName> = {
  readonly marketplace: MarketplaceName;
  readonly game: Named;
  readonly name: string;
};

/** Requests the answer as of an instant. Needs a service that keeps past states (`store.statesDays`); not with `fields`. */
export type AsOfOption = { readonly asOf?: Date };

export type OfGame<Named extends GameName = GameName> = {
  readonly game: Named;
  readonly marketplaces?: readonly MarketplaceName[];
};

type SearchQuery<Named extends GameName> = {
  readonly game: Named;
  readonly query: string;
  readonly marketplace?: MarketplaceName;
  readonly limit?: number;
  readonly nearest?: boolean;
};

type BuyOrderQuery<Named extends GameName> = {
  readonly game: Named;
  readonly marketplace?: MarketplaceName;
  readonly name?: string;
  readonly limit?: number;
};

/** Requests everything that is known about each row; without it the answer does not have the additional members. */
type InFull = { readonly fields: 'full' };

/** Optional last argument of every call. */
export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
};

/** Client of one service: one method for each of its operations, and its stream. */
export type Tape = {
  /**
   * The marketplaces that the service reads, with their games and counts.
   *
   * @example
   * const marketplaces = await tape.marketplaces();
   *
   * @throws {TapeError} Like every call.
   */
  readonly marketplaces: (options?: CallOptions) => Promise<Marketplace[]>;

  /**
   * One item on one marketplace: prices, offers, buy orders. `name` is exact, as Steam writes it.
   *
   * @example
   * const { priceUSD, offers } = await tape.item({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game, marketplace or item; an item without offers is not an error.
   */
  readonly item: {
    <Named extends GameName>(
      what: ItemOnMarketplace<Named> & AsOfOption & InFull,
      options?: CallOptions,
    ): Promise<FullItem<GameOf<Named>>>;
    <Named extends GameName>(
      what: ItemOnMarketplace<Named> & AsOfOption,
      options?: CallOptions,
    ): Promise<Item<GameOf<Named>>>;
  };

  /**
   * One item on all marketplaces, or on some, cheapest first.
   *
   * @example
   * const { marketplaces } = await tape.compare({ game: 'Rust', name: 'Whiteout Kilt', marketplaces: ['DMarket', 'SkinPort'] });
   * const cheapest = marketplaces[0]?.priceUSD ?? null;
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, game or marketplace.
   */
  readonly compare: {
    <Named extends GameName>(
      what: OfGame<Named> & AsOfOption & { readonly name: string } & InFull,
      options?: CallOptions,
    ): Promise<FullComparison<GameOf<Named>>>;
    (what: OfGame & AsOfOption & { readonly name: string }, options?: CallOptions): Promise<Comparison>;
  };

  /**
   * The lowest ask and the highest bid for an item over all marketplaces, before and after fees, for the whole item and
   * each of its variants. Prices are in `currency`, dollars by default; `lock: 'none'` counts only offers known to be tradable
   * now. Bids count where one gets money, unless `payout` says otherwise. An item with variants has no bid as a whole, but the
   * ranges of its variants in `variantAsks` and `variantBids`. `afterFees` is null if the fee is unknown.
   *
   * @example
   * const { best } = await tape.best({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', currency: 'EUR' });
   * for (const { ask, bidAfterFees } of best) console.log(ask?.marketplace, ask?.price, bidAfterFees?.afterFees);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, game or marketplace.
   */
  readonly best: <Named extends GameName>(
    what: OfGame<Named> &
      AsOfOption & {
        readonly name: string;
        readonly phase?: string;
        readonly effect?: string;
        readonly lock?: 'any' | 'none';
        readonly payout?: PayoutChoice;
        readonly currency?: CurrencyCode;
      },
    options?: CallOptions,
  ) => Promise<Best<GameOf<Named>>>;

  /**
   * Items worth buying on one marketplace and selling on another, after the known fees, best first. Amounts are in `currency`,
   * dollars by default. One sells where one gets money, unless `payout` says otherwise. `way: 'bid'` sells to a buy order at
   * once, `list` puts the item on sale at the lowest ask. Only the first deal of each item is returned; `pairs: 'all'` returns
   * every pair of marketplaces. Doubts about a side are in its `flags`; deals with the flags in `without` are excluded, by
   * default `outlier`, `stale` and `variantUnknown`, and none with `['none']`. `holdDays` is the time until the money is free,
   * which `maxHoldDays` limits. `unknown` says once what is not known of the marketplaces. `limit` is 50 by default, at most
   * 500.
   *
   * @example
   * const { deals } = await tape.deals({ game: 'CS2', minProfit: 5, maxPrice: 200, way: 'bid', maxHoldDays: 8 });
   * for (const { name, buy, sell, profit } of deals) console.log(name, profit, buy.link, sell.link);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game or marketplace.
   */
  readonly deals: <Named extends GameName>(
    what: ItemTraits & {
      readonly game: Named;
      readonly name?: string;
      readonly minProfit?: number;
      readonly minPercent?: number;
      readonly maxPrice?: number;
      readonly maxAgeSeconds?: number;
      readonly from?: readonly MarketplaceName[];
      readonly to?: readonly MarketplaceName[];
      readonly way?: 'any' | 'bid' | 'list';
      readonly payout?: PayoutChoice;
      readonly maxHoldDays?: number;
      readonly pairs?: 'all' | 'best';
      readonly without?: readonly string[];
      readonly sort?: 'profit' | 'percent';
      readonly limit?: number;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Deals<GameOf<Named>>>;

  /**
   * What one unit of money becomes as Steam balance (`into`), and one unit of balance as money (`back`), for `amount` in a day
   * (1,000 of the currency by default), with the items by which, best first. `ratio` is null if no sales of these items are
   * known; `covered` is less than `amount` if they are too few. Only items of which at least `minSalesPerDay` are sold in a day
   * count, 1 by default, or 0 with `name`. `limit` counts the rows of each direction: 20 by default, at
   * most 200.
   *
   * @example
   * const { into, back } = await tape.ratio({ game: 'CS2', amount: 500, way: 'bid' });
   * console.log(into.ratio, into.rows[0]?.name, back.ratio, back.rows[0]?.name);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game or item.
   */
  readonly ratio: <Named extends GameName>(
    what: {
      readonly game: Named;
      readonly name?: string;
      readonly amount?: number;
      readonly way?: 'any' | 'bid' | 'list';
      readonly maxHoldDays?: number;
      readonly minSalesPerDay?: number;
      readonly limit?: number;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Ratio<GameOf<Named>>>;

  /**
   * The items whose lowest ask has moved most over all marketplaces that pay out money, or with `payout: 'any'` over all, in
   * percent, compared with `hours` ago (default 1, at most 24). `since` is the time of the past asks: later than requested if
   * the service started only recently. `limit` is 20 by default, at most 200; `minPrice` is one dollar by default.
   *
   * @example
   * const { movers } = await tape.movers({ game: 'CS2', direction: 'down', minPrice: 5 });
   * for (const { name, ask, changePercent } of movers) console.log(name, ask, changePercent);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game.
   */
  readonly movers: (
    what: ItemTraits & {
      readonly game: GameName;
      readonly hours?: number;
      readonly direction?: 'any' | 'up' | 'down';
      readonly minPrice?: number;
      readonly payout?: 'money' | 'any';
      readonly limit?: number;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Movers>;

  /**
   * Single offers on all marketplaces by name, words, float, patterns, stickers (each repeated as often as it must be applied),
   * charms, name tags, fades, lock and price. `limit` is 100 by default, at most 500. For the next page pass `next` as `after` until it is null.
   * `stickersAsk` is the sum of the asks for the stickers as separate items. (`offers` is the stream.)
   *
   * @example
   * const { offers, next } = await tape.findOffers({ game: 'CS2', query: 'ak47 redline', maxFloat: 0.16, sort: 'float' });
   * for (const { marketplace, price, float } of offers) console.log(marketplace, price, float);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, game or marketplace.
   */
  readonly findOffers: <Named extends GameName>(
    what: OfGame<Named> &
      ItemTraits &
      ExtrasFilter & {
        readonly name?: string;
        readonly query?: string;
        readonly phase?: string;
        readonly effect?: string;
        readonly minPrice?: number;
        readonly maxPrice?: number;
        readonly minFloat?: number;
        readonly maxFloat?: number;
        readonly paintSeeds?: readonly number[];
        readonly stickers?: readonly string[];
        readonly maxStickerWear?: number;
        readonly maxDaysTradeLocked?: number;
        readonly belowOthersPercent?: number;
        readonly sort?: 'price' | 'priceDown' | 'newest' | 'float' | 'floatDown';
        readonly limit?: number;
        readonly after?: string;
        readonly currency?: CurrencyCode;
      },
    options?: CallOptions,
  ) => Promise<FoundOffers<GameOf<Named>>>;

  /**
   * Every item of a game, on all marketplaces or on some, as `compare` returns it; requested in pages of 500 as they are read.
   *
   * @example
   * for await (const { name, marketplaces } of tape.all({ game: 'TF2' })) console.log(name, marketplaces[0]?.priceUSD);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game or marketplace.
   */
  readonly all: (what: OfGame, options?: CallOptions) => AsyncGenerator<Comparison, void, undefined>;

  /**
   * The ask and bid of every marketplace for every item and variant, one row each, all as of one instant. Returns the stream
   * position of that instant: `changes` with the channel `prices` after it keeps `price` in dollars and `offerCount` up to
   * date.
   *
   * @example
   * for await (const { name, marketplace, price } of tape.prices({ game: 'CS2', currency: 'EUR' }))
   *   console.log(name, marketplace, price);
   *
   * @throws {ConnectionError} If the list was cut off; it is not resumed, because the rest would be of a different instant.
   * @throws {TapeError} `NOT_FOUND` for an unknown game or marketplace.
   */
  readonly prices: <Named extends GameName>(
    what: OfGame<Named> & ItemTraits & { readonly currency?: CurrencyCode },
    options?: CallOptions,
  ) => AsyncGenerator<PriceRow<GameOf<Named>>, Position | null, undefined>;

  /**
   * What up to 1,000 items are worth, line by line and in total. `side` is `bid` (default), the highest buy order; `ask`, the
   * lowest ask; or `sellable`, what the current buy orders would pay. Only marketplaces that pay out money count, unless
   * `payout` says otherwise; after-fee figures count only those with a known fee. An unknown name is a line with `isKnown` false
   * and the `nearest` known name; an item with variants has no value without one (`needsVariant`).
   *
   * @example
   * const items = ['AK-47 | Redline (Field-Tested)', { name: 'Fracture Case', count: 200 }];
   * const { totalAfterFees, lines } = await tape.value({ game: 'CS2', items, side: 'sellable' });
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game or marketplace, `INVALID_PARAMS` for too many items.
   */
  readonly value: <Named extends GameName>(
    what: OfGame<Named> & {
      readonly items: readonly (
        | string
        | { readonly name: string; readonly phase?: string; readonly effect?: string; readonly count?: number }
      )[];
      readonly side?: 'bid' | 'ask' | 'sellable';
      readonly payout?: PayoutChoice;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Value<GameOf<Named>>>;

  /**
   * What one item is worth, from comparable sales and offers, with the interval in which eight of ten sales are expected, the
   * rows that it rests on, and where it can be sold. The item is an offer, or a name with what is known of it; `giveToo`
   * of the answer names what an `inspectLink` does not tell. Without `stickers` it has none; null means that they are not known.
   * `price` is null if too little is known, and `notEnoughKnown` says why.
   *
   * @example
   * const { price, low, high, sell } = await tape.appraise({ game: 'CS2', marketplace: 'CSFloat', offerId: '900000000000000001' });
   * console.log(price, low, high, sell[0]?.marketplace, sell[0]?.afterFees);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, offer, game or marketplace, `INVALID_PARAMS` for what is not an inspect link.
   */
  readonly appraise: <Named extends GameName>(
    what: {
      readonly game: Named;
      readonly name?: string;
      readonly phase?: string;
      readonly effect?: string;
      readonly float?: number;
      readonly paintSeed?: number;
      readonly stickers?: readonly string[] | null;
      readonly charms?: readonly string[] | null;
      readonly inspectLink?: string;
      readonly marketplace?: MarketplaceName;
      readonly offerId?: string;
      readonly payout?: PayoutChoice;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Appraisal<GameOf<Named>>>;

  /**
   * Single sales of an item over all marketplaces or some, newest first, of the last 90 days unless `since` says otherwise. A
   * sticker is repeated as often as it must be on the item. `limit` is 100 by default, at most 500. For the next page
   * pass `next` as `after` until it is null.
   *
   * @example
   * const { sales, next } = await tape.findSales({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', maxFloat: 0.16 });
   * for (const { marketplace, priceUSD, float } of sales) console.log(marketplace, priceUSD, float);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, game or marketplace.
   */
  readonly findSales: <Named extends GameName>(
    what: OfGame<Named> &
      ExtrasFilter & {
        readonly name: string;
        readonly phase?: string;
        readonly minFloat?: number;
        readonly maxFloat?: number;
        readonly paintSeeds?: readonly number[];
        readonly stickers?: readonly string[];
        readonly since?: Date;
        readonly until?: Date;
        readonly limit?: number;
        readonly after?: string;
      },
    options?: CallOptions,
  ) => Promise<FoundSales<GameOf<Named>>>;

  /**
   * Rules of this key that notify a target when something happens: changes that the stream publishes, a figure that crosses
   * a bound, deals. `list`, `create`, `remove`, `pause`, `resume`, `test`,
   * `deliveries`, `log` and `read`.
   *
   * @example
   * const { id, secret } = await tape.alerts.create({
   *   name: 'Redline below 10',
   *   when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['AK-47 | Redline (Field-Tested)'], below: 10 },
   *   target: { kind: 'webhook', url: 'https://example.org/hook' },
   * });
   *
   * @throws {TapeError} `INVALID_PARAMS` for an invalid rule, or a target that is not public; `NOT_FOUND` for a rule of
   * another key.
   */
  readonly alerts: Alerts;

  /**
   * The items that this key watches: `list`, `add` and `remove`.
   *
   * @example
   * await tape.watchlist.add({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item.
   */
  readonly watchlist: Watchlist;

  /**
   * What this key has bought and sold: `list`, `history`, `sold`, `transactions`, `csv`, `record`, `remove`, `inventory` and
   * `takeOver`.
   *
   * @example
   * const { holdings, value, profit } = await tape.holdings.list();
   *
   * @throws {TapeError} `INVALID_PARAMS` for transactions that cannot be read.
   */
  readonly holdings: Holdings;

  /**
   * Items whose name contains every word of the query or its short form, one row for each marketplace that knows them;
   * with `nearest`, the most similar names instead. `limit` counts rows: 100 by default, at most 1,000.
   *
   * @example
   * const rows = await tape.search({ game: 'CS2', query: 'ak redline ft', limit: 20 });
   *
   * @throws {TapeError} `INVALID_PARAMS` for a blank query. If nothing is found, the list is empty.
   */
  readonly search: {
    <Named extends GameName>(
      what: SearchQuery<Named> & InFull,
      options?: CallOptions,
    ): Promise<FullSearchRow<GameOf<Named>>[]>;
    (what: SearchQuery<GameName>, options?: CallOptions): Promise<SearchRow[]>;
  };

  /**
   * The items that have what is typed or what traders mean by it, the most likely first, each with all marketplaces that
   * know it, or some, cheapest first. If there are none, `isNear` is true, and their names only resemble it. `limit` counts
   * items: 20 by default, at most 1,000. `foundItems` reduces each item to one row.
   *
   * @example
   * const items = await tape.findItems({ game: 'CS2', query: 'ak redline ft', limit: 5 });
   * for (const { name, marketplaces } of items) console.log(name, marketplaces[0]?.priceUSD);
   *
   * @throws {TapeError} `INVALID_PARAMS` for a blank query, `NOT_FOUND` for an unknown marketplace. If nothing is found, the
   * list is empty.
   */
  readonly findItems: (
    what: OfGame & ItemTraits & { readonly query: string; readonly limit?: number; readonly nearest?: boolean },
    options?: CallOptions,
  ) => Promise<SearchItem[]>;

  /**
   * What the items of a game are: kind, rarity, collections, hero, wear range and so on, with who tells it where marketplaces
   * contradict each other. `limit` is 500 by default, at most 5,000. For the next page pass `next` as `after` until it is null.
   *
   * @example
   * const { items } = await tape.catalogue({ game: 'CS2', kind: 'knife', rarity: 'Covert' });
   * for (const { name, collections } of items) console.log(name, collections);
   *
   * @throws {TapeError} `INVALID_PARAMS` for a kind or wear band that does not exist, `NOT_FOUND` for an unknown game.
   */
  readonly catalogue: <Named extends GameName>(
    what: ItemTraits & {
      readonly game: Named;
      readonly query?: string;
      readonly minFloat?: number;
      readonly maxFloat?: number;
      readonly limit?: number;
      readonly after?: string;
    },
    options?: CallOptions,
  ) => Promise<Catalogue<GameOf<Named>>>;

  /**
   * Completed purchases of the last `days` (default 30), newest first, as far as they are kept.
   *
   * @example
   * const { sales } = await tape.sales({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', days: 7 });
   *
   * @throws {TapeError} `NOT_FOUND` for unknown names; an item without sales is not an error.
   */
  readonly sales: {
    <Named extends GameName>(
      what: ItemOnMarketplace<Named> & { readonly days?: number } & InFull,
      options?: CallOptions,
    ): Promise<FullSales<GameOf<Named>>>;
    <Named extends GameName>(
      what: ItemOnMarketplace<Named> & { readonly days?: number },
      options?: CallOptions,
    ): Promise<Sales<GameOf<Named>>>;
  };

  /**
   * Prices of the last `days` (default 15), oldest first, as far as they are kept, in at most `dataPoints` points (default 100,
   * at most 1,000). Without `phase`, the cheapest variant of the item counts.
   *
   * @example
   * const name = '★ Karambit | Doppler (Factory New)';
   * const { history } = await tape.priceHistory({ marketplace: 'SkinPort', game: 'CS2', name, phase: 'Ruby', days: 90 });
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known; an item without a past is none.
   */
  readonly priceHistory: (
    what: ItemOnMarketplace<GameName> & {
      readonly phase?: string;
      readonly effect?: string;
      readonly days?: number;
      readonly dataPoints?: number;
    },
    options?: CallOptions,
  ) => Promise<PriceHistory>;

  /**
   * Open, high, low, close, count and volume over time, oldest first: of the lowest ask (default), of the highest buy order
   * (`of: 'bid'`), or of the prices paid (`of: 'sale'`), on one marketplace or, without `marketplace`, over all of them.
   * `interval` is an hour by default, and the range 14 days, for `5m` one day, for `1d` a year; at most 2,000 intervals.
   *
   * @example
   * const name = '★ Karambit | Doppler (Factory New)';
   * const { candles } = await tape.candles({ game: 'CS2', name, phase: 'Ruby', interval: '1d' });
   * console.log(candles.at(-1)?.close);
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known; an item without a past is none.
   */
  readonly candles: <Named extends GameName>(
    what: {
      readonly game: Named;
      readonly name: string;
      readonly phase?: string;
      readonly effect?: string;
      readonly marketplace?: MarketplaceName;
      readonly of?: 'ask' | 'bid' | 'sale';
      readonly interval?: CandleInterval;
      readonly from?: Date;
      readonly to?: Date;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Candles<GameOf<Named>>>;

  /**
   * The past of an item on all marketplaces, or on some, in one answer and column by column: candles of the lowest ask over
   * them, the lowest ask of each, sales, and how complete the data is. Without `from` it begins with the first lowest ask, at
   * most 30 days ago; `new Date(0)` is as far as data is kept. Without `interval` that is chosen by the length of the window.
   *
   * @example
   * const { best, lines } = await tape.history({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', interval: '1h' });
   * console.log(best.close.at(-1), lines.map(({ marketplace, price }) => [marketplace, price.at(-1)]));
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, game or marketplace; an item without a past is none.
   */
  readonly history: <Named extends GameName>(
    what: OfGame<Named> & {
      readonly name: string;
      readonly phase?: string;
      readonly effect?: string;
      readonly interval?: CandleInterval;
      readonly from?: Date;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<ItemHistory<GameOf<Named>>>;

  /**
   * How complete the data of each source was on each day (UTC): complete, partial or missing, with the gaps and their reasons.
   * The last 90 days by default, at most 400.
   *
   * @example
   * const { sources } = await tape.conditions({ marketplace: 'SkinPort', game: 'CS2' });
   * for (const { source, days } of sources) console.log(source, days.filter(({ condition }) => condition !== 'complete'));
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown game or marketplace.
   */
  readonly conditions: (
    what?: {
      readonly marketplace?: MarketplaceName;
      readonly game?: GameName;
      readonly from?: Date;
      readonly to?: Date;
    },
    options?: CallOptions,
  ) => Promise<Conditions>;

  /**
   * Buy orders, highest price first. `limit` is 500 by default, at most 5,000.
   *
   * @example
   * const orders = await tape.buyOrders({ game: 'TF2', name: 'Mann Co. Supply Crate Key', limit: 10 });
   *
   * @throws {TapeError} `NOT_FOUND` for unknown names.
   */
  readonly buyOrders: {
    <Named extends GameName>(
      what: BuyOrderQuery<Named> & InFull,
      options?: CallOptions,
    ): Promise<FullBuyOrderRow<GameOf<Named>>[]>;
    <Named extends GameName>(what: BuyOrderQuery<Named>, options?: CallOptions): Promise<BuyOrderRow<GameOf<Named>>[]>;
  };

  /**
   * The worth of a US dollar in the other currencies: the exchange rates that prices are converted at.
   *
   * @example
   * const euros = (await tape.rates()).find(({ currency }) => currency === 'EUR')?.perUSD;
   *
   * @throws {TapeError} Like every call.
   */
  readonly rates: (options?: CallOptions) => Promise<Rate[]>;

  /**
   * What one pays and gets at marketplaces: fees, what a seller ends up with, what paying in and out costs, holds and the
   * highest possible price, each with its date and source. What is missing is unknown, which does not mean that there is none.
   *
   * @example
   * const [csfloat] = await tape.terms({ marketplace: 'CSFloat' });
   * const fee = csfloat?.fees.find(({ side }) => side === 'seller');
   * console.log(fee === undefined ? 'not known' : `${fee.percent} % (${fee.asOf})`, csfloat?.payout?.kind);
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown marketplace.
   */
  readonly terms: (
    what?: { readonly marketplace?: MarketplaceName },
    options?: CallOptions,
  ) => Promise<MarketplaceTerms[]>;

  /**
   * The state of the service; needs no key.
   *
   * @example
   * const { ready, uptimeSeconds } = await tape.health();
   *
   * @throws {TapeError} If the service cannot be reached.
   */
  readonly health: (options?: CallOptions) => Promise<Health>;

  /**
   * The state of each source of each marketplace; needs a key only if `http.openMetrics` is off.
   *
   * @example
   * const down = (await tape.sources()).filter(({ state }) => state !== 'live');
   *
   * @throws {TapeError} If the service cannot be reached.
   */
  readonly sources: (options?: CallOptions) => Promise<SourceHealth[]>;

  /**
   * Every marketplace known by name, with its number and aliases; needs no key.
   *
   * @example
   * const names = (await tape.registry()).map(({ marketplace }) => marketplace);
   *
   * @throws {TapeError} If the service cannot be reached.
   */
  readonly registry: (options?: CallOptions) => Promise<RegistryEntry[]>;

  /**
   * Offers as they appear and change; reconnects and resumes automatically. Their types are those of the games that `games`
   * names; of several, a test of `game` tells them apart. `timestamp` is in Unix milliseconds, the times
   * in `data` are in Unix seconds.
   *
   * @example
   * for await (const { eventType, data } of tape.offers({ games: 'CS2', maxPriceUSD: 20 })) console.log(eventType, data.name);
   *
   * @throws {GapError} If the service no longer keeps the missed messages, unless `gaps` is `continue`.
   * @throws {TapeError} For a permanent failure: a revoked key (`status` 401 or 403), or a subscription that the service
   * refuses (`INVALID_PARAMS`).
   */
  readonly offers: <Named extends GamesName = Game>(
    subscription?: OfferSubscribeOptions<Named>,
    options?: ListenOptions,
  ) => AsyncGenerator<OfferMessage<GameOf<Named>>, void, undefined>;

  /**
   * Every message of the requested channels, in the same way.
   *
   * @example
   * for await (const message of tape.messages({ channels: ['sales', 'sources'] }))
   *   if (message.type === 'sale') console.log(message.data.name, message.data.priceUSD);
   *
   * @throws {GapError} Like `offers`.
   * @throws {TapeError} Like `offers`.
   */
  readonly messages: <Named extends GamesName = Game>(
    subscription?: SubscribeOptions<Named>,
    options?: ListenOptions,
  ) => AsyncGenerator<StreamMessage<GameOf<Named>>, void, undefined>;

  /**
   * What the stream published after a position, up to now: for a nightly job, or to look back. Returns the position to
   * continue from the next time. Without `after` it begins with the oldest message that is kept.
   *
   * @example
   * for await (const { type, timestamp } of tape.changes({ games: 'CS2', events: ['Added', 'Removed'], limit: 1000 }))
   *   console.log(new Date(timestamp), type);
   *
   * @throws {GapError} If the messages after `after` are no longer kept.
   * @throws {TapeError} Like `offers`.
   */
  readonly changes: <Named extends GamesName = Game>(
    what?: ChangesOf<Named>,
    options?: CallOptions,
  ) => AsyncGenerator<ChangeMessage<GameOf<Named>>, Position, undefined>;

  /**
   * Past messages of the stream, unchanged, at a multiple of their original pace or as fast as they are read; resumed after
   * lost connections without loss or duplicates. Without `to` it continues with live messages; `replayEnd` marks the point.
   *
   * @example
   * const from = new Date(Date.now() - 3_600_000);
   * for await (const message of tape.replay({ from, to: new Date(), speed: 60, games: 'CS2' }))
   *   if (message.type === 'offer') console.log(new Date(message.timestamp), message.data.name, message.data.priceUSD);
   *
   * @throws {TapeError} `NO_LONGER_KEPT` if `from` is older than what is kept, `INVALID_PARAMS` for an invalid request.
   * @throws {GapError} If the rest was dropped by the service while it was read.
   */
  readonly replay: <Named extends GamesName = Game>(
    what: ReplayOf<Named>,
    options?: ReplayOptions,
  ) => AsyncGenerator<ChangeMessage<GameOf<Named>> | ReplayEndMessage, void, undefined>;

  /**
   * A live local copy of the offers on sale that match the subscription, kept across lost connections and gaps. It throws
   * nothing: `ready` and `ended` reject with a TapeError if it cannot continue.
   *
   * @example
   * const mirror = tape.mirror({ items: 'AK-47 | Redline (Field-Tested)' });
   * await mirror.ready;
   * console.log(mirror.size(), mirror.offers()[0]?.data.priceUSD);
   * mirror.stop();
   *
   * @throws {TapeError} Only through `ready` and `ended`.
   */
  readonly mirror: <Named extends GamesName = Game>(
    subscription: MirrorSubscribeOptions<Named>,
    options?: MirrorOptions,
  ) => Mirror<GameOf<Named>>;

  /**
   * A live local copy of the best ask and bid of items over all marketplaces, of the best deals, or of the first offers of a
   * search, kept across lost connections. It throws nothing: `ready` and `ended` reject with a TapeError if it cannot continue.
   *
   * @example
   * const board = tape.board({ channels: ['best', 'deals'], games: 'CS2', minProfit: 5, maxHoldDays: 8 });
   * await board.ready;
   * console.log(board.best('CS2', 'AK-47 | Redline (Field-Tested)')?.ask?.price, board.deals()[0]?.profit);
   * board.stop();
   *
   * @throws {TapeError} Only through `ready` and `ended`.
   */
  readonly board: <Named extends GamesName = Game>(
    subscription: BoardSubscribeOptions<Named>,
    options?: BoardOptions,
  ) => Board<GameOf<Named>>;
};
