import { type Scope, seenAmong, seesMarketplace } from '../../schema/index.ts';
import { ofItself } from '../stream/live-reader.ts';
import type { ReadBook } from './read-book.ts';

/** The book limited to the marketplaces a key can see. Games are checked where their names are resolved. */
export function seenBook(book: ReadBook, scope: Scope): ReadBook {
  const sees = (marketplaceId: number): boolean => seesMarketplace(scope, marketplaceId);
  const among = (requested: readonly number[] | null) => seenAmong(scope, requested);
  const seenOf = <Row extends { readonly marketplaceId: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ marketplaceId }) => sees(marketplaceId));
  const hasItem: ReadBook['hasItem'] = (game, name) =>
    scope.marketplaceIds === null
      ? book.hasItem(game, name)
      : scope.marketplaceIds.some((id) => book.summary(id, game, name) !== null);
  return {
    askBasis: (id, ...what) => (sees(id) ? book.askBasis(id, ...what) : null),
    asks: (...what) => seenOf(book.asks(...what)),
    best: (game, name, choice) => book.best(game, name, { ...choice, marketplaceIds: among(choice.marketplaceIds) }),
    bestBuyOrders: (game, ids, limit) => book.bestBuyOrders(game, ids.filter(sees), limit),
    bestSale: (game, name, choice) =>
      book.bestSale(game, name, { ...choice, marketplaceIds: among(choice.marketplaceIds) }),
    bids: (...what) => seenOf(book.bids(...what)),
    buyOrders: (id, ...what) => (sees(id) ? book.buyOrders(id, ...what) : []),
    buyOrdersInPieces: (id, ...what) => (sees(id) ? book.buyOrdersInPieces(id, ...what) : null),
    copyPrices: (game, ids, currency) => book.copyPrices(game, among(ids), currency),
    counts: (id, game) => (sees(id) ? book.counts(id, game) : { itemCount: 0, offerCount: 0, buyOrderCount: 0 }),
    deals: (game, query) => book.deals(game, { ...query, from: among(query.from), to: among(query.to) }),
    depth: (...what) => book.depth(...what),
    *findingOffers(game, query) {
      const found = yield* book.findingOffers(game, { ...query, marketplaceIds: among(query.marketplaceIds) });
      return scope.marketplaceIds === null ? found : found.map(ofItself);
    },
    hasItem,
    hasVariants: (...what) => book.hasVariants(...what),
    isListBehind: (id, ...what) => sees(id) && book.isListBehind(id, ...what),
    itemAttributes: (...what) => book.itemAttributes(...what),
    localName: (...what) => book.localName(...what),
    movers: (...what) => book.movers(...what),
    namesAfter: (game, after, ids, limit) => book.namesAfter(game, after, among(ids), limit),
    nearestName: (game, name) => {
      const near = book.nearestName(game, name);
      return near !== null && hasItem(game, near) ? near : null;
    },
    ownName: (game, name) => (hasItem(game, name) ? book.ownName(game, name) : null),
    offers: (id, ...what) => (sees(id) ? book.offers(id, ...what) : []),
    offersInPieces: (id, ...what) => (sees(id) ? book.offersInPieces(id, ...what) : null),
    orderCount: (id, ...what) => (sees(id) ? book.orderCount(id, ...what) : 0),
    search: (game, query, ids, limit) => book.search(game, query, among(ids), limit),
    searchNames: (game, query, ids, limit) => book.searchNames(game, query, among(ids), limit),
    searchNearest: (game, query, ids, limit) => book.searchNearest(game, query, among(ids), limit),
    searchNearestNames: (game, query, ids, limit) => book.searchNearestNames(game, query, among(ids), limit),
    shareOfSeller: (id, ...what) => (sees(id) ? book.shareOfSeller(id, ...what) : null),
    summaries: (...what) => seenOf(book.summaries(...what)),
    summary: (id, ...what) => (sees(id) ? book.summary(id, ...what) : null),
  };
}
