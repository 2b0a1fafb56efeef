import type {
  BookSide,
  CandleWidth,
  Confirmation,
  Currency,
  DatedFloor,
  DatedTopBid,
  ExtrasFilter,
  Game,
  KnownExtras,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  NormalPastPrice,
  NormalSale,
  Phase,
  Position,
  Prices,
  Rate,
  RemovalReason,
  SourceDay,
  SourceGap,
  SourceRun,
  Sticker,
  Variant,
} from '../schema/index.ts';

export type SaleRow = NormalSale & { readonly marketplaceId: number };
export type PastPriceRow = NormalPastPrice & { readonly marketplaceId: number };

/** The size of the last complete reading of a source. */
export type LastReading = Pick<SourceRun, 'marketplaceId' | 'source' | 'game' | 'rows' | 'priced'>;

export type StoredSale = KnownExtras & {
  readonly marketplaceId: number;
  readonly soldAt: number;
  readonly saleId: string;
  readonly price: Money;
  readonly prices: Prices;
  readonly phase: Phase | null;
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly stickers: readonly Sticker[] | null;
  readonly side: BookSide | null;
};

/** Where a page of sales ended. */
export type SalePosition = Pick<StoredSale, 'soldAt' | 'marketplaceId' | 'saleId'>;

/** An offer that has left its marketplace. */
export type RemovalRow = Pick<
  LiveOffer,
  'game' | 'name' | 'phase' | 'marketplaceId' | 'offerId' | 'float' | 'foundAt'
> & {
  /** Its last price in thousandths of a dollar. */
  readonly usd: number | null;
  readonly goneAt: number;
  readonly reason: RemovalReason;
};
export type StoredRemoval = Omit<RemovalRow, 'game' | 'name'>;

export type RemovalQuery = ItemOnMarkets & { readonly since: number; readonly limit: number };

export type StoredPoint = { readonly at: number; readonly prices: Prices };

export type SeriesRef = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly phase: Variant | null;
};

/** Candles of an item or variant; a null marketplaceId means all. `since` is the start of an interval. */
export type CandleQuery = Omit<SeriesRef, 'marketplaceId'> & {
  readonly marketplaceId: number | null;
  readonly currency: Currency;
  readonly width: CandleWidth;
  readonly since: number;
  readonly until: number;
};

/** An item or variant on some marketplaces; null means all of them. */
export type ItemOnMarkets = Omit<SeriesRef, 'marketplaceId'> & { readonly marketplaceIds: readonly number[] | null };

/** `until` excluded; both are instants. */
export type DailyWorthsQuery = {
  readonly game: Game;
  /** Whether pieces are listed at the lowest ask, or sold to the highest bid. */
  readonly side: BookSide;
  readonly items: readonly { readonly name: string; readonly variant: Variant | null }[];
  /** What a seller gets of a price, by the id of each marketplace that counts. */
  readonly shares: ReadonlyMap<number, number>;
  readonly currency: Currency;
  readonly since: number;
  readonly until: number;
};

/** When the first lowest ask of an item is dated, and its first price of any kind; null if there is none. */
export type HistoryStart = { readonly asks: number | null; readonly prices: number | null };

/** `since` is the start of an interval. */
export type HistoryQuery = ItemOnMarkets & {
  readonly currency: Currency;
  readonly width: CandleWidth;
  readonly since: number;
  readonly until: number;
  /** Maximum number of points of one marketplace. */
  readonly points: number;
  /** Maximum number of single sales, and since when; it can be earlier than the window. */
  readonly sales: number;
  readonly salesSince: number;
};

/** Sales of an item, newest first; null means any. `since` and `until` are included. */
export type SaleQuery = ItemOnMarkets & {
  readonly since: number;
  readonly until: number;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  readonly paintSeeds: readonly number[] | null;
  /** Names of stickers, each as often as it must be on the item. */
  readonly stickers: readonly string[];
  readonly extras: ExtrasFilter;
  /** Only sales after this one. */
  readonly after: SalePosition | null;
  readonly limit: number;
};

/** Points with a different price than the one before; null from when nothing is on sale any more. */
export type HistoryLine = {
  readonly marketplaceId: number;
  readonly points: readonly { readonly at: number; readonly price: number | null }[];
};

/** The past of an item on several marketplaces, each list oldest first. */
export type ItemHistory = {
  /** Candles of the lowest ask over the marketplaces, for intervals with a change. */
  readonly best: readonly StoredCandle[];
  /** The lowest ask of each marketplace at the end of an interval. */
  readonly lines: readonly HistoryLine[];
  /** Medians of past sales as marketplaces publish them, from before their first lowest ask. */
  readonly medians: readonly HistoryLine[];
  /** Sales by interval; of an item as a whole those of all variants. */
  readonly sold: readonly StoredCandle[];
  /** The newest single sales. */
  readonly sales: readonly ItemSale[];
};

export type ItemSale = {
  readonly marketplaceId: number;
  readonly soldAt: number;
  readonly price: number;
  readonly float: number | null;
};

/** The sources, null for all, and the range of days, `to` excluded. */
export type ConditionsQuery = {
  readonly marketplaceId: number | null;
  readonly game: Game | null;
  readonly from: number;
  readonly to: number;
};

/** In order of marketplace, source and game. */
export type StoredConditions = {
  /** Within a source in order of time. */
  readonly days: readonly SourceDay[];
  /** Gaps that reach into one of the days, in order of their start. */
  readonly gaps: readonly SourceGap[];
  /** The newest stored day of each source. */
  readonly newest: readonly SourceDay[];
};

/** Whole thousandths, null when no price was known. */
export type StoredCandle = {
  readonly at: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly count: number;
  readonly volume: number | null;
};

/** A state, valid from the instant `publishedAt`, with the sequence of its record; 0 for one that was copied for a base. */
export type PublishedState<State> = { readonly state: State; readonly publishedAt: number; readonly sequence: number };

/** Instants at which every state is known: from the base, a copy of everything that stood, and from the changes since. */
export type StoredSpan = {
  readonly since: number;
  readonly keptTo: number;
  /** The instant at which the copying began. */
  readonly base: number;
  /** Whether changes after it are missing, so that no later run can go on from this base. */
  readonly isEnded: boolean;
};

/** The state of an item at one instant. */
export type ItemStates = {
  readonly offers: readonly LiveOffer[];
  readonly buyOrders: readonly LiveBuyOrder[];
  readonly quotes: readonly LiveQuote[];
  readonly figures: readonly DatedFloor[];
  readonly rates: readonly Rate[];
  /** The last reading of each marketplace and kinds, of the item and of its game. */
  readonly readings: readonly Confirmation[];
};

/** The states of items at past instants. */
export type PastStates = {
  /**
   * Goes on from the last base of the previous run, whose last record is of `lastAt`, unless changes are missing: after
   * `breakOff`, and where a mark was stored before this call, as for a new epoch of the tape. Call it before any append.
   */
  readonly resume: (lastAt: number | null) => void;
  /**
   * Begins a base; returns its instant. From here on, changes with a sequence above `after` belong to it, and copies of
   * what stands are appended with this instant and the sequence 0. Until it is laid, the former base goes on as well.
   */
  readonly begin: (after: number) => number;
  /** The instant of the base that was begun; null if there is none, or something was lost since. */
  readonly begun: () => number | null;
  /** Notes that the base that was begun is whole since an instant, as is every change before; all of it must be stored. */
  readonly lay: (since: number) => Promise<void>;
  /** Notes that all changes up to an instant are stored. */
  readonly keptTo: (at: number) => Promise<void>;
  /** Stops keeping states until another base is laid, because a change was lost. */
  readonly breakOff: () => void;
  /** All spans, in order. */
  readonly spans: () => readonly StoredSpan[];
  /** Whether all changes since the last span began are kept. */
  readonly isOpen: () => boolean;
  /** The state of an item at an instant of a span. */
  readonly itemAt: (
    span: StoredSpan,
    game: Game,
    name: string,
    at: number,
    unwritten?: readonly StoredRow[],
  ) => Promise<ItemStates>;
};

/** Everything that can be stored; each member is one row of one table. */
export type StoredRow =
  | { readonly table: 'pricePoints'; readonly row: DatedFloor }
  | { readonly table: 'bidPoints'; readonly row: DatedTopBid }
  | { readonly table: 'pastPrices'; readonly row: PastPriceRow }
  | { readonly table: 'sales'; readonly row: SaleRow }
  | { readonly table: 'removals'; readonly row: RemovalRow }
  | { readonly table: 'rates'; readonly row: Rate }
  | { readonly table: 'sourceRuns'; readonly row: SourceRun }
  | { readonly table: 'gaps'; readonly row: SourceGap }
  | { readonly table: 'sourceDays'; readonly row: SourceDay }
  | { readonly table: 'offerStates'; readonly row: PublishedState<LiveOffer>; readonly isRemoved: boolean }
  | { readonly table: 'buyOrderStates'; readonly row: PublishedState<LiveBuyOrder>; readonly isRemoved: boolean }
  | { readonly table: 'quoteStates'; readonly row: PublishedState<LiveQuote> }
  | { readonly table: 'figureStates'; readonly row: PublishedState<DatedFloor> }
  | { readonly table: 'readings'; readonly row: Confirmation }
  | { readonly table: 'rateStates'; readonly row: Rate & { readonly publishedAt: number } };

/** Memory and disk space that the database uses. */
export type StoreUsage = {
  readonly memoryBytes: number;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
};

/**
 * The database behind one interface, embedded or on a server. Instants are epoch milliseconds. Queries that are given
 * `unwritten` rows of their tables and items, oldest first, answer as if these were stored; some of them may be.
 */
export type Store = {
  /** Whether there is a database; without one, what is asked of the past rejects with `NoDatabase`. */
  readonly keepsPast: boolean;
  /** Resolves once the engine has written all rows. */
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  /** Notes that everything on a tape up to a place is stored; to be called only after that is true. */
  readonly mark: (position: Position) => Promise<void>;
  /** The sequence of an epoch up to which everything is stored; null when none was noted. */
  readonly markOf: (epoch: string) => Promise<number | null>;
  readonly lastRates: () => Promise<readonly Rate[]>;
  /** Row count of the last successful reading of each source. */
  readonly lastReadings: () => Promise<readonly LastReading[]>;
  /** Newest first. */
  readonly sales: (
    series: Omit<SeriesRef, 'phase'>,
    since: number,
    unwritten?: readonly StoredRow[],
  ) => Promise<readonly StoredSale[]>;
  /** Sales on all marketplaces or some, newest first. */
  readonly findSales: (query: SaleQuery, unwritten?: readonly StoredRow[]) => Promise<readonly StoredSale[]>;
  /** Offers that have left their marketplaces, newest first. */
  readonly removals: (query: RemovalQuery, unwritten?: readonly StoredRow[]) => Promise<readonly StoredRemoval[]>;
  /** Number of sales of each item since an instant, over all marketplaces; items without any sale are omitted. */
  readonly saleCounts: (
    game: Game,
    names: readonly string[],
    since: number,
    unwritten?: readonly StoredRow[],
  ) => Promise<ReadonlyMap<string, number>>;
  /**
   * U21: equal time slots over the window, last value of each, newest point always kept; oldest first. Ends in the current
   * floor, if that is given and newer.
   */
  readonly priceHistory: (
    series: SeriesRef,
    since: number,
    until: number,
    points: number,
    current?: DatedFloor | null,
    unwritten?: readonly StoredRow[],
  ) => Promise<readonly StoredPoint[]>;
  /** Candles of the lowest ask, for slots with a point, oldest first. */
  readonly candles: (query: CandleQuery, unwritten?: readonly StoredRow[]) => Promise<readonly StoredCandle[]>;
  /** Candles of the highest buy order. */
  readonly bidCandles: (query: CandleQuery, unwritten?: readonly StoredRow[]) => Promise<readonly StoredCandle[]>;
  /** Candles of the prices paid. */
  readonly saleCandles: (query: CandleQuery, unwritten?: readonly StoredRow[]) => Promise<readonly StoredCandle[]>;
  /** When what is stored of an item begins. */
  readonly historyStart: (item: ItemOnMarkets, unwritten?: readonly StoredRow[]) => Promise<HistoryStart>;
  /** The past of an item on several marketplaces at once. */
  readonly itemHistory: (query: HistoryQuery, unwritten?: readonly StoredRow[]) => Promise<ItemHistory>;
  /** For each item what it brought at the end of each day on which a price was read, by the beginning of the day. */
  readonly dailyWorths: (query: DailyWorthsQuery) => Promise<readonly ReadonlyMap<number, number>[]>;
  /** Every rate of a public currency, oldest first. */
  readonly pastRates: () => Promise<readonly Rate[]>;
  /** The condition of sources day by day, and their gaps. */
  readonly conditions: (query: ConditionsQuery, unwritten?: readonly StoredRow[]) => Promise<StoredConditions>;
  /** The newest stored day of each source. */
  readonly newestSourceDays: () => Promise<readonly SourceDay[]>;
  readonly states: PastStates;
  /** Number of stored sales and days of price history, by marketplace and game. */
  readonly coverage: () => Promise<
    readonly { marketplaceId: number; game: Game; salesCount: number; priceHistoryDays: number }[]
  >;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
