import type {
  Currency,
  DatedFloor,
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
  SourceRun,
  Sticker,
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

/** What can be kept; every member is one row of one table. */
export type StoredRow =
  | { readonly table: 'pricePoints'; readonly row: DatedFloor }
  | { readonly table: 'pastPrices'; readonly row: PastPriceRow }
  | { readonly table: 'sales'; readonly row: SaleRow }
  | { readonly table: 'offers'; readonly row: LiveOffer; readonly isRemoved: boolean }
  | { readonly table: 'buyOrders'; readonly row: LiveBuyOrder; readonly isRemoved: boolean }
  | { readonly table: 'quotes'; readonly row: LiveQuote }
  | { readonly table: 'figures'; readonly row: DatedFloor }
  | { readonly table: 'rates'; readonly row: Rate }
  | { readonly table: 'sourceRuns'; readonly row: SourceRun };

/** What the database takes. */
export type StoreUsage = {
  readonly memoryBytes: number;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
};

/** The database behind one interface, embedded or on a server. Instants are epoch milliseconds. */
export type Store = {
  /** Resolves once the engine has written all rows. */
  readonly append: (rows: readonly StoredRow[]) => Promise<void>;
  /** Notes that everything of a tape up to a place is stored; called after that is true. */
  readonly mark: (place: TapePlace) => Promise<void>;
  /** Up to which sequence of an epoch everything is stored; null where nothing was noted of it. */
  readonly markOf: (epoch: string) => Promise<number | null>;
  readonly liveOffers: () => AsyncIterable<OfferColumns & Iterable<LiveOffer>>;
  readonly liveBuyOrders: () => AsyncIterable<readonly LiveBuyOrder[]>;
  readonly quotes: () => AsyncIterable<readonly LiveQuote[]>;
  /** The last figures of every series and since when they stood, whether it is on sale or not. */
  readonly figures: () => AsyncIterable<FloorColumns & Iterable<DatedFloor>>;
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
  /** Of what was paid. */
  readonly saleCandles: (query: CandleQuery) => Promise<readonly StoredCandle[]>;
  /** Sales kept and days of price history, by marketplace and game. */
  readonly coverage: () => Promise<
    readonly { marketplaceId: number; game: Game; salesCount: number; priceHistoryDays: number }[]
  >;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
