import type {
  Currency,
  DatedFloor,
  DatedTopBid,
  FloorColumns,
  Game,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  NormalPastPrice,
  NormalSale,
  OfferColumns,
  Phase,
  Prices,
  Rate,
  SourceDay,
  SourceGap,
  SourceRun,
  Sticker,
  SweptKind,
} from '../schema/index.ts';

export type SaleRow = NormalSale & { readonly marketplaceId: number };
export type PastPriceRow = NormalPastPrice & { readonly marketplaceId: number };

/** A place on the tape. */
export type TapePlace = { readonly epoch: string; readonly sequence: number };

export type SaleRef = Pick<SaleRow, 'marketplaceId' | 'game' | 'saleId'>;

export type RowCount = Pick<SourceRun, 'marketplaceId' | 'source' | 'game' | 'rows'>;

export type StoredSale = {
  readonly soldAt: number;
  readonly saleId: string;
  readonly price: Money;
  readonly prices: Prices;
  readonly phase: Phase | null;
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly stickers: readonly Sticker[] | null;
};

export type StoredPoint = { readonly at: number; readonly prices: Prices };

export type SeriesRef = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
};

/** Candles of an item or variant; null marketplaceId is all. `since` is the begin of an interval. */
export type CandleQuery = Omit<SeriesRef, 'marketplaceId'> & {
  readonly marketplaceId: number | null;
  readonly currency: Currency;
  readonly width: '5m' | '1h' | '1d';
  readonly since: number;
  readonly until: number;
};

/** Which sources, null for all; instants are of the days that are asked for, the last excluded. */
export type ConditionsQuery = {
  readonly marketplaceId: number | null;
  readonly game: Game | null;
  readonly from: number;
  readonly to: number;
};

/** In order of marketplace, source and game. */
export type StoredConditions = {
  /** In order of time, too. */
  readonly days: readonly SourceDay[];
  /** That reach into one of the days, in order of their begin. */
  readonly gaps: readonly SourceGap[];
  /** The newest that is kept of each source. */
  readonly newest: readonly SourceDay[];
};

/** Whole thousandths, null where no price was known. */
export type StoredCandle = {
  readonly at: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly count: number;
  readonly volume: number | null;
};

/** What stands of something from an instant on, as what was told with a number. */
export type Told<State> = { readonly state: State; readonly told: number; readonly sequence: number };

/** Up to when a marketplace has confirmed all it has of some kinds, of one item or, null, of a game. */
export type Reading = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string | null;
  readonly kinds: readonly SweptKind[];
  readonly seenAt: number;
  /** When that was known. */
  readonly told: number;
};

/** Everything as it stood at one instant, and that all that was told since is kept up to another. */
export type KeptBase = {
  readonly at: number;
  /** When the service was started that told it. */
  readonly runBegan: number;
  readonly keptTo: number;
};

/** An item as it stood at one instant. */
export type ItemStates = {
  readonly offers: readonly LiveOffer[];
  readonly buyOrders: readonly LiveBuyOrder[];
  readonly quotes: readonly LiveQuote[];
  readonly figures: readonly DatedFloor[];
  readonly rates: readonly Rate[];
  /** The last of each marketplace, kind and reach. */
  readonly readings: readonly Reading[];
};

/** What stood at instants of the past. */
export type PastStates = {
  /** What is told follows the last base of the run before, until this one lays its own: some of it is read again from the tape. */
  readonly resume: () => void;
  /**
   * Lays a base: everything as it stands in the store, to which all that is told from then on is added. Nothing may be
   * appended meanwhile. A start lays it now, later ones at the last of what was told.
   */
  readonly layBase: (rates: readonly Rate[], isStart: boolean) => Promise<void>;
  /** All that was told up to an instant is stored. */
  readonly keptTo: (at: number) => Promise<void>;
  /** Something that was told is not kept: from here on nothing is, until a base is laid. */
  readonly breakOff: () => void;
  /** In order. */
  readonly bases: () => readonly KeptBase[];
  /** Whether this run has laid the last of them, and all that was told since follows it. */
  readonly isOpen: () => boolean;
  /** An item as it stood at an instant not before that of the base, and before that of the next one. */
  readonly itemAt: (base: KeptBase, game: Game, name: string, at: number) => Promise<ItemStates>;
};

/** What can be kept; every member is one row of one table. */
export type StoredRow =
  | { readonly table: 'pricePoints'; readonly row: DatedFloor }
  | { readonly table: 'bidPoints'; readonly row: DatedTopBid }
  | { readonly table: 'pastPrices'; readonly row: PastPriceRow }
  | { readonly table: 'sales'; readonly row: SaleRow }
  | { readonly table: 'offers'; readonly row: LiveOffer; readonly isRemoved: boolean }
  | { readonly table: 'buyOrders'; readonly row: LiveBuyOrder; readonly isRemoved: boolean }
  | { readonly table: 'quotes'; readonly row: LiveQuote }
  | { readonly table: 'figures'; readonly row: DatedFloor }
  | { readonly table: 'rates'; readonly row: Rate }
  | { readonly table: 'sourceRuns'; readonly row: SourceRun }
  | { readonly table: 'gaps'; readonly row: SourceGap }
  | { readonly table: 'sourceDays'; readonly row: SourceDay }
  | { readonly table: 'offerStates'; readonly row: Told<LiveOffer>; readonly isRemoved: boolean }
  | { readonly table: 'buyOrderStates'; readonly row: Told<LiveBuyOrder>; readonly isRemoved: boolean }
  | { readonly table: 'quoteStates'; readonly row: Told<LiveQuote> }
  | { readonly table: 'figureStates'; readonly row: Told<DatedFloor> }
  | { readonly table: 'readings'; readonly row: Reading }
  | { readonly table: 'rateStates'; readonly row: Rate & { readonly told: number } };

/** What the database takes. */
export type StoreUsage = {
  readonly memoryBytes: number;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
};

/** What stood last of some marketplaces. */
export type KeptShare = {
  readonly marketplaceIds: readonly number[];
  readonly quotes: () => AsyncIterable<readonly LiveQuote[]>;
  readonly offers: () => AsyncIterable<OfferColumns & Iterable<LiveOffer>>;
  readonly buyOrders: () => AsyncIterable<readonly LiveBuyOrder[]>;
  /** The last figures of every series and since when they stood, whether it is on sale or not. */
  readonly figures: () => AsyncIterable<FloorColumns & Iterable<DatedFloor>>;
};

/** The database behind one interface, embedded or on a server. Instants are epoch milliseconds. */
export type Store = {
  /** Resolves once the engine has written all rows. */
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  /** Notes that everything of a tape up to a place is stored; called after that is true. */
  readonly mark: (place: TapePlace) => Promise<void>;
  /** Up to which sequence of an epoch everything is stored; null where nothing was noted of it. */
  readonly markOf: (epoch: string) => Promise<number | null>;
  /** What stood last, in shares of marketplaces, those with the least first. What is appended after that may be missing. */
  readonly liveState: () => Promise<readonly KeptShare[]>;
  readonly lastRates: () => Promise<readonly Rate[]>;
  /** Sales since an instant, as they are told apart. */
  readonly recentSales: (since: number) => Promise<readonly SaleRef[]>;
  /** Rows of the last reading of each source that went well. */
  readonly lastRowCounts: () => Promise<readonly RowCount[]>;
  /** Newest first. */
  readonly sales: (series: Omit<SeriesRef, 'phase'>, since: number) => Promise<readonly StoredSale[]>;
  /** How many sales of items there were since an instant, over all marketplaces; items of which no sale is kept are left out. */
  readonly saleCounts: (game: Game, names: readonly string[], since: number) => Promise<ReadonlyMap<string, number>>;
  /** U21: equal time slots over the window, last value of each, newest point always kept; oldest first. */
  readonly priceHistory: (
    series: SeriesRef,
    since: number,
    until: number,
    points: number,
  ) => Promise<readonly StoredPoint[]>;
  /** Of the lowest asks, of slots in which there was a point, oldest first. */
  readonly candles: (query: CandleQuery) => Promise<readonly StoredCandle[]>;
  /** Of the highest buy orders. */
  readonly bidCandles: (query: CandleQuery) => Promise<readonly StoredCandle[]>;
  /** Of what was paid. */
  readonly saleCandles: (query: CandleQuery) => Promise<readonly StoredCandle[]>;
  /** How sources were, day by day, and their gaps. */
  readonly conditions: (query: ConditionsQuery) => Promise<StoredConditions>;
  /** The newest day that is kept of each source. */
  readonly newestSourceDays: () => Promise<readonly SourceDay[]>;
  readonly states: PastStates;
  /** Sales kept and days of price history, by marketplace and game. */
  readonly coverage: () => Promise<
    readonly { marketplaceId: number; game: Game; salesCount: number; priceHistoryDays: number }[]
  >;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
