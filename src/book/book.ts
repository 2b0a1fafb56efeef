import type { Clock } from '../clock.ts';
import type { Trade } from '../flags/liquidity.ts';
import type {
  Cancellation,
  Change,
  ConfirmScope,
  Currency,
  DatedFloor,
  DatedTopBid,
  FloorColumns,
  Game,
  ItemSweepScope,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  NormalBuyOrder,
  NormalOffer,
  NormalQuote,
  NormalRepricing,
  OfferColumns,
  Phase,
  Prices,
  RemovalReason,
  Stamp,
  SweepScope,
  TopBid,
  Withdrawal,
} from '../schema/index.ts';
import type { BestRow, BestWish } from './best/best-watch.ts';
import type { Deal, DealQuery } from './best/deal.ts';
import type { MoverQuery, Movers } from './best/find-movers.ts';
import type { BestChoice, BestPrices } from './best/read-best.ts';
import type { FoundOffer, OfferQuery } from './offers/offer-query.ts';
import type { OfferWish } from './offers/offer-watch.ts';
import type { PriceColumns } from './prices/price-copies.ts';
import type { LocalName } from './search/local-names.ts';

/** What the book takes; sales and past prices go past it. */
export type BookRecord = NormalOffer | NormalQuote | NormalBuyOrder | NormalRepricing | Withdrawal | Cancellation;

/** The floors of one item on one marketplace. Instants are epoch milliseconds. */
export type BookSummary = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly prices: Prices;
  readonly offerCount: number;
  readonly thumbnail: string | null;
  /** Price or count last changed. */
  readonly changedAt: number;
  /** Last confirmed by the marketplace. */
  readonly seenAt: number;
};

/** What the lowest price of a series on a marketplace is made of, and what is known beside it. */
export type AskBasis = {
  /** The offer it is the price of; null where it is only a lowest price. */
  readonly offerId: string | null;
  readonly phase: Phase | null;
  readonly price: Money | null;
  readonly prices: Prices;
  readonly count: number;
  /** What it usually was there in its own week, in thousandths of a dollar; 0 where that is not known. */
  readonly usualUsd: number;
  /** Last confirmed by the marketplace. */
  readonly seenAt: number;
};

/** What a marketplace asks for a series, in thousandths of a dollar. */
export type Ask = { readonly marketplaceId: number; readonly usd: number };

/** A buy order as somebody sees it who sells; quantity 1 where it is not told. */
export type Bid = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** What is left for the seller, in thousandths of a dollar; null where no fee is known. */
  readonly afterFeesUsd: number | null;
  readonly quantity: number;
};

export type Depth = Omit<Trade, 'salesPerDay'>;

export type AgedKind = 'offer' | 'quote' | 'buyOrder';

/** Milliseconds since the marketplace last confirmed what the book holds of it, estimated where it holds very much. */
export type Ages = { readonly p50: number; readonly p95: number };

/** Bytes outside the JavaScript heap, by part. */
export type BookMemory = {
  /** Cells of bytes of offers, buy orders and quotes, whether in use or free, and the texts that they share. */
  readonly arena: number;
  readonly columns: number;
  /** By id. */
  readonly index: number;
  readonly best: number;
  /** What was asked in the hours before. */
  readonly past: number;
  /** By name. */
  readonly search: number;
};

/** Digests of the rows that quotes are made of, 0 for none, and of the rates that their prices were converted at. */
export type RowDigests = { readonly ofRows: readonly number[]; readonly basis: number };

export type SeeingQuotes = {
  /** Whether there is such a quote. */
  readonly see: (digest: number) => boolean;
  readonly end: () => Change[];
};

/** How something is made of each offer of an item. */
export type OfferMap<Made> = {
  readonly make: (offer: LiveOffer) => Made;
  /** Makes it of what was made before, where only the price of the offer, and when it changed, are others since. */
  readonly reprice: (made: Made, prices: Prices, changedAt: number) => Made;
};

/** All books: by game, name and marketplace. */
export type Book = {
  /** Applies records of one reading in order and returns what changed. */
  readonly apply: (records: readonly BookRecord[], stamp: Stamp, digests?: RowDigests) => Change[];
  /** Takes quotes as applied again that were applied with a digest and stand as they were. Nothing else comes in between. */
  readonly seeAgain: (stamp: Stamp & { readonly game: Game }, basis: number) => SeeingQuotes;
  /** In portions, between which the book may be used; one that is not asked for leaves what it would remove. */
  readonly sweep: (scope: SweepScope) => Iterable<Change[]>;
  readonly sweepItem: (scope: ItemSweepScope) => Change[];
  /** Removes offers of sources whose absence says nothing, once they were not confirmed for long; in portions as well. */
  readonly expire: (scope: SweepScope, reason: RemovalReason) => Iterable<Change[]>;
  /** Takes everything in the scope as seen again; the changes are floors, where offers and quotes now differ in age. */
  readonly confirm: (scope: ConfirmScope) => Change[];
  /** Prices in keys and metal, or all, at rates that have changed, in portions between which the book may be used. */
  readonly reconvert: (
    now: Clock['now'],
    toPrices: (price: Money | null) => Prices,
    isOfAll?: boolean,
  ) => Iterable<Change[]>;
  /** Puts back what the store kept, without changes, at prices of now where a way to convert them is given. */
  readonly restore: (
    rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[],
    toPrices?: (price: Money | null) => Prices,
  ) => void;
  /** The same of some of many offers by column. */
  readonly restoreOffers: (
    offers: OfferColumns,
    from: number,
    to: number,
    toPrices?: (price: Money | null) => Prices,
  ) => void;
  /** Brings about again what was reported after that, without changes; the floors among it come by restoreFloors. */
  readonly replay: (changes: readonly Change[], toPrices?: (price: Money | null) => Prices) => void;
  /** After everything else is put back: which floors stood last and since when, also of items that nothing is left of. */
  readonly restoreFloors: (floors: readonly DatedFloor[]) => void;
  /** The same of some of many by column. */
  readonly restoreFloorColumns: (floors: FloorColumns, from: number, to: number) => void;
  /** After that: floors that follow from what is put back and were not told before the stop; in portions. */
  readonly reportUntold: (now: Clock['now']) => Iterable<Change[]>;

  /**
   * A dump of all that it holds, in blocks of about 1 MiB, each of which holds until the next is asked for. Nothing may change
   * it meanwhile. Left out is what is of this process alone: digests of rows, whoever follows something.
   */
  readonly save: () => Iterable<Uint8Array>;
  /**
   * Takes over a dump, in the place of everything that it held, before anybody follows something; says how much it was.
   * `next` gives the blocks one after the other, each until it is called again, and null behind them; `turn` resolves when
   * others have had their turn. Where it rejects, with `DumpUnfit` for a dump of another layout, nothing has changed.
   */
  readonly load: (
    next: () => Promise<Uint8Array | null>,
    turn: () => Promise<void>,
  ) => Promise<{ readonly offers: number; readonly buyOrders: number }>;
  /**
   * After that, or where others tell what changes: prices of now, without changes, in portions between which others may have
   * their turn. Gives the id of each marketplace that is done with, null between two portions.
   */
  readonly convert: (toPrices: (price: Money | null) => Prices, isToldElsewhere?: boolean) => Iterable<number | null>;

  /** Null when the marketplace does not know the item. */
  readonly summary: (marketplaceId: number, game: Game, name: string) => BookSummary | null;
  /** While it is the same number, so is everything of the item on the marketplace but when it was last confirmed. */
  readonly revision: (marketplaceId: number, game: Game, name: string) => number;
  /** How many single offers of the item there are on the marketplace. */
  readonly listedCount: (marketplaceId: number, game: Game, name: string) => number;
  /** One for every marketplace that knows the item, in registry order. */
  readonly summaries: (game: Game, name: string) => BookSummary[];
  /** Null when the marketplace does not know it; phase null is the whole item. */
  readonly askBasis: (
    marketplaceId: number,
    game: Game,
    name: string,
    phase: Phase | null,
    at: number,
  ) => AskBasis | null;
  /** Those that are known, of an item or of a variant of it. */
  readonly asks: (game: Game, name: string, phase: Phase | null) => Ask[];
  /** An item's name in Chinese and Russian. */
  readonly localName: (game: Game, name: string) => LocalName;
  /** Whether variants of it are known. */
  readonly hasVariants: (game: Game, name: string) => boolean;
  /** How many buy orders there are that an item, or that variant of it, would fill. */
  readonly orderCount: (marketplaceId: number, game: Game, name: string, phase: Phase | null) => number;
  /** The buy orders that an item, or that variant of it, would fill, in no order. */
  readonly bids: (game: Game, name: string, phase: Phase | null) => Bid[];
  /** What all marketplaces have of an item. */
  readonly depth: (game: Game, name: string) => Depth;
  /** What the dearest marketplace asks, in thousandths of a dollar; 0 when no price is known. */
  readonly highestAskUsd: (game: Game, name: string) => number;
  /** U16: cheapest first, unknown prices last, then newest found. */
  readonly offers: (marketplaceId: number, game: Game, name: string) => LiveOffer[];
  /**
   * Keeps what is made of each of these offers, which is made anew only where an offer is another since, but for when it was
   * last confirmed. Null when the marketplace does not know the item.
   */
  readonly mapOffers: <Made>(
    marketplaceId: number,
    game: Game,
    name: string,
    map: OfferMap<Made>,
  ) => (() => Made[]) | null;
  readonly quotes: (marketplaceId: number, game: Game, name: string) => LiveQuote[];
  /** U17: best first, unknown prices last, then last changed. */
  readonly buyOrders: (marketplaceId: number, game: Game, name: string) => LiveBuyOrder[];
  /** The same of these buy orders. */
  readonly mapBuyOrders: <Made>(
    marketplaceId: number,
    game: Game,
    name: string,
    make: (order: LiveBuyOrder) => Made,
  ) => (() => Made[]) | null;
  /** The best buy orders of a game, over all items and the given marketplaces. */
  readonly bestBuyOrders: (game: Game, marketplaceIds: readonly number[], limit: number) => LiveBuyOrder[];
  /** U14, U15: one row per item and marketplace. Null is all marketplaces. */
  readonly search: (
    game: Game,
    query: string,
    marketplaceIds: readonly number[] | null,
    limit: number,
  ) => BookSummary[];
  /** The same rows of the names most like a query, nearest first. */
  readonly searchNearest: Book['search'];
  /** The names whose rows `search` tells, in the order in which their first rows stand, at most `limit` of them. */
  readonly searchNames: (
    game: Game,
    query: string,
    marketplaceIds: readonly number[] | null,
    limit: number,
  ) => string[];
  /** The same of `searchNearest`. */
  readonly searchNearestNames: Book['searchNames'];
  /** Whether names hold every word of a text, or short forms of them where none holds those. */
  readonly nameTest: (game: Game, text: string) => (name: string) => boolean;
  readonly hasItem: (game: Game, name: string) => boolean;
  /** The best prices over marketplaces of an item and each variant of it that is known, the whole item first. */
  readonly best: (game: Game, name: string, choice: BestChoice) => BestPrices[];
  /** What is worth buying on one marketplace and selling on another, the best first. */
  readonly deals: (game: Game, query: DealQuery) => Deal[];
  /** The items whose lowest ask has moved most. */
  readonly movers: (game: Game, query: MoverQuery) => Movers;
  /** Follows the best prices of a game; `take` says what has changed since it was called last, `standing` how all stand. */
  readonly watchBest: (
    game: Game,
    wish: BestWish,
  ) => {
    /** Of so many items at most; `hasMore` says whether there are others. */
    readonly take: (most?: number) => BestRow[];
    readonly hasMore: () => boolean;
    readonly standing: () => Iterable<BestRow | null>;
    readonly close: () => void;
  };
  /** Follows the deals of a game; `take` says what they are now, `touched` is called when the first may have changed since. */
  readonly watchDeals: (
    game: Game,
    touched: () => void,
  ) => { readonly take: (query: DealQuery) => Deal[]; readonly close: () => void };
  /** Single offers over all marketplaces, the first ones in the order asked for. */
  readonly findOffers: (game: Game, query: OfferQuery) => FoundOffer[];
  /**
   * Follows a search for offers; `take` says what it finds now, of which only the instants may differ from one look to the
   * next. What comes in by the passing of time alone is found where it looks at everything.
   */
  readonly watchOffers: (
    game: Game,
    wish: OfferWish,
  ) => { readonly take: (query: OfferQuery, isOfAll: boolean) => readonly FoundOffer[]; readonly close: () => void };
  /** The known name nearest to a wrong one, or null when none is near. */
  readonly nearestName: (game: Game, name: string) => string | null;
  readonly names: (game: Game) => Iterable<string>;
  /** All prices of a game as they stand now, one marketplace after the other, whatever changes meanwhile; null is all of them. */
  readonly copyPrices: (
    game: Game,
    marketplaceIds: readonly number[] | null,
    currency: Currency,
  ) => { readonly next: () => PriceColumns | null; readonly close: () => void };
  /** In the order of their UTF-16 code units, those that any of the marketplaces knows; all marketplaces for null. */
  readonly namesAfter: (game: Game, after: string, marketplaceIds: readonly number[] | null, limit: number) => string[];
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  readonly counts: (
    marketplaceId: number,
    game: Game,
  ) => { readonly itemCount: number; readonly offerCount: number; readonly buyOrderCount: number };
  readonly memory: () => BookMemory;
  /** Null when nothing of the kind is held. */
  readonly ages: (marketplaceId: number, game: Game, kind: AgedKind, at: number) => Ages | null;
  /** How many items a marketplace has now, of all that are known of the game. */
  readonly coverage: (marketplaceId: number, game: Game) => { readonly itemCount: number; readonly knownCount: number };
  /** The highest buy orders that have another price than when this was asked last, as they are now; those put back are not among them. */
  readonly takeTopBids: () => DatedTopBid[];
  /** The highest buy orders of all series that have one. */
  readonly topBids: () => Iterable<TopBid>;
  /** Floors of all live series with an offer, for the hourly price points. */
  readonly floors: () => Iterable<{
    readonly game: Game;
    readonly name: string;
    readonly phase: Phase | null;
    readonly marketplaceId: number;
    readonly prices: Prices;
    readonly offerCount: number;
  }>;
};
