import { type ItemTraits, itemFilterTest, itemTraits } from '../names/item-traits.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  type BookPart,
  type Change,
  type Confirmation,
  type ConfirmScope,
  type Currency,
  type DatedTopBid,
  type Floor,
  type Game,
  games,
  type ItemAttributes,
  type ItemFilter,
  type ItemStatement,
  type ItemSweepScope,
  type KnownFees,
  type KnownTerms,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  noAttributes,
  type Prices,
  type RemovalReason,
  type SnapshotRecord,
  type Stamp,
  type SweepScope,
  type ToPrices,
  type TopBid,
  type Variant,
  variantNumber,
} from '../schema/index.ts';
import { applyAll, type GameBooks, type RowDigests, type SeeingQuotes, seeQuotes } from './apply.ts';
import { offerAt } from './apply-offer.ts';
import { BestWatch, type BestWatchOptions } from './best/best-watch.ts';
import type { Deal, DealQuery } from './best/deal.ts';
import { DealWatch } from './best/deal-watch.ts';
import { findDeals } from './best/find-deals.ts';
import { findMovers, type MoverQuery, type Movers } from './best/find-movers.ts';
import { type ItemPages, KnownRules } from './best/market-rules.ts';
import { type BestChoice, type BestPrices, readBest, readSale, type Sale, type SaleChoice } from './best/read-best.ts';
import { bestOrdersOf } from './best-orders.ts';
import type { BookRecord } from './book-record.ts';
import { type CatalogueItem, catalogueItemOf } from './catalogue/catalogue-item.ts';
import { confirmedBy, confirmedByItem, takeConfirmation } from './confirmations.ts';
import { type AgedKind, type Ages, agesOf } from './freshness.ts';
import { GameBook } from './game-book.ts';
import type { MarketBook, MarketBookKey } from './market/market-book.ts';
import { ByteArena } from './memory/byte-arena.ts';
import { ByteReader, ByteWriter } from './memory/byte-writer.ts';
import { bytesOf } from './memory/column.ts';
import { none, type Row } from './memory/numbers.ts';
import type { Memory } from './memory/offer-record.ts';
import { StringPool } from './memory/string-pool.ts';
import { findingOffers, findOffers } from './offers/find-offers.ts';
import type { FoundOffer, OfferQuery } from './offers/offer-query.ts';
import { OfferWatch, type OfferWatchOptions } from './offers/offer-watch.ts';
import type { PriceCopies } from './prices/price-copies.ts';
import {
  type Ask,
  type AskBasis,
  allFloors,
  allTopBids,
  askBasisOf,
  asksOf,
  type Bid,
  type BookSummary,
  bidsOf,
  buyOrdersOf,
  type Depth,
  depthOf,
  highestAskUsd,
  isListBehind,
  type KnownHere,
  knownOf,
  marketplaceItemIdOf,
  namesAfter,
  offersOf,
  quotesOf,
  summaryOf,
} from './queries.ts';
import { reconvertAll } from './reconvert.ts';
import { convertAll } from './restore/convert.ts';
import { replayAll, reportUnpublishedAll } from './restore/replay.ts';
import { restoreAll } from './restore/restore-all.ts';
import { GameRestore, restoreMarket } from './restore/restore-records.ts';
import { snapshotRecordsIn, snapshotRecordsInGame } from './restore/snapshot-records.ts';
import { buyOrdersInPieces, offersInPieces, type RowsInPieces } from './rows-in-pieces.ts';
import type { LocalName } from './search/local-names.ts';
import { type Later, nameTest } from './search/name-indexes.ts';
import {
  type FoundName,
  type FoundRow,
  type NameChoice,
  nearestNames,
  nearestRows,
  type Search,
  searchNames,
  searchRows,
} from './search.ts';
import { confirmMarketBook, expireMarketBook, sweepItemOf, sweepMarketBook } from './sweep.ts';

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

const byGame = <Value>(make: (game: Game) => Value): Readonly<Record<Game, Value>> =>
  Object.fromEntries(games.map((game) => [game, make(game)])) as Record<Game, Value>;

const sizeOf = ({ offers, orders, series }: MarketBook): number => offers.size + orders.size + series.rowCount;

/** The current state of all games, and what changes it. It has no clock of its own. */
export class Book {
  readonly #rules: Readonly<Record<Game, KnownRules>>;
  readonly #gameBooks: GameBooks;
  readonly #memory: Memory = {
    arena: new ByteArena(),
    writer: new ByteWriter(),
    reader: new ByteReader(),
    strings: { linkStarts: new StringPool(), stickerNames: new StringPool() },
  };
  #retold: Confirmation[] = [];

  /**
   * The parameters are what is known of each marketplace. `later` does work in pieces beside other work; without it, new names
   * are indexed when they come.
   */
  constructor(
    fees: KnownFees = new Map(),
    terms: KnownTerms = new Map(),
    pages: ItemPages = new Map(),
    later: Later | null = null,
  ) {
    this.#rules = byGame((game) => new KnownRules(fees, terms, pages, game));
    this.#gameBooks = byGame((game) => new GameBook(game, this.#memory, this.#rules[game].of, later));
  }

  /** Applies records of one reading in order and returns what changed. */
  apply(records: readonly BookRecord[], stamp: Stamp, digests: RowDigests | null = null): Change[] {
    this.#letNamesWait(true);
    try {
      return applyAll(this.#gameBooks, records, stamp, digests, this.#retold);
    } finally {
      this.#letNamesWait(false);
    }
  }

  /** Confirms quotes by the digests they were applied with. No other change to the book until `end` is called. */
  seeAgain(stamp: Stamp & { readonly game: Game }, basis: number): SeeingQuotes {
    return seeQuotes(this.#gameBooks[stamp.game], stamp, basis);
  }

  /** Works in portions, between which the book can be used; removals happen only as portions are consumed. */
  sweep(scope: SweepScope): Iterable<Change[]> {
    return this.#settling(scope, (marketBook) => sweepMarketBook(marketBook, scope));
  }

  sweepItem(scope: ItemSweepScope): Change[] {
    return sweepItemOf(this.#marketBookFor(scope), scope);
  }

  /** Removes entries not confirmed for long, where absence from a reading alone proves nothing; in portions too. */
  expire(scope: SweepScope, reason: RemovalReason): Iterable<Change[]> {
    return this.#settling(scope, (marketBook) => expireMarketBook(marketBook, scope, reason));
  }

  /** Notes that a marketplace is being read, epoch milliseconds; called about once a minute while it is. */
  noteRead(marketplaceId: number, game: Game, at: number): void {
    this.#marketBookAt(marketplaceId, game)?.readTime.note(at);
  }

  /** The instant since which a marketplace was read for so many milliseconds in all; null if it was not. */
  readSince(marketplaceId: number, game: Game, milliseconds: number): number | null {
    return this.#marketBookAt(marketplaceId, game)?.readTime.since(milliseconds) ?? null;
  }

  /** Marks everything in the scope as seen again; returns floors that change because offers or quotes became newer. */
  confirm(scope: ConfirmScope): Change[] {
    return [...this.confirming(scope)].flat();
  }

  /** The same in portions. */
  confirming(scope: ConfirmScope): Iterable<Change[]> {
    return this.#settling(scope, (marketBook) => confirmMarketBook(marketBook, scope));
  }

  /** What a complete reading, or a complete answer about one item, has confirmed; called after its sweep. */
  confirmedBy(scope: SweepScope | ItemSweepScope): Confirmation[] {
    const marketBook = this.#marketBookAt(scope.marketplaceId, scope.game);
    if (marketBook === undefined) return [];
    return 'name' in scope ? confirmedByItem(marketBook, scope) : confirmedBy(marketBook, scope);
  }

  /** Takes over, in order, what was confirmed in the book that published it, without changing or reporting floors. */
  takeConfirmations(confirmations: readonly Confirmation[]): void {
    for (const confirmation of confirmations) {
      const marketBook = this.#marketBookAt(confirmation.marketplaceId, confirmation.game);
      if (marketBook === undefined) continue;
      this.#gameBooks[confirmation.game].settle(marketBook);
      takeConfirmation(marketBook, confirmation);
    }
  }

  /**
   * Call after a restore: what other processes have received up to `at` may be unknown to this book, so until a
   * reading that has begun later, it removes nothing that is restored.
   */
  receivedElsewhereUntil(at: number): void {
    for (const marketBook of this.#marketBooks()) marketBook.receivedFrom = at;
  }

  /** Reconverts prices in keys and metal, or all prices, at new rates; in portions between which the book can be used. */
  reconvert(now: Clock['now'], toPrices: ToPrices, isOfAll = false): Iterable<Change[]> {
    return reconvertAll(this.#gameBooks, { now, toPrices, isOfAll });
  }

  /** Recomputes the best prices of a marketplace whose fees or terms have changed; in portions between which the book can be used. */
  *renewRules(marketplaceId: number): Iterable<void> {
    for (const game of games) {
      this.#rules[game].forget(marketplaceId);
      yield* this.#gameBooks[game].renewBest(marketplaceId);
    }
  }

  /** The parts that have anything in them: each marketplace of each game, smallest first, then each game. */
  parts(): readonly BookPart[] {
    return [
      ...this.#marketBooks()
        .sort((one, other) => sizeOf(one) - sizeOf(other))
        .map(({ game, marketplaceId }) => ({ game, marketplaceId })),
      ...games.filter((game) => this.#gameBooks[game].names.size > 0).map((game) => ({ game, marketplaceId: null })),
    ];
  }

  /**
   * Everything that stands in a part. The book may change between two values: changes published since the first one was asked
   * for are then to be replayed over what is restored.
   */
  standing({ game, marketplaceId }: BookPart): Iterable<SnapshotRecord> {
    const gameBook = this.#gameBooks[game];
    if (marketplaceId === null) return snapshotRecordsInGame(gameBook);
    const marketBook = gameBook.marketBook(marketplaceId);
    return marketBook === undefined ? [] : snapshotRecordsIn(marketBook);
  }

  /**
   * Returns a function that restores what stood in a part, in order and in any number of pieces, without reporting changes, into
   * a book that has nothing of it; `toPrices` converts at current rates.
   */
  restoring(
    { game, marketplaceId }: BookPart,
    toPrices: ToPrices | null = null,
  ): (standing: readonly SnapshotRecord[]) => void {
    const gameBook = this.#gameBooks[game];
    if (marketplaceId !== null)
      return (standing) => restoreMarket(gameBook.marketBookFor(marketplaceId), standing, toPrices);
    const restore = new GameRestore(gameBook);
    return (standing) => restore.take(standing);
  }

  /** Restores single rows without reporting changes; `toPrices` converts their prices at current rates. */
  restore(rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[], toPrices: ToPrices | null = null): void {
    restoreAll(this.#gameBooks, rows, toPrices);
  }

  /** After a restore: replays the changes published since, without reporting them. */
  replay(changes: readonly Change[], toPrices: ToPrices | null = null): void {
    replayAll(this.#gameBooks, changes, toPrices);
  }

  /** After that: reports, in portions, floors that follow from the restored data but were not reported before the stop. */
  reportUnpublished(now: Clock['now']): Iterable<Change[]> {
    return reportUnpublishedAll(this.#gameBooks, now);
  }

  /**
   * On a node that follows another node's changes: converts prices at current rates, in portions between which the book can
   * be used. Changes are not reported, as the other node does so.
   */
  convert(toPrices: ToPrices): Iterable<void> {
    return convertAll(this.#gameBooks, toPrices);
  }

  /** null if the marketplace does not know the item. */
  summary(marketplaceId: number, game: Game, name: string): BookSummary | null {
    return this.#at(marketplaceId, game, name, summaryOf, null);
  }

  /** Whether quotes tell of other offers of the item on the marketplace than those listed, so that a lookup can correct them. */
  isListBehind(marketplaceId: number, game: Game, name: string): boolean {
    return this.#at(marketplaceId, game, name, isListBehind, false);
  }

  /** What the book has of an item on a marketplace; null if nothing. Reads only columns. */
  known(marketplaceId: number, game: Game, name: string): KnownHere | null {
    return this.#at(marketplaceId, game, name, knownOf, null);
  }

  /** What a seller gets for a price on a marketplace after the known costs, in thousandths of a dollar; 0 if it is not known. */
  proceeds(marketplaceId: number, game: Game, usd: number, pricesAt: () => Prices): number {
    return this.#rules[game].of(marketplaceId).proceeds(usd, pricesAt);
  }

  /** null if the marketplace has no such offer. */
  offerWithId(marketplaceId: number, game: Game, offerId: string): LiveOffer | null {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    const slot = marketBook?.offers.findId(marketBook.memory.writer, offerId) ?? none;
    return marketBook === undefined || slot < 0 ? null : offerAt(marketBook, slot);
  }

  /** One summary per marketplace that knows the item, in registry order. */
  summaries(game: Game, name: string): BookSummary[] {
    return this.#gameBooks[game].marketBooks.flatMap((marketBook) => {
      const row = wholeRow(marketBook, name);
      return row < 0 ? [] : [summaryOf(marketBook, row)];
    });
  }

  /** null if the marketplace does not know it. Phase null means the whole item. */
  askBasis(marketplaceId: number, game: Game, name: string, phase: Variant | null, at: number): AskBasis | null {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    if (marketBook === undefined) return null;
    const row = marketBook.series.knownRow(marketBook.names.numberOf(name), variantNumber(phase));
    return row < 0 ? null : askBasisOf(marketBook, row, at);
  }

  /** The known lowest asks of an item or variant, one per marketplace. */
  asks(game: Game, name: string, phase: Variant | null): Ask[] {
    return asksOf(this.#gameBooks[game], name, phase);
  }

  /** An item's name in Chinese and Russian. */
  localName(game: Game, name: string): LocalName {
    const { names, localNames } = this.#gameBooks[game];
    return localNames.of(names.numberOf(name));
  }

  /** What is true of every copy of an item, from whichever marketplace tells it. */
  itemAttributes(game: Game, name: string): ItemAttributes {
    return this.#gameBooks[game].attributes.of(name);
  }

  /** Whether any variant of the item is known. */
  hasVariants(game: Game, name: string): boolean {
    const { names, best } = this.#gameBooks[game];
    const number = names.numberOf(name);
    return number >= 0 && best.hasVariants(number);
  }

  /** Number of buy orders that the item, or that variant of it, would fill. */
  orderCount(marketplaceId: number, game: Game, name: string, phase: Variant | null): number {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return marketBook?.bids.countFor(marketBook.names.numberOf(name), variantNumber(phase)) ?? 0;
  }

  /** The buy orders that the item, or that variant of it, would fill, unordered. */
  bids(game: Game, name: string, phase: Variant | null): Bid[] {
    return bidsOf(this.#gameBooks[game], name, phase);
  }

  /** Offers and buy orders of an item over all marketplaces. */
  depth(game: Game, name: string): Depth {
    return depthOf(this.#gameBooks[game], name);
  }

  /** The highest of the marketplaces' lowest asks, in thousandths of a dollar; 0 if no price is known. */
  highestAskUsd(game: Game, name: string): number {
    return highestAskUsd(this.#gameBooks[game], name);
  }

  /** U16: cheapest first, unknown prices last, then newest found. */
  offers(marketplaceId: number, game: Game, name: string): LiveOffer[] {
    return this.#at(marketplaceId, game, name, offersOf, []);
  }

  /** null if the marketplace does not know the item. */
  offersInPieces(marketplaceId: number, game: Game, name: string): RowsInPieces<LiveOffer> | null {
    return this.#at(marketplaceId, game, name, offersInPieces, null);
  }

  quotes(marketplaceId: number, game: Game, name: string): LiveQuote[] {
    return this.#at(marketplaceId, game, name, quotesOf, []);
  }

  /** U17: best first, unknown prices last, then last changed. */
  buyOrders(marketplaceId: number, game: Game, name: string): LiveBuyOrder[] {
    return this.#at(marketplaceId, game, name, buyOrdersOf, []);
  }

  /** null if the marketplace does not know the item. */
  buyOrdersInPieces(marketplaceId: number, game: Game, name: string): RowsInPieces<LiveBuyOrder> | null {
    return this.#at(marketplaceId, game, name, buyOrdersInPieces, null);
  }

  /** The best buy orders of a game, over all items and the given marketplaces. */
  bestBuyOrders(game: Game, marketplaceIds: readonly number[], limit: number): LiveBuyOrder[] {
    return bestOrdersOf(this.#gameBooks[game].marketBooksOf(marketplaceIds), limit);
  }

  /** U14, U15: one row per item and marketplace. null means all marketplaces. */
  search(game: Game, query: string, marketplaceIds: readonly number[] | null, limit: number): FoundRow[] {
    return searchRows(this.#searchOf(game, query, marketplaceIds, limit));
  }

  /** Like `search`, for the names most similar to the query, nearest first. */
  searchNearest(game: Game, query: string, marketplaceIds: readonly number[] | null, limit: number): FoundRow[] {
    return nearestRows(this.#searchOf(game, query, marketplaceIds, limit));
  }

  /** Names that contain what is typed or what it stands for, at most `limit`: the closest first, then the dear and traded. */
  searchNames(game: Game, query: string, { marketplaceIds, ...choice }: NameChoice): FoundName[] {
    return searchNames({ ...this.#searchOf(game, query, marketplaceIds, choice.limit), ...choice });
  }

  /** Like `searchNames`, for `searchNearest`. */
  searchNearestNames(game: Game, query: string, { marketplaceIds, ...choice }: NameChoice): FoundName[] {
    return nearestNames({ ...this.#searchOf(game, query, marketplaceIds, choice.limit), ...choice });
  }

  /** Tests whether a name contains every word of a text, or, if no name does, short forms of the words. */
  nameTest(game: Game, text: string): (name: string) => boolean {
    return nameTest(this.#gameBooks[game], text);
  }

  /** A test of whether an item is what is asked for, also of items that become known later. */
  itemTest(game: Game, filter: ItemFilter): (name: string) => boolean {
    const test = itemFilterTest(filter);
    return (name) => test(this.traits(game, name));
  }

  /** What is true of every copy of an item, by its name and from whichever marketplace tells it. */
  traits(game: Game, name: string): ItemTraits {
    const { names, traits } = this.#gameBooks[game];
    const number = names.numberOf(name);
    return number < 0 ? itemTraits(game, name, noAttributes) : traits.of(number);
  }

  /** All that is known of an item by itself; null if the item is unknown. */
  catalogueItem(game: Game, name: string): CatalogueItem | null {
    return catalogueItemOf(this.#gameBooks[game], name);
  }

  /** Changes with the names of a game and what is told of them, and is the same for the same ones. */
  catalogueDigest(game: Game): string {
    const { names, attributes } = this.#gameBooks[game];
    return `${names.size.toString(36)}${attributes.digest.toString(36)}`;
  }

  hasItem(game: Game, name: string): boolean {
    return this.#gameBooks[game].names.numberOf(name) >= 0;
  }

  /** The best prices over marketplaces of an item and of each known variant, the whole item first. */
  best(game: Game, name: string, choice: BestChoice): BestPrices[] {
    const gameBook = this.#gameBooks[game];
    const number = gameBook.names.numberOf(name);
    return number < 0 ? [] : readBest(gameBook, number, choice);
  }

  /** Where a piece of an item or variant brings most after fees; null if that is not known anywhere. */
  bestSale(game: Game, name: string, choice: SaleChoice): Sale | null {
    const gameBook = this.#gameBooks[game];
    const number = gameBook.names.numberOf(name);
    return number < 0 ? null : readSale(gameBook, number, choice);
  }

  /** The deals of a game, best first. */
  deals(game: Game, query: DealQuery): Deal[] {
    return findDeals(this.#gameBooks[game], query);
  }

  /** The items whose lowest ask has changed most. */
  movers(game: Game, query: MoverQuery): Movers {
    return findMovers(this.#gameBooks[game], this.#gameBooks[game].pastAsks, query);
  }

  watchBest(game: Game, options: BestWatchOptions): BestWatch {
    return new BestWatch(this.#gameBooks[game], options);
  }

  /** `touched` is called at the first possible change since the last look. */
  watchDeals(game: Game, touched: () => void): DealWatch {
    return new DealWatch(this.#gameBooks[game], touched);
  }

  watchOffers(game: Game, options: OfferWatchOptions): OfferWatch {
    return new OfferWatch(this.#gameBooks[game], options);
  }

  /** Single offers over all marketplaces, the first `limit` in the requested order. */
  findOffers(game: Game, query: OfferQuery): FoundOffer[] {
    return findOffers(this.#gameBooks[game], query);
  }

  /** The same in pieces, between which the book may change. */
  findingOffers(game: Game, query: OfferQuery): Generator<void, FoundOffer[]> {
    return findingOffers(this.#gameBooks[game], query);
  }

  /** The known name nearest to a misspelt one, or null if none is near. */
  nearestName(game: Game, name: string): string | null {
    return this.#gameBooks[game].indexes.nearest.find(name);
  }

  names(game: Game): Iterable<string> {
    return this.#gameBooks[game].names.all();
  }

  /** The name that an item is shown by, given any spelling of it; null if it is unknown. */
  ownName(game: Game, name: string): string | null {
    const { names } = this.#gameBooks[game];
    const number = names.numberOf(name);
    return number < 0 ? null : names.name(number);
  }

  /** A consistent copy of all prices of a game as of now, marketplace by marketplace. null means all marketplaces. */
  copyPrices(
    game: Game,
    marketplaceIds: readonly number[] | null,
    currency: Currency,
  ): Pick<PriceCopies, 'next' | 'close'> {
    return this.#gameBooks[game].copyPrices(marketplaceIds, currency);
  }

  /** Names after `after` that any of the marketplaces knows, in UTF-16 code unit order. null means all marketplaces. */
  namesAfter(game: Game, after: string, marketplaceIds: readonly number[] | null, limit: number): string[] {
    const gameBook = this.#gameBooks[game];
    return namesAfter(gameBook, gameBook.marketBooksOf(marketplaceIds), after, limit);
  }

  marketplaceItemId(marketplaceId: number, game: Game, name: string): string | null {
    return this.#at(marketplaceId, game, name, marketplaceItemIdOf, null);
  }

  counts(marketplaceId: number, game: Game): Readonly<Record<'itemCount' | 'offerCount' | 'buyOrderCount', number>> {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return {
      itemCount: marketBook?.series.itemCount ?? 0,
      offerCount: marketBook?.offerCount ?? 0,
      buyOrderCount: marketBook?.orders.size ?? 0,
    };
  }

  memory(): BookMemory {
    const gameBooks = games.map((game) => this.#gameBooks[game]);
    const marketBooks = this.#marketBooks();
    return {
      arena: this.#memory.arena.reservedBytes + bytesOf(Object.values(this.#memory.strings)),
      columns: bytesOf(marketBooks),
      index: marketBooks.reduce((sum, { offers, orders }) => sum + offers.indexBytes + orders.indexBytes, 0),
      best: bytesOf(gameBooks.map(({ best }) => best)),
      past: bytesOf(gameBooks.map(({ pastAsks }) => pastAsks)),
      search: gameBooks.reduce((sum, { searchBytes }) => sum + searchBytes, 0),
    };
  }

  /** null if the book holds nothing of the kind. */
  ages(marketplaceId: number, game: Game, kind: AgedKind, at: number): Ages | null {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return marketBook === undefined ? null : agesOf(marketBook, kind, at);
  }

  /** Whether the quotes of a marketplace leave out offers that it has on sale, so that they no longer remove any. */
  areQuotesDoubted(marketplaceId: number, game: Game, at: number): boolean {
    return this.#marketBookAt(marketplaceId, game)?.areQuotesDoubted(at) ?? false;
  }

  /** How many items a marketplace has now, how many are known in the game, and of how many only this marketplace has told. */
  coverage(marketplaceId: number, game: Game): Readonly<Record<'itemCount' | 'knownCount' | 'loneCount', number>> {
    const { loneItems, names } = this.#gameBooks[game];
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return {
      itemCount: marketBook?.liveItemCount ?? 0,
      knownCount: names.size,
      loneCount: marketBook === undefined ? 0 : loneItems.of(marketBook),
    };
  }

  /** What marketplaces have told of items since the last call that was new, restored statements excluded. */
  takeItemStatements(): ItemStatement[] {
    return games.flatMap((game) => this.#gameBooks[game].attributes.take());
  }

  /** Takes over statements that were published. */
  restoreItemStatements(statements: readonly ItemStatement[]): void {
    for (const statement of statements) this.#gameBooks[statement.game].attributes.restore(statement);
  }

  /** What feeds have told again without a change since the last call. */
  takeRetold(): Confirmation[] {
    const retold = this.#retold;
    if (retold.length > 0) this.#retold = [];
    return retold;
  }

  /** Current top bids whose price has changed since the last call, restored ones excluded. */
  takeTopBids(): DatedTopBid[] {
    return games.flatMap((game) => this.#gameBooks[game].takeTopBids());
  }

  /** The top bids of all series that have one. */
  topBids(): Iterable<TopBid> {
    return allTopBids(this.#marketBooks());
  }

  /** The floors of all series that have one, for the hourly price points. */
  floors(): Iterable<Floor> {
    return allFloors(this.#marketBooks());
  }

  #letNamesWait(mayWait: boolean): void {
    for (const game of games) this.#gameBooks[game].indexes.mayWait = mayWait;
  }

  #marketBooks(): MarketBook[] {
    return games.flatMap((game) => this.#gameBooks[game].marketBooks);
  }

  #marketBookAt(marketplaceId: number, game: Game): MarketBook | undefined {
    return this.#gameBooks[game].marketBook(marketplaceId);
  }

  #marketBookFor({ marketplaceId, game }: MarketBookKey): MarketBook {
    return this.#gameBooks[game].marketBookFor(marketplaceId);
  }

  /** The answer about an item of a marketplace, or `no` if the marketplace does not know it. */
  #at<Answer, None>(id: number, game: Game, name: string, ask: (marketBook: MarketBook, row: Row) => Answer, no: None) {
    const marketBook = this.#marketBookAt(id, game);
    const row = marketBook === undefined ? none : wholeRow(marketBook, name);
    return marketBook === undefined || row < 0 ? no : ask(marketBook, row);
  }

  #searchOf(game: Game, query: string, marketplaceIds: readonly number[] | null, limit: number): Search {
    const gameBook = this.#gameBooks[game];
    return { gameBook, query, some: marketplaceIds && gameBook.marketBooksOf(marketplaceIds), limit };
  }

  #settling(scope: MarketBookKey, portionsOf: (marketBook: MarketBook) => Generator<Change[]>) {
    const marketBook = this.#marketBookFor(scope);
    return this.#gameBooks[scope.game].settling(marketBook, portionsOf(marketBook));
  }
}

const wholeRow = ({ series, names }: MarketBook, name: string): Row => series.wholeRow(names.numberOf(name));
