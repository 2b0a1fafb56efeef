import { type Scope, seenAmong, seesMarketplace } from '../../schema/index.ts';
import { ofItself } from '../stream/live-reader.ts';
import type { ReadBook } from './read-book.ts';

type OfMarketplaces = { readonly marketplaceIds: readonly number[] | null };

const choosing =
  (scope: Scope) =>
  <Choice extends OfMarketplaces>(choice: Choice): Choice => ({
    ...choice,
    marketplaceIds: seenAmong(scope, choice.marketplaceIds),
  });

/** The book limited to the marketplaces a key can see. Games are checked where their names are resolved. */
export function seenBook(book: ReadBook, scope: Scope): ReadBook {
  const sees = (marketplaceId: number): boolean => seesMarketplace(scope, marketplaceId);
  const among = (requested: readonly number[] | null) => seenAmong(scope, requested);
  const amongChoice = choosing(scope);
  const seenOf = <Row extends { readonly marketplaceId: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ marketplaceId }) => sees(marketplaceId));
  const hasItem: ReadBook['hasItem'] = (game, name) =>
    scope.marketplaceIds?.some((id) => book.summary(id, game, name) !== null) ?? book.hasItem(game, name);
  return {
    askBasis: (id, ...what) => (sees(id) ? book.askBasis(id, ...what) : null),
    asks: (...what) => seenOf(book.asks(...what)),
    best: (game, name, choice) => book.best(game, name, amongChoice(choice)),
    bestBuyOrders: (game, ids, limit) => book.bestBuyOrders(game, ids.filter(sees), limit),
    bestSale: (game, name, choice) => book.bestSale(game, name, amongChoice(choice)),
    bids: (...what) => seenOf(book.bids(...what)),
    buyOrders: (id, ...what) => (sees(id) ? book.buyOrders(id, ...what) : []),
    buyOrdersInPieces: (id, ...what) => (sees(id) ? book.buyOrdersInPieces(id, ...what) : null),
    catalogueDigest: (game) => book.catalogueDigest(game),
    catalogueItem: (game, name) => {
      const item = hasItem(game, name) ? book.catalogueItem(game, name) : null;
      return item && { ...item, ids: seenOf(item.ids), tellings: seenOf(item.tellings) };
    },
    copyPrices: (game, ids, currency) => book.copyPrices(game, among(ids), currency),
    counts: (id, game) => (sees(id) ? book.counts(id, game) : { itemCount: 0, offerCount: 0, buyOrderCount: 0 }),
    deals: (game, query) => book.deals(game, { ...query, from: among(query.from), to: among(query.to) }),
    depth: (...what) => book.depth(...what),
    *findingOffers(game, query) {
      const found = yield* book.findingOffers(game, amongChoice(query));
      return scope.marketplaceIds === null ? found : found.map(ofItself);
    },
    hasItem,
    hasVariants: (...what) => book.hasVariants(...what),
    isListBehind: (id, ...what) => sees(id) && book.isListBehind(id, ...what),
    itemAttributes: (...what) => book.itemAttributes(...what),
    itemTest: (...what) => book.itemTest(...what),
    localName: (...what) => book.localName(...what),
    movers: (...what) => book.movers(...what),
    namesAfter: (game, after, ids, limit) => book.namesAfter(game, after, among(ids), limit),
    nearestName: (game, name) => {
      const near = book.nearestName(game, name);
      return near !== null && hasItem(game, near) ? near : null;
    },
    names: (game) => book.names(game),
    nameTest: (...what) => book.nameTest(...what),
    ownName: (game, name) => (hasItem(game, name) ? book.ownName(game, name) : null),
    offers: (id, ...what) => (sees(id) ? book.offers(id, ...what) : []),
    offerWithId: (id, ...what) => (sees(id) ? book.offerWithId(id, ...what) : null),
    offersInPieces: (id, ...what) => (sees(id) ? book.offersInPieces(id, ...what) : null),
    orderCount: (id, ...what) => (sees(id) ? book.orderCount(id, ...what) : 0),
    proceeds: (...what) => book.proceeds(...what),
    search: (game, query, ids, limit) => book.search(game, query, among(ids), limit),
    searchNames: (game, query, choice) => book.searchNames(game, query, amongChoice(choice)),
    searchNearest: (game, query, ids, limit) => book.searchNearest(game, query, among(ids), limit),
    searchNearestNames: (game, query, choice) => book.searchNearestNames(game, query, amongChoice(choice)),
    traits: (...what) => book.traits(...what),
    summaries: (...what) => seenOf(book.summaries(...what)),
    summary: (id, ...what) => (sees(id) ? book.summary(id, ...what) : null),
  };
}
