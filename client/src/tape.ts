import type { Alerts } from './alerts.ts';
import type { Board, BoardOptions, BoardSubscribeOptions } from './copies/board.ts';
import type { Mirror, MirrorOptions, MirrorSubscribeOptions } from './copies/mirror.ts';
import type {
  Best,
  BuyOrderRow,
  Candles,
  Comparison,
  Conditions,
  Deals,
  Fee,
  FoundOffers,
  FullBuyOrderRow,
  FullComparison,
  FullItem,
  FullSales,
  FullSearchRow,
  Health,
  Item,
  Marketplace,
  Movers,
  PriceHistory,
  PriceRow,
  Rate,
  RegistryEntry,
  Sales,
  SearchItem,
  SearchRow,
  SourceHealth,
  Value,
} from './generated/rest.ts';
import type { ListenOptions, OfferSubscribeOptions, SubscribeOptions } from './listen.ts';
import type { OfferMessage, ReplayEndMessage, StreamMessage } from './messages.ts';
import type { ChangeMessage, ChangesOf } from './past/changes.ts';
import type { ReplayOf, ReplayOptions } from './past/replay.ts';
import type { Position } from './resume-point.ts';

/** What prices are told in. */
export type CurrencyCode = 'USD' | 'EUR' | 'CNY' | 'RUB';

export type Game = 'CS2' | 'Dota2' | 'Rust' | 'TF2';

/** By name, Steam app id, alias or number, in any case. */
type GameName = string | number;
type MarketplaceName = string | number;

type ItemOnMarketplace = {
  readonly marketplace: MarketplaceName;
  readonly game: GameName;
  readonly name: string;
};

/** Asks for the answer as it was at an instant, which needs a service that keeps what stood (`store.statesDays`); not in full. */
export type Then = { readonly asOf?: Date };

export type OfGame = { readonly game: GameName; readonly marketplaces?: readonly MarketplaceName[] };

/** Asks for all that is known of each row; without it the answer has none of the members that are added. */
type InFull = { readonly fields: 'full' };

/** A question that is answered in full where that is asked for. */
type InFullToo<What, Answer, FullAnswer> = {
  (what: What & InFull, options?: CallOptions): Promise<FullAnswer>;
  (what: What, options?: CallOptions): Promise<Answer>;
};

/** May be given to every call as its last argument. */
export type CallOptions = {
  /** Gives the call up, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
};

/** What one service knows: one method for each of its operations, and its stream. */
export type Tape = {
  /**
   * Marketplaces that are read, with their games and counts.
   *
   * @example
   * const marketplaces = await tape.marketplaces();
   *
   * @throws {TapeError} As every call.
   */
  readonly marketplaces: (options?: CallOptions) => Promise<Marketplace[]>;

  /**
   * One item on one marketplace: prices, offers, buy orders. `name` is exact, as Steam writes it.
   *
   * @example
   * const { priceUSD, offers } = await tape.item({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
   *
   * @throws {TapeError} `NOT_FOUND` for a game, marketplace or item that is not known; an item without offers is none.
   */
  readonly item: InFullToo<ItemOnMarketplace & Then, Item, FullItem>;

  /**
   * One item on all marketplaces, or on some, cheapest first.
   *
   * @example
   * const { marketplaces } = await tape.compare({ game: 'Rust', name: 'Whiteout Kilt', marketplaces: ['DMarket', 'SkinPort'] });
   * const cheapest = marketplaces[0]?.priceUSD ?? null;
   *
   * @throws {TapeError} `NOT_FOUND` for an item, a game or one of the marketplaces that is not known.
   */
  readonly compare: InFullToo<OfGame & Then & { readonly name: string }, Comparison, FullComparison>;

  /**
   * Who asks least and who bids most for an item over all marketplaces, before and after fees, of the whole item and of
   * each variant of it. Prices are in `currency`, dollars unless said; `lock: 'none'` is only offers known to be tradable now.
   * `afterFees` is null where no fee is known.
   *
   * @example
   * const { best } = await tape.best({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', currency: 'EUR' });
   * for (const { ask, bidAfterFees } of best) console.log(ask?.marketplace, ask?.price, bidAfterFees?.afterFees);
   *
   * @throws {TapeError} `NOT_FOUND` for an item, a game or one of the marketplaces that is not known.
   */
  readonly best: (
    what: OfGame &
      Then & {
        readonly name: string;
        readonly phase?: string;
        readonly lock?: 'any' | 'none';
        readonly currency?: CurrencyCode;
      },
    options?: CallOptions,
  ) => Promise<Best>;

  /**
   * What is worth buying on one marketplace and selling on another, after the fees that are known, the best first. Amounts are
   * in `currency`, dollars unless said. `way: 'bid'` sells to a buy order at once, `list` puts on sale at the lowest ask. What is
   * doubtful about a side stands in its `flags`; `without` leaves such deals out. 50 unless `limit` says otherwise, at most 500.
   *
   * @example
   * const { deals } = await tape.deals({ game: 'CS2', minProfit: 5, maxPrice: 200, way: 'bid', without: ['stale', 'outlier'] });
   * for (const { name, buy, sell, profit } of deals) console.log(name, buy.marketplace, sell.marketplace, profit);
   *
   * @throws {TapeError} `NOT_FOUND` for a game or one of the marketplaces that is not known.
   */
  readonly deals: (
    what: {
      readonly game: GameName;
      readonly minProfit?: number;
      readonly minPercent?: number;
      readonly maxPrice?: number;
      readonly maxAgeSeconds?: number;
      readonly from?: readonly MarketplaceName[];
      readonly to?: readonly MarketplaceName[];
      readonly way?: 'any' | 'bid' | 'list';
      readonly without?: readonly string[];
      readonly sort?: 'profit' | 'percent';
      readonly limit?: number;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Deals>;

  /**
   * The items whose lowest ask over all marketplaces has moved most, by percent, against an hour ago or `hours` (24 at most).
   * `since` says as of when the former asks are: after a start of the service later than asked for. 20 unless `limit` says
   * otherwise, at most 200; from a dollar on unless `minPrice` does.
   *
   * @example
   * const { movers } = await tape.movers({ game: 'CS2', direction: 'down', minPrice: 5 });
   * for (const { name, ask, changePercent } of movers) console.log(name, ask, changePercent);
   *
   * @throws {TapeError} `NOT_FOUND` for a game that is not known.
   */
  readonly movers: (
    what: {
      readonly game: GameName;
      readonly hours?: number;
      readonly direction?: 'any' | 'up' | 'down';
      readonly minPrice?: number;
      readonly limit?: number;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Movers>;

  /**
   * Single offers over all marketplaces by name, words, float, patterns, stickers (each as often as it must be there), lock and
   * price, 100 unless `limit` says otherwise, at most 500. Go on with `next` as `after` until it is null. `stickersAsk` is what
   * the stickers are asked for as items of their own. (`offers` is the stream.)
   *
   * @example
   * const { offers, next } = await tape.findOffers({ game: 'CS2', query: 'ak47 redline', maxFloat: 0.16, sort: 'float' });
   * for (const { marketplace, price, float } of offers) console.log(marketplace, price, float);
   *
   * @throws {TapeError} `NOT_FOUND` for an item, a game or one of the marketplaces that is not known.
   */
  readonly findOffers: (
    what: OfGame & {
      readonly name?: string;
      readonly query?: string;
      readonly phase?: string;
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
  ) => Promise<FoundOffers>;

  /**
   * Every item of a game, on all marketplaces or on some, as `compare` tells it; asked for in parts of 500 as they are read.
   *
   * @example
   * for await (const { name, marketplaces } of tape.all({ game: 'TF2' })) console.log(name, marketplaces[0]?.priceUSD);
   *
   * @throws {TapeError} `NOT_FOUND` for a game or one of the marketplaces that is not known.
   */
  readonly all: (what: OfGame, options?: CallOptions) => AsyncGenerator<Comparison, void, undefined>;

  /**
   * What every marketplace asks and bids for every item and variant, a row each, all as it stood at one instant. Returns the
   * place of the stream at which it did: `changes` with the channel `prices` after it keeps `price` in dollars and
   * `offerCount` true.
   *
   * @example
   * for await (const { name, marketplace, price } of tape.prices({ game: 'CS2', currency: 'EUR' }))
   *   console.log(name, marketplace, price);
   *
   * @throws {ConnectionError} When the list was cut off; it is not taken up, for the rest would be of another instant.
   * @throws {TapeError} `NOT_FOUND` for a game or one of the marketplaces that is not known.
   */
  readonly prices: (
    what: OfGame & { readonly currency?: CurrencyCode },
    options?: CallOptions,
  ) => AsyncGenerator<PriceRow, Position | null, undefined>;

  /**
   * What up to 1,000 items are worth, line by line and in sum: `side` is `bid` unless said, at the highest buy order; `ask` is
   * at the lowest ask, `sellable` what the buy orders that there are take now. After fees only marketplaces count whose fee is
   * known. A name that is not known is a line with `isKnown` false and the `nearest` one.
   *
   * @example
   * const items = ['AK-47 | Redline (Field-Tested)', { name: 'Fracture Case', count: 200 }];
   * const { totalAfterFees, lines } = await tape.value({ game: 'CS2', items, side: 'sellable' });
   *
   * @throws {TapeError} `NOT_FOUND` for a game or one of the marketplaces that is not known, `INVALID_PARAMS` for too many items.
   */
  readonly value: (
    what: OfGame & {
      readonly items: readonly (string | { readonly name: string; readonly phase?: string; readonly count?: number })[];
      readonly side?: 'bid' | 'ask' | 'sellable';
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Value>;

  /**
   * Rules of this key that tell a target when something happens: changes that the stream tells, a figure that passes a
   * bound, deals. `list`, `create`, `remove`, `pause`, `resume`, `test` and `deliveries`.
   *
   * @example
   * const { id, secret } = await tape.alerts.create({
   *   name: 'Redline below 10',
   *   when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['AK-47 | Redline (Field-Tested)'], below: 10 },
   *   target: { kind: 'webhook', url: 'https://example.org/hook' },
   * });
   *
   * @throws {TapeError} `INVALID_PARAMS` for a rule that cannot be, or a target that is not public; `NOT_FOUND` for a rule
   * of another key.
   */
  readonly alerts: Alerts;

  /**
   * Items whose name holds every word of the query or its short form, one row for each marketplace that knows them;
   * with `nearest`, the names most like it instead. `limit` counts rows: 100 unless said, at most 1,000.
   *
   * @example
   * const rows = await tape.search({ game: 'CS2', query: 'ak redline ft', limit: 20 });
   *
   * @throws {TapeError} `INVALID_PARAMS` for a blank query; nothing found is an empty list.
   */
  readonly search: InFullToo<
    {
      readonly game: GameName;
      readonly query: string;
      readonly marketplace?: MarketplaceName;
      readonly limit?: number;
      readonly nearest?: boolean;
    },
    SearchRow[],
    FullSearchRow[]
  >;

  /**
   * The items whose rows `search` tells, in the same order, each on all marketplaces that know it, or on some, cheapest first.
   * `limit` counts items: 20 unless said, at most 1,000. `foundItems` makes one line of each.
   *
   * @example
   * const items = await tape.findItems({ game: 'CS2', query: 'ak redline ft', limit: 5 });
   * for (const { name, marketplaces } of items) console.log(name, marketplaces[0]?.priceUSD);
   *
   * @throws {TapeError} `INVALID_PARAMS` for a blank query, `NOT_FOUND` for a marketplace that is not known; nothing found is an
   * empty list.
   */
  readonly findItems: (
    what: OfGame & { readonly query: string; readonly limit?: number; readonly nearest?: boolean },
    options?: CallOptions,
  ) => Promise<SearchItem[]>;

  /**
   * Completed purchases, newest first; `days` back from now, 30 unless said, as far as they are kept.
   *
   * @example
   * const { sales } = await tape.sales({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', days: 7 });
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known; an item without sales is none.
   */
  readonly sales: InFullToo<ItemOnMarketplace & { readonly days?: number }, Sales, FullSales>;

  /**
   * Prices over time, oldest first: `days` back from now, 15 unless said, as far as they are kept, in `dataPoints` points at most, 100
   * unless said, at most 1,000. Without `phase` it is the cheapest of an item's variants.
   *
   * @example
   * const name = '★ Karambit | Doppler (Factory New)';
   * const { history } = await tape.priceHistory({ marketplace: 'SkinPort', game: 'CS2', name, phase: 'Ruby', days: 90 });
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known; an item without a past is none.
   */
  readonly priceHistory: (
    what: ItemOnMarketplace & { readonly phase?: string; readonly days?: number; readonly dataPoints?: number },
    options?: CallOptions,
  ) => Promise<PriceHistory>;

  /**
   * Open, high, low, close, count and volume over time, oldest first: of the lowest ask on one marketplace, or over all of them
   * without `marketplace`, of the highest buy order likewise (`of: 'bid'`), or of what was paid (`of: 'sale'`). By the hour
   * unless `interval` says otherwise, the last 14 days; a day of `5m`, a year of `1d`; at most 2,000 of them.
   *
   * @example
   * const name = '★ Karambit | Doppler (Factory New)';
   * const { candles } = await tape.candles({ game: 'CS2', name, phase: 'Ruby', interval: '1d' });
   * console.log(candles.at(-1)?.close);
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known; an item without a past is none.
   */
  readonly candles: (
    what: {
      readonly game: GameName;
      readonly name: string;
      readonly phase?: string;
      readonly marketplace?: MarketplaceName;
      readonly of?: 'ask' | 'bid' | 'sale';
      readonly interval?: '5m' | '1h' | '1d';
      readonly from?: Date;
      readonly to?: Date;
      readonly currency?: CurrencyCode;
    },
    options?: CallOptions,
  ) => Promise<Candles>;

  /**
   * How whole what was read is, per source and day (UTC): complete, partial or missing, with the gaps and their reasons. The
   * last 90 days unless `from` says otherwise, at most 400.
   *
   * @example
   * const { sources } = await tape.conditions({ marketplace: 'SkinPort', game: 'CS2' });
   * for (const { source, days } of sources) console.log(source, days.filter(({ condition }) => condition !== 'complete'));
   *
   * @throws {TapeError} `NOT_FOUND` for a game or marketplace that is not known.
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
   * Buy orders, the highest price first: 500 unless `limit` says otherwise, at most 5,000.
   *
   * @example
   * const orders = await tape.buyOrders({ game: 'TF2', name: 'Mann Co. Supply Crate Key', limit: 10 });
   *
   * @throws {TapeError} `NOT_FOUND` for what is not known.
   */
  readonly buyOrders: InFullToo<
    {
      readonly game: GameName;
      readonly marketplace?: MarketplaceName;
      readonly name?: string;
      readonly limit?: number;
    },
    BuyOrderRow[],
    FullBuyOrderRow[]
  >;

  /**
   * What a US dollar is worth in the other currencies: the rates that prices are converted at.
   *
   * @example
   * const euros = (await tape.rates()).find(({ currency }) => currency === 'EUR')?.perUSD;
   *
   * @throws {TapeError} As every call.
   */
  readonly rates: (options?: CallOptions) => Promise<Rate[]>;

  /**
   * What marketplaces take of a purchase, each with its date and who says so. A side that is not told has no fee that is
   * known, which is not the same as none.
   *
   * @example
   * const [fee] = (await tape.fees({ marketplace: 'CSFloat' })).filter(({ side }) => side === 'seller');
   * console.log(fee === undefined ? 'not known' : `${fee.percent} % (${fee.asOf})`);
   *
   * @throws {TapeError} `NOT_FOUND` for a marketplace that is not known.
   */
  readonly fees: (what?: { readonly marketplace?: MarketplaceName }, options?: CallOptions) => Promise<Fee[]>;

  /**
   * How the service is; no key is needed.
   *
   * @example
   * const { ready, uptimeSeconds } = await tape.health();
   *
   * @throws {TapeError} When the service cannot be reached.
   */
  readonly health: (options?: CallOptions) => Promise<Health>;

  /**
   * How each source of each marketplace is; a key is needed only where `http.openMetrics` is off.
   *
   * @example
   * const down = (await tape.sources()).filter(({ state }) => state !== 'live');
   *
   * @throws {TapeError} When the service cannot be reached.
   */
  readonly sources: (options?: CallOptions) => Promise<SourceHealth[]>;

  /**
   * Every marketplace known by name, with its number and aliases; no key is needed.
   *
   * @example
   * const names = (await tape.registry()).map(({ marketplace }) => marketplace);
   *
   * @throws {TapeError} When the service cannot be reached.
   */
  readonly registry: (options?: CallOptions) => Promise<RegistryEntry[]>;

  /**
   * Offers as they appear and change: reconnects and resumes by itself. `timestamp` is in Unix milliseconds, the times in
   * `data` in Unix seconds.
   *
   * @example
   * for await (const { eventType, data } of tape.offers({ games: 'CS2', maxPriceUSD: 20 })) console.log(eventType, data.name);
   *
   * @throws {GapError} When the service no longer keeps what was missed, unless `gaps` is `continue`.
   * @throws {TapeError} What no other attempt can better: a key that was revoked (`status` 401 or 403), or a wish that the
   * service refuses (`INVALID_PARAMS`).
   */
  readonly offers: (
    subscription?: OfferSubscribeOptions,
    options?: ListenOptions,
  ) => AsyncGenerator<OfferMessage, void, undefined>;

  /**
   * Every message of every channel asked for, in the same way.
   *
   * @example
   * for await (const message of tape.messages({ channels: ['sales', 'sources'] }))
   *   if (message.type === 'sale') console.log(message.data.name, message.data.priceUSD);
   *
   * @throws {GapError} As `offers`.
   * @throws {TapeError} As `offers`.
   */
  readonly messages: (
    subscription?: SubscribeOptions,
    options?: ListenOptions,
  ) => AsyncGenerator<StreamMessage, void, undefined>;

  /**
   * What the stream told after a place, up to now, and then ends: for a nightly job, or to look back. Returns the place to
   * go on after the next time. Without `after` it begins with the oldest that is kept.
   *
   * @example
   * for await (const { type, timestamp } of tape.changes({ games: 'CS2', events: ['Added', 'Removed'], limit: 1000 }))
   *   console.log(new Date(timestamp), type);
   *
   * @throws {GapError} When what came after `after` is no longer kept.
   * @throws {TapeError} As `offers`.
   */
  readonly changes: (what?: ChangesOf, options?: CallOptions) => AsyncGenerator<ChangeMessage, Position, undefined>;

  /**
   * What the stream told before, as it was told, as fast as it happened or as it is read; taken up again over lost
   * connections without loss and without anything twice. Without `to` it goes on with what comes; `replayEnd` says where.
   *
   * @example
   * const from = new Date(Date.now() - 3_600_000);
   * for await (const message of tape.replay({ from, to: new Date(), speed: 60, games: 'CS2' }))
   *   if (message.type === 'offer') console.log(new Date(message.timestamp), message.data.name, message.data.priceUSD);
   *
   * @throws {TapeError} `NO_LONGER_KEPT` when `from` lies before what is kept, `INVALID_PARAMS` for what is refused.
   * @throws {GapError} When the rest of it stopped being kept while it was read.
   */
  readonly replay: (
    what: ReplayOf,
    options?: ReplayOptions,
  ) => AsyncGenerator<ChangeMessage | ReplayEndMessage, void, undefined>;

  /**
   * A live local copy of what is on sale, of an item or a marketplace or whatever the wish says; kept over lost
   * connections and gaps. It throws nothing: `ready` and `ended` reject with a TapeError when it cannot go on.
   *
   * @example
   * const mirror = tape.mirror({ items: 'AK-47 | Redline (Field-Tested)' });
   * await mirror.ready;
   * console.log(mirror.size(), mirror.offers()[0]?.data.priceUSD);
   * mirror.stop();
   *
   * @throws {TapeError} Never itself; by `ready` and `ended`.
   */
  readonly mirror: (subscription: MirrorSubscribeOptions, options?: MirrorOptions) => Mirror;

  /**
   * The best ask and bid of items over all marketplaces, the best deals, or the first offers of a search, as they stand: a
   * local copy that is kept over lost connections. It throws nothing: `ready` and `ended` reject with a TapeError when it cannot go on.
   *
   * @example
   * const board = tape.board({ channels: ['best', 'deals'], games: 'CS2', minProfit: 5, without: ['stale', 'outlier'] });
   * await board.ready;
   * console.log(board.best('CS2', 'AK-47 | Redline (Field-Tested)')?.ask?.price, board.deals()[0]?.profit);
   * board.stop();
   *
   * @throws {TapeError} Never itself; by `ready` and `ended`.
   */
  readonly board: (subscription: BoardSubscribeOptions, options?: BoardOptions) => Board;
};
