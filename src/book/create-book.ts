import {
  type Change,
  type Confirmation,
  type Game,
  games,
  type KnownFees,
  type KnownTerms,
  variantNumber,
} from '../schema/index.ts';
import { applyAll, type GameBooks, seeQuotes } from './apply.ts';
import { BestWatch } from './best/best-watch.ts';
import { DealWatch } from './best/deal-watch.ts';
import { findDeals } from './best/find-deals.ts';
import { findMovers } from './best/find-movers.ts';
import { type ItemPages, KnownRules } from './best/market-rules.ts';
import { readBest } from './best/read-best.ts';
import { bestOrdersOf } from './best-orders.ts';
import type { Book } from './book.ts';
import { confirmedBy, confirmedByItem, takeConfirmation } from './confirmations.ts';
import { agesOf } from './freshness.ts';
import { GameBook } from './game-book.ts';
import type { MarketBook, MarketBookKey } from './market/market-book.ts';
import { ByteArena } from './memory/byte-arena.ts';
import { ByteReader, ByteWriter } from './memory/byte-writer.ts';
import type { Memory } from './memory/codec.ts';
import { bytesOf } from './memory/column.ts';
import { none, type Row } from './memory/numbers.ts';
import { StringPool } from './memory/string-pool.ts';
import { namesAfter } from './names-after.ts';
import { findingOffers, findOffers } from './offers/find-offers.ts';
import { OfferWatch } from './offers/offer-watch.ts';
import {
  allFloors,
  allTopBids,
  askBasisOf,
  asksOf,
  bidsOf,
  buyOrdersInPieces,
  buyOrdersOf,
  depthOf,
  highestAskUsd,
  isListBehind,
  knownOf,
  marketplaceItemIdOf,
  offersInPieces,
  offersOf,
  quotesOf,
  summaryOf,
} from './queries.ts';
import { reconvertAll } from './reconvert.ts';
import { convertAll } from './restore/convert.ts';
import { replayAll, reportUnpublishedAll } from './restore/replay.ts';
import { restoreAll } from './restore/restore-all.ts';
import { GameRestore, restoreMarket } from './restore/restore-standing.ts';
import { standingIn, standingInGame } from './restore/standing.ts';
import { type Later, nameTest } from './search/name-indexes.ts';
import {
  type Found,
  nearestNames,
  nearestRows,
  type Search,
  type SearchHit,
  searchNames,
  searchRows,
} from './search.ts';
import { confirmMarketBook, expireMarketBook, sweepItemOf, sweepMarketBook } from './sweep.ts';

const foundRows = ({ hits, isNear }: Found<SearchHit>) =>
  hits.map(({ marketBook, row }) => ({ ...summaryOf(marketBook, row), isNear }));
const foundItems = ({ hits, isNear }: Found<string>) => hits.map((name) => ({ name, isNear }));

const emptyMemory = (): Memory => ({
  arena: new ByteArena(),
  writer: new ByteWriter(),
  reader: new ByteReader(),
  strings: { linkStarts: new StringPool(), stickerNames: new StringPool() },
});

type Rules = Readonly<Record<Game, KnownRules>>;

const emptyGameBooks = (memory: Memory, rules: Rules, later: Later | null): GameBooks =>
  Object.fromEntries(games.map((game) => [game, new GameBook(game, memory, rules[game].of, later)])) as GameBooks;

class WholeBook implements Book {
  readonly #rules: Rules;
  readonly #memory = emptyMemory();
  readonly #gameBooks: GameBooks;

  constructor(fees: KnownFees, terms: KnownTerms, pages: ItemPages, later: Later | null) {
    this.#rules = Object.fromEntries(games.map((game) => [game, new KnownRules(fees, terms, pages, game)])) as Rules;
    this.#gameBooks = emptyGameBooks(this.#memory, this.#rules, later);
  }

  #retold: Confirmation[] = [];

  readonly apply: Book['apply'] = (records, stamp, digests) => {
    this.#letNamesWait(true);
    try {
      return applyAll(this.#gameBooks, records, stamp, digests ?? null, this.#retold);
    } finally {
      this.#letNamesWait(false);
    }
  };

  #letNamesWait(mayWait: boolean): void {
    for (const game of games) this.#gameBooks[game].indexes.mayWait = mayWait;
  }

  readonly takeRetold: Book['takeRetold'] = () => {
    const retold = this.#retold;
    if (retold.length > 0) this.#retold = [];
    return retold;
  };

  readonly seeAgain: Book['seeAgain'] = (stamp, basis) => seeQuotes(this.#gameBooks[stamp.game], stamp, basis);

  readonly sweep: Book['sweep'] = (scope) => this.#settling(scope, (marketBook) => sweepMarketBook(marketBook, scope));

  readonly sweepItem: Book['sweepItem'] = (scope) => sweepItemOf(this.#marketBookOf(scope), scope);

  readonly expire: Book['expire'] = (scope, reason) =>
    this.#settling(scope, (marketBook) => expireMarketBook(marketBook, scope, reason));

  readonly noteRead: Book['noteRead'] = (marketplaceId, game, at) =>
    this.#marketBookAt(marketplaceId, game)?.readTime.note(at);

  readonly readSince: Book['readSince'] = (marketplaceId, game, milliseconds) =>
    this.#marketBookAt(marketplaceId, game)?.readTime.since(milliseconds) ?? null;

  readonly confirmedBy: Book['confirmedBy'] = (scope) => {
    const marketBook = this.#marketBookAt(scope.marketplaceId, scope.game);
    if (marketBook === undefined) return [];
    return 'name' in scope ? confirmedByItem(marketBook, scope) : confirmedBy(marketBook, scope);
  };

  readonly takeConfirmations: Book['takeConfirmations'] = (confirmations) => {
    for (const confirmation of confirmations) {
      const marketBook = this.#marketBookAt(confirmation.marketplaceId, confirmation.game);
      if (marketBook === undefined) continue;
      this.#gameBooks[confirmation.game].settle(marketBook);
      takeConfirmation(marketBook, confirmation);
    }
  };

  readonly receivedElsewhereUntil: Book['receivedElsewhereUntil'] = (at) => {
    for (const game of games) for (const marketBook of this.#gameBooks[game].marketBooks) marketBook.receivedFrom = at;
  };

  readonly confirming: Book['confirming'] = (scope) =>
    this.#settling(scope, (marketBook) => confirmMarketBook(marketBook, scope));

  readonly confirm: Book['confirm'] = (scope) => [...this.confirming(scope)].flat();

  readonly reconvert: Book['reconvert'] = (now, toPrices, isOfAll = false) =>
    reconvertAll(this.#gameBooks, { now, toPrices, isOfAll });

  *renewRules(marketplaceId: number): Iterable<void> {
    for (const game of games) {
      this.#rules[game].forget(marketplaceId);
      yield* this.#gameBooks[game].renewBest(marketplaceId);
    }
  }

  readonly parts: Book['parts'] = () => {
    const marketBooks = games.flatMap((game) => this.#gameBooks[game].marketBooks);
    const sizeOf = ({ offers, orders, series }: MarketBook): number => offers.size + orders.size + series.rowCount;
    return [
      ...marketBooks
        .toSorted((one, other) => sizeOf(one) - sizeOf(other))
        .map(({ game, marketplaceId }) => ({ game, marketplaceId })),
      ...games.filter((game) => this.#gameBooks[game].names.size > 0).map((game) => ({ game, marketplaceId: null })),
    ];
  };

  readonly standing: Book['standing'] = ({ game, marketplaceId }) => {
    const gameBook = this.#gameBooks[game];
    if (marketplaceId === null) return standingInGame(gameBook);
    const marketBook = gameBook.marketBook(marketplaceId);
    return marketBook === undefined ? [] : standingIn(marketBook);
  };

  readonly restoring: Book['restoring'] = ({ game, marketplaceId }, toPrices) => {
    const gameBook = this.#gameBooks[game];
    if (marketplaceId !== null)
      return (standing) => restoreMarket(gameBook.marketBookFor(marketplaceId), standing, toPrices ?? null);
    const restore = new GameRestore(gameBook);
    return (standing) => restore.take(standing);
  };

  readonly restore: Book['restore'] = (rows, toPrices) => restoreAll(this.#gameBooks, rows, toPrices ?? null);

  readonly replay: Book['replay'] = (changes, toPrices) => replayAll(this.#gameBooks, changes, toPrices ?? null);

  readonly reportUnpublished: Book['reportUnpublished'] = (now) => reportUnpublishedAll(this.#gameBooks, now);

  readonly convert: Book['convert'] = (toPrices) => convertAll(this.#gameBooks, toPrices);

  readonly summary: Book['summary'] = (id, game, name) => this.#at(id, game, name, summaryOf, null);

  readonly isListBehind: Book['isListBehind'] = (id, game, name) => this.#at(id, game, name, isListBehind, false);

  readonly known: Book['known'] = (id, game, name) => this.#at(id, game, name, knownOf, null);

  readonly summaries: Book['summaries'] = (game, name) =>
    this.#gameBooks[game].marketBooks.flatMap((marketBook) => {
      const row = this.#rowAt(marketBook, name);
      return row < 0 ? [] : [summaryOf(marketBook, row)];
    });

  readonly askBasis: Book['askBasis'] = (id, game, name, phase, at) => {
    const marketBook = this.#marketBookAt(id, game);
    if (marketBook === undefined) return null;
    const row = marketBook.series.knownRow(marketBook.names.numberOf(name), variantNumber(phase));
    return row < 0 ? null : askBasisOf(marketBook, row, at);
  };

  readonly asks: Book['asks'] = (game, name, phase) => asksOf(this.#gameBooks[game], name, phase);

  readonly hasVariants: Book['hasVariants'] = (game, name) => {
    const { names, best } = this.#gameBooks[game];
    const number = names.numberOf(name);
    return number >= 0 && best.hasVariants(number);
  };

  readonly localName: Book['localName'] = (game, name) => {
    const { names, localNames } = this.#gameBooks[game];
    return localNames.of(names.numberOf(name));
  };

  readonly itemAttributes: Book['itemAttributes'] = (game, name) => this.#gameBooks[game].attributes.of(name);

  readonly orderCount: Book['orderCount'] = (id, game, name, phase) => {
    const marketBook = this.#marketBookAt(id, game);
    return marketBook?.bids.countFor(marketBook.names.numberOf(name), variantNumber(phase)) ?? 0;
  };

  readonly bids: Book['bids'] = (game, name, phase) => bidsOf(this.#gameBooks[game], name, phase);

  readonly depth: Book['depth'] = (game, name) => depthOf(this.#gameBooks[game], name);

  readonly highestAskUsd: Book['highestAskUsd'] = (game, name) => highestAskUsd(this.#gameBooks[game], name);

  readonly offers: Book['offers'] = (id, game, name) => this.#at(id, game, name, offersOf, []);

  readonly offersInPieces: Book['offersInPieces'] = (id, game, name) => this.#at(id, game, name, offersInPieces, null);

  readonly quotes: Book['quotes'] = (id, game, name) => this.#at(id, game, name, quotesOf, []);

  readonly buyOrders: Book['buyOrders'] = (id, game, name) => this.#at(id, game, name, buyOrdersOf, []);

  readonly buyOrdersInPieces: Book['buyOrdersInPieces'] = (id, game, name) =>
    this.#at(id, game, name, buyOrdersInPieces, null);

  readonly bestBuyOrders: Book['bestBuyOrders'] = (game, marketplaceIds, limit) => {
    const included = this.#gameBooks[game].marketBooks.filter(({ marketplaceId }) =>
      marketplaceIds.includes(marketplaceId),
    );
    return bestOrdersOf(included, limit);
  };

  readonly search: Book['search'] = (...args) => foundRows(searchRows(this.#searchOf(args)));

  readonly searchNearest: Book['searchNearest'] = (...args) => foundRows(nearestRows(this.#searchOf(args)));

  readonly searchNames: Book['searchNames'] = (...args) => foundItems(searchNames(this.#searchOf(args)));

  readonly searchNearestNames: Book['searchNearestNames'] = (...args) => foundItems(nearestNames(this.#searchOf(args)));

  readonly nameTest: Book['nameTest'] = (game, text) => nameTest(this.#gameBooks[game], text);

  readonly hasItem: Book['hasItem'] = (game, name) => this.#gameBooks[game].names.numberOf(name) >= 0;

  readonly nearestName: Book['nearestName'] = (game, name) => this.#gameBooks[game].indexes.nearest.find(name);

  readonly ownName: Book['ownName'] = (game, name) => {
    const { names } = this.#gameBooks[game];
    const number = names.numberOf(name);
    return number < 0 ? null : names.name(number);
  };

  readonly names: Book['names'] = (game) => this.#gameBooks[game].names.all();

  readonly copyPrices: Book['copyPrices'] = (game, marketplaceIds, currency) =>
    this.#gameBooks[game].copyPrices(marketplaceIds, currency);

  readonly namesAfter: Book['namesAfter'] = (game, after, marketplaceIds, limit) => {
    const { marketBooks } = this.#gameBooks[game];
    const included =
      marketplaceIds === null ? marketBooks : marketBooks.filter((one) => marketplaceIds.includes(one.marketplaceId));
    return namesAfter(this.#gameBooks[game], included, after, limit);
  };

  readonly best: Book['best'] = (game, name, choice) => {
    const gameBook = this.#gameBooks[game];
    const number = gameBook.names.numberOf(name);
    return number < 0 ? [] : readBest(gameBook, number, choice);
  };

  readonly deals: Book['deals'] = (game, query) => findDeals(this.#gameBooks[game], query);

  readonly movers: Book['movers'] = (game, query) =>
    findMovers(this.#gameBooks[game], this.#gameBooks[game].pastAsks, query);

  readonly watchBest: Book['watchBest'] = (game, options) => {
    const gameBook = this.#gameBooks[game];
    const watch = new BestWatch(gameBook, options);
    return {
      take: (most) => watch.take(most),
      hasMore: () => watch.hasMore,
      standing: () => watch.standing(),
      close: gameBook.watch(watch),
    };
  };

  readonly watchDeals: Book['watchDeals'] = (game, touched) => {
    const gameBook = this.#gameBooks[game];
    const watch = new DealWatch(gameBook, touched);
    return { take: (query) => watch.take(query), close: gameBook.watch(watch) };
  };

  readonly watchOffers: Book['watchOffers'] = (game, options) => {
    const gameBook = this.#gameBooks[game];
    const watch = new OfferWatch(gameBook, options);
    return { take: (query, isOfAll) => watch.take(query, isOfAll), close: gameBook.watch(watch) };
  };

  readonly findOffers: Book['findOffers'] = (game, query) => findOffers(this.#gameBooks[game], query);

  readonly findingOffers: Book['findingOffers'] = (game, query) => findingOffers(this.#gameBooks[game], query);

  readonly marketplaceItemId: Book['marketplaceItemId'] = (id, game, name) =>
    this.#at(id, game, name, marketplaceItemIdOf, null);

  readonly counts: Book['counts'] = (marketplaceId, game) => {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return {
      itemCount: marketBook?.series.itemCount ?? 0,
      offerCount: marketBook?.offerCount ?? 0,
      buyOrderCount: marketBook?.orders.size ?? 0,
    };
  };

  readonly memory: Book['memory'] = () => {
    const gameBooks = games.map((game) => this.#gameBooks[game]);
    const marketBooks = gameBooks.flatMap((gameBook) => gameBook.marketBooks);
    return {
      arena: this.#memory.arena.reservedBytes + bytesOf(Object.values(this.#memory.strings)),
      columns: bytesOf(marketBooks),
      index: marketBooks.reduce((sum, { offers, orders }) => sum + offers.indexBytes + orders.indexBytes, 0),
      best: bytesOf(gameBooks.map(({ best }) => best)),
      past: bytesOf(gameBooks.map(({ pastAsks }) => pastAsks)),
      search: gameBooks.reduce((sum, { searchBytes }) => sum + searchBytes, 0),
    };
  };

  readonly ages: Book['ages'] = (marketplaceId, game, kind, at) => {
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return marketBook === undefined ? null : agesOf(marketBook, kind, at);
  };

  readonly areQuotesDoubted: Book['areQuotesDoubted'] = (marketplaceId, game, at) =>
    this.#marketBookAt(marketplaceId, game)?.areQuotesDoubted(at) ?? false;

  readonly coverage: Book['coverage'] = (marketplaceId, game) => {
    const { loneItems, names } = this.#gameBooks[game];
    const marketBook = this.#marketBookAt(marketplaceId, game);
    return {
      itemCount: marketBook?.liveItemCount ?? 0,
      knownCount: names.size,
      loneCount: marketBook === undefined ? 0 : loneItems.of(marketBook),
    };
  };

  readonly takeItemStatements: Book['takeItemStatements'] = () =>
    games.flatMap((game) => this.#gameBooks[game].attributes.take());

  readonly restoreItemStatements: Book['restoreItemStatements'] = (statements) => {
    for (const statement of statements) this.#gameBooks[statement.game].attributes.restore(statement);
  };

  readonly takeTopBids: Book['takeTopBids'] = () => games.flatMap((game) => this.#gameBooks[game].takeTopBids());

  readonly topBids: Book['topBids'] = () => allTopBids(games.flatMap((game) => this.#gameBooks[game].marketBooks));

  readonly floors: Book['floors'] = () => allFloors(games.flatMap((game) => this.#gameBooks[game].marketBooks));

  #marketBookAt(marketplaceId: number, game: Game) {
    return this.#gameBooks[game].marketBook(marketplaceId);
  }

  #rowAt(marketBook: MarketBook, name: string) {
    return marketBook.series.wholeRow(marketBook.names.numberOf(name));
  }

  /** The answer about an item of a marketplace, or `no` if the marketplace does not know it. */
  #at<Answer, None>(id: number, game: Game, name: string, ask: (marketBook: MarketBook, row: Row) => Answer, no: None) {
    const marketBook = this.#marketBookAt(id, game);
    const row = marketBook === undefined ? none : this.#rowAt(marketBook, name);
    return marketBook === undefined || row < 0 ? no : ask(marketBook, row);
  }

  #searchOf([game, query, marketplaceIds, limit]: Parameters<Book['search']>): Search {
    const gameBook = this.#gameBooks[game];
    const some = gameBook.marketBooks.filter(({ marketplaceId }) => marketplaceIds?.includes(marketplaceId));
    return { gameBook, query, some: marketplaceIds === null ? null : some, limit };
  }

  #settling(scope: MarketBookKey, portionsOf: (marketBook: MarketBook) => Generator<Change[]>) {
    const marketBook = this.#marketBookOf(scope);
    return this.#gameBooks[scope.game].settling(marketBook, portionsOf(marketBook));
  }

  #marketBookOf({ marketplaceId, game }: MarketBookKey) {
    return this.#gameBooks[game].marketBookFor(marketplaceId);
  }
}

/**
 * Creates an empty book. It has no clock of its own; the parameters are what is known of each marketplace. `later` does work in
 * pieces beside other work; without it, new names are indexed when they come.
 */
export const createBook = (
  fees: KnownFees = new Map(),
  terms: KnownTerms = new Map(),
  pages: ItemPages = new Map(),
  later: Later | null = null,
): Book => new WholeBook(fees, terms, pages, later);
