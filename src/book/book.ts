import type { Trade } from '../flags/liquidity.ts';
import type { Clock } from '../runtime/clock.ts';
import type {
  BookPart,
  Cancellation,
  Change,
  Confirmation,
  ConfirmScope,
  Currency,
  DatedTopBid,
  Game,
  ItemAttributes,
  ItemStatement,
  ItemSweepScope,
  LiveBuyOrder,
  LiveOffer,
  LiveQuote,
  Money,
  NormalBuyOrder,
  NormalOffer,
  NormalQuote,
  NormalRepricing,
  Prices,
  RemovalReason,
  Stamp,
  Standing,
  StatedItem,
  SweepScope,
  TopBid,
  Variant,
  Withdrawal,
} from '../schema/index.ts';
import type { BestRow, BestWatchOptions } from './best/best-watch.ts';
import type { Deal, DealQuery } from './best/deal.ts';
import type { MoverQuery, Movers } from './best/find-movers.ts';
import type { BestChoice, BestPrices } from './best/read-best.ts';
import type { FoundOffer, OfferQuery } from './offers/offer-query.ts';
import type { OfferWatchOptions } from './offers/offer-watch.ts';
import type { PriceColumns } from './prices/price-copies.ts';
import type { LocalName } from './search/local-names.ts';

/** The records that `apply` accepts. Sales and past prices are not kept in the book. */
export type BookRecord =
  | NormalOffer
  | NormalQuote
  | NormalBuyOrder
  | StatedItem
  | NormalRepricing
  | Withdrawal
  | Cancellation;

/** The floors of one item on one marketplace. Instants are epoch milliseconds. */
export type BookSummary = {
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly prices: Prices;
  readonly offerCount: number;
  readonly thumbnail: string | null;
  /** When the price or the count last changed. */
  readonly changedAt: number;
  /** When the marketplace last confirmed it. */
  readonly seenAt: number;
};

/** The offer or quote behind the lowest price of a series on a marketplace. */
export type AskBasis = {
  /** The offer with this price; null if the price is only quoted, or there is none. */
  readonly offerId: string | null;
  /** Where that offer can be bought, or the page of the item; null if unknown. */
  readonly link: string | null;
  readonly phase: Variant | null;
  readonly price: Money | null;
  readonly prices: Prices;
  /** The lowest quoted price of what can be traded at once; null if it is not known, or all is locked. */
  readonly tradable: Money | null;
  readonly count: number;
  /** The usual lowest price there over the past week, in thousandths of a dollar; 0 if unknown. */
  readonly usualUsd: number;
  /** When the price or the count last changed. */
  readonly changedAt: number;
  /** When the marketplace last confirmed it. */
  readonly seenAt: number;
};

/** What a marketplace has of an item: its lowest price there, and whether anything is on sale or wanted. */
export type KnownHere = {
  readonly lowest: Money | null;
  readonly isOffered: boolean;
  readonly isWanted: boolean;
  /** Rises with every change to the item there. */
  readonly revision: number;
};

/** A marketplace's lowest ask for a series, in thousandths of a dollar. */
export type Ask = { readonly marketplaceId: number; readonly usd: number };

/** A buy order from the seller's point of view. `quantity` is 1 where the marketplace does not state it. */
export type Bid = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** What the seller receives, in thousandths of a dollar; null if no fee is known. */
  readonly afterFeesUsd: number | null;
  readonly quantity: number;
};

export type Depth = Omit<Trade, 'salesPerDay'>;

export type AgedKind = 'offer' | 'quote' | 'buyOrder';

/** Milliseconds since the marketplace last confirmed its entries in the book; estimated from a sample in large books. */
export type Ages = { readonly p50: number; readonly p95: number };

/** Bytes outside the JavaScript heap, by part. */
export type BookMemory = {
  /** The byte arena of offers, buy orders and quotes, used and free, and the texts they share. */
  readonly arena: number;
  readonly columns: number;
  /** Indexes of offers and buy orders by id. */
  readonly index: number;
  readonly best: number;
  /** Lowest asks of the past hours. */
  readonly past: number;
  /** Indexes of names. */
  readonly search: number;
};

/** Digest of the payload row of each quote, 0 for none, and `basis`, the digest of the exchange rates used. */
export type RowDigests = { readonly ofRows: readonly number[]; readonly basis: number };

export type SeeingQuotes = {
  /** Whether there is a quote made from the row with this digest. */
  readonly knows: (digest: number) => boolean;
  /** The digest of the row that the quote of a series was made from; 0 for none. */
  readonly digestOf: (name: string, phase: Variant | null) => number;
  /** Confirms the quote made from the row with this digest; false if there is none. */
  readonly see: (digest: number) => boolean;
  /** How many of the confirmed quotes have a price. */
  readonly priced: () => number;
  readonly end: () => Change[];
};

/** The offers, or the buy orders, of an item, read in pieces between which the book can be used. */
export type RowsInPieces<Live> = {
  /** Reads a row per step. Afterwards `now` has few left to read. */
  readonly ahead: () => Iterable<unknown>;
  /** All rows as they are now, in their order; of one read ahead, `seenAt` is from then. */
  readonly now: () => Live[];
};

/** All books: by game, name and marketplace. */
/** `isNear`: the name does not have what was typed, but resembles it. */
export type FoundName = { readonly name: string; readonly isNear: boolean };

export type FoundRow = BookSummary & FoundName;

export type Book = {
  /** Applies records of one reading in order and returns what changed. */
  readonly apply: (records: readonly BookRecord[], stamp: Stamp, digests?: RowDigests) => Change[];
  /** Confirms quotes by the digests they were applied with. No other change to the book until `end` is called. */
  readonly seeAgain: (stamp: Stamp & { readonly game: Game }, basis: number) => SeeingQuotes;
  /** Works in portions, between which the book can be used; removals happen only as portions are consumed. */
  readonly sweep: (scope: SweepScope) => Iterable<Change[]>;
  readonly sweepItem: (scope: ItemSweepScope) => Change[];
  /** Removes entries not confirmed for long, where absence from a reading alone proves nothing; in portions too. */
  readonly expire: (scope: SweepScope, reason: RemovalReason) => Iterable<Change[]>;
  /** Notes that a marketplace is being read, epoch milliseconds; called about once a minute while it is. */
  readonly noteRead: (marketplaceId: number, game: Game, at: number) => void;
  /** The instant since which a marketplace was read for so many milliseconds in all; null if it was not. */
  readonly readSince: (marketplaceId: number, game: Game, milliseconds: number) => number | null;
  /** Marks everything in the scope as seen again; returns floors that change because offers or quotes became newer. */
  readonly confirm: (scope: ConfirmScope) => Change[];
  /** The same in portions. */
  readonly confirming: (scope: ConfirmScope) => Iterable<Change[]>;
  /** What a complete reading, or a complete answer about one item, has confirmed; called after its sweep. */
  readonly confirmedBy: (scope: SweepScope | ItemSweepScope) => Confirmation[];
  /** Takes over, in order, what was confirmed in the book that published it, without changing or reporting floors. */
  readonly takeConfirmations: (confirmations: readonly Confirmation[]) => void;
  /**
   * Call after a restore: what other processes have received up to `at` may be unknown to this book, so until a
   * reading that has begun later, it removes nothing that is restored.
   */
  readonly receivedElsewhereUntil: (at: number) => void;
  /** Reconverts prices in keys and metal, or all prices, at new rates; in portions between which the book can be used. */
  readonly reconvert: (
    now: Clock['now'],
    toPrices: (price: Money | null) => Prices,
    isOfAll?: boolean,
  ) => Iterable<Change[]>;
  /** Recomputes the best prices of a marketplace whose fees or terms have changed; in portions between which the book can be used. */
  readonly renewRules: (marketplaceId: number) => Iterable<void>;
  /** The parts that have anything in them: each marketplace of each game, smallest first, then each game. */
  readonly parts: () => readonly BookPart[];
  /**
   * Everything that stands in a part. The book may change between two values: changes published since the first one was asked
   * for are then to be replayed over what is restored.
   */
  readonly standing: (part: BookPart) => Iterable<Standing>;
  /**
   * Returns a function that restores what stood in a part, in order and in any number of pieces, without reporting changes, into
   * a book that has nothing of it; `toPrices` converts at current rates.
   */
  readonly restoring: (
    part: BookPart,
    toPrices?: (price: Money | null) => Prices,
  ) => (standing: readonly Standing[]) => void;
  /** Restores single rows without reporting changes; `toPrices` converts their prices at current rates. */
  readonly restore: (
    rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[],
    toPrices?: (price: Money | null) => Prices,
  ) => void;
  /** After a restore: replays the changes published since, without reporting them. */
  readonly replay: (changes: readonly Change[], toPrices?: (price: Money | null) => Prices) => void;
  /** After that: reports, in portions, floors that follow from the restored data but were not reported before the stop. */
  readonly reportUnpublished: (now: Clock['now']) => Iterable<Change[]>;
  /**
   * On a node that follows another node's changes: converts prices at current rates, in portions between which the book can
   * be used. Changes are not reported, as the other node does so.
   */
  readonly convert: (toPrices: (price: Money | null) => Prices) => Iterable<void>;

  /** null if the marketplace does not know the item. */
  readonly summary: (marketplaceId: number, game: Game, name: string) => BookSummary | null;
  /** Whether quotes tell of other offers of the item on the marketplace than those listed, so that a lookup can correct them. */
  readonly isListBehind: (marketplaceId: number, game: Game, name: string) => boolean;
  /** What the book has of an item on a marketplace; null if nothing. Reads only columns. */
  readonly known: (marketplaceId: number, game: Game, name: string) => KnownHere | null;
  /** One summary per marketplace that knows the item, in registry order. */
  readonly summaries: (game: Game, name: string) => BookSummary[];
  /** null if the marketplace does not know it. Phase null means the whole item. */
  readonly askBasis: (
    marketplaceId: number,
    game: Game,
    name: string,
    phase: Variant | null,
    at: number,
  ) => AskBasis | null;
  /** The known lowest asks of an item or variant, one per marketplace. */
  readonly asks: (game: Game, name: string, phase: Variant | null) => Ask[];
  /** An item's name in Chinese and Russian. */
  readonly localName: (game: Game, name: string) => LocalName;
  /** What is true of every copy of an item, from whichever marketplace tells it. */
  readonly itemAttributes: (game: Game, name: string) => ItemAttributes;
  /** Whether any variant of the item is known. */
  readonly hasVariants: (game: Game, name: string) => boolean;
  /** Number of buy orders that the item, or that variant of it, would fill. */
  readonly orderCount: (marketplaceId: number, game: Game, name: string, phase: Variant | null) => number;
  /** The buy orders that the item, or that variant of it, would fill, unordered. */
  readonly bids: (game: Game, name: string, phase: Variant | null) => Bid[];
  /** Offers and buy orders of an item over all marketplaces. */
  readonly depth: (game: Game, name: string) => Depth;
  /** The highest of the marketplaces' lowest asks, in thousandths of a dollar; 0 if no price is known. */
  readonly highestAskUsd: (game: Game, name: string) => number;
  /** U16: cheapest first, unknown prices last, then newest found. */
  readonly offers: (marketplaceId: number, game: Game, name: string) => LiveOffer[];
  /** null if the marketplace does not know the item. */
  readonly offersInPieces: (marketplaceId: number, game: Game, name: string) => RowsInPieces<LiveOffer> | null;
  readonly quotes: (marketplaceId: number, game: Game, name: string) => LiveQuote[];
  /** U17: best first, unknown prices last, then last changed. */
  readonly buyOrders: (marketplaceId: number, game: Game, name: string) => LiveBuyOrder[];
  readonly buyOrdersInPieces: (marketplaceId: number, game: Game, name: string) => RowsInPieces<LiveBuyOrder> | null;
  /** The best buy orders of a game, over all items and the given marketplaces. */
  readonly bestBuyOrders: (game: Game, marketplaceIds: readonly number[], limit: number) => LiveBuyOrder[];
  /** U14, U15: one row per item and marketplace. null means all marketplaces. */
  readonly search: (game: Game, query: string, marketplaceIds: readonly number[] | null, limit: number) => FoundRow[];
  /** Like `search`, for the names most similar to the query, nearest first. */
  readonly searchNearest: Book['search'];
  /** Names that contain what is typed or what it stands for, at most `limit`: the closest first, then the dear and traded. */
  readonly searchNames: (
    game: Game,
    query: string,
    marketplaceIds: readonly number[] | null,
    limit: number,
  ) => FoundName[];
  /** Like `searchNames`, for `searchNearest`. */
  readonly searchNearestNames: Book['searchNames'];
  /** Tests whether a name contains every word of a text, or, if no name does, short forms of the words. */
  readonly nameTest: (game: Game, text: string) => (name: string) => boolean;
  readonly hasItem: (game: Game, name: string) => boolean;
  /** The best prices over marketplaces of an item and of each known variant, the whole item first. */
  readonly best: (game: Game, name: string, choice: BestChoice) => BestPrices[];
  /** The deals of a game, best first. */
  readonly deals: (game: Game, query: DealQuery) => Deal[];
  /** The items whose lowest ask has changed most. */
  readonly movers: (game: Game, query: MoverQuery) => Movers;
  /** Watches the best prices of a game; `take` returns those that changed since its last call, `standing` all of them. */
  readonly watchBest: (
    game: Game,
    options: BestWatchOptions,
  ) => {
    /** Looks at up to `most` items; `hasMore` tells whether more are waiting. */
    readonly take: (most?: number) => BestRow[];
    readonly hasMore: () => boolean;
    readonly standing: () => Iterable<BestRow | null>;
    readonly close: () => void;
  };
  /** Watches the deals of a game; `take` returns the current ones, `touched` is called at the first possible change since. */
  readonly watchDeals: (
    game: Game,
    touched: () => void,
  ) => { readonly take: (query: DealQuery) => Deal[]; readonly close: () => void };
  /** Single offers over all marketplaces, the first `limit` in the requested order. */
  readonly findOffers: (game: Game, query: OfferQuery) => FoundOffer[];
  /** The same in pieces, between which the book may change. */
  readonly findingOffers: (game: Game, query: OfferQuery) => Generator<void, FoundOffer[]>;
  /**
   * Watches a search for offers; `take` returns the current results. Between calls only the instants in the query may differ.
   * Offers that begin to match only because time passes are found when `isOfAll` is true.
   */
  readonly watchOffers: (
    game: Game,
    options: OfferWatchOptions,
  ) => { readonly take: (query: OfferQuery, isOfAll: boolean) => readonly FoundOffer[]; readonly close: () => void };
  /** The known name nearest to a misspelt one, or null if none is near. */
  readonly nearestName: (game: Game, name: string) => string | null;
  readonly names: (game: Game) => Iterable<string>;
  /** The name that an item is shown by, given any spelling of it; null if it is unknown. */
  readonly ownName: (game: Game, name: string) => string | null;
  /** A consistent copy of all prices of a game as of now, marketplace by marketplace. null means all marketplaces. */
  readonly copyPrices: (
    game: Game,
    marketplaceIds: readonly number[] | null,
    currency: Currency,
  ) => { readonly next: () => PriceColumns | null; readonly close: () => void };
  /** Names after `after` that any of the marketplaces knows, in UTF-16 code unit order. null means all marketplaces. */
  readonly namesAfter: (game: Game, after: string, marketplaceIds: readonly number[] | null, limit: number) => string[];
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  readonly counts: (
    marketplaceId: number,
    game: Game,
  ) => { readonly itemCount: number; readonly offerCount: number; readonly buyOrderCount: number };
  readonly memory: () => BookMemory;
  /** null if the book holds nothing of the kind. */
  readonly ages: (marketplaceId: number, game: Game, kind: AgedKind, at: number) => Ages | null;
  /** Whether the quotes of a marketplace leave out offers that it has on sale, so that they no longer remove any. */
  readonly areQuotesDoubted: (marketplaceId: number, game: Game, at: number) => boolean;
  /** How many items a marketplace has now, how many are known in the game, and of how many only this marketplace has told. */
  readonly coverage: (
    marketplaceId: number,
    game: Game,
  ) => { readonly itemCount: number; readonly knownCount: number; readonly loneCount: number };
  /** What marketplaces have told of items since the last call that was new, restored statements excluded. */
  readonly takeItemStatements: () => ItemStatement[];
  /** Takes over statements that were published. */
  readonly restoreItemStatements: (statements: readonly ItemStatement[]) => void;
  /** What feeds have told again without a change since the last call. */
  readonly takeRetold: () => Confirmation[];
  /** Current top bids whose price has changed since the last call, restored ones excluded. */
  readonly takeTopBids: () => DatedTopBid[];
  /** The top bids of all series that have one. */
  readonly topBids: () => Iterable<TopBid>;
  /** The floors of all series that have one, for the hourly price points. */
  readonly floors: () => Iterable<{
    readonly game: Game;
    readonly name: string;
    readonly phase: Variant | null;
    readonly marketplaceId: number;
    readonly prices: Prices;
    readonly offerCount: number;
  }>;
};
