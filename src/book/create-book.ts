import { type Game, games } from '../schema/index.ts';
import { applyAll, type GameBooks, restoreAll, restoreFloors } from './apply.ts';
import { bestOrdersOf } from './best-orders.ts';
import type { Book } from './book.ts';
import { agesOf } from './freshness.ts';
import { GameBook } from './game-book.ts';
import type { MarketBook, MarketBookKey } from './market-book.ts';
import { ByteArena } from './memory/byte-arena.ts';
import { ByteReader, ByteWriter } from './memory/byte-writer.ts';
import type { Memory } from './memory/codec.ts';
import { StringPool } from './memory/string-pool.ts';
import { namesAfter } from './names-after.ts';
import {
  allFloors,
  buyOrdersOf,
  highestAskUsd,
  marketplaceItemIdOf,
  offersOf,
  quotesOf,
  summaryOf,
} from './queries.ts';
import { reconvertAll } from './reconvert.ts';
import { searchGameBook, searchNearest } from './search.ts';
import { confirmMarketBook, expireMarketBook, sweepItemOf, sweepMarketBook } from './sweep.ts';

/** An empty book; it is filled by what is applied or restored, and holds no clock of its own. */
export function createBook(): Book {
  const memory: Memory = {
    arena: new ByteArena(),
    writer: new ByteWriter(),
    reader: new ByteReader(),
    strings: { linkStarts: new StringPool(), stickerNames: new StringPool() },
  };
  const gameBooks = Object.fromEntries(games.map((game) => [game, new GameBook(game, memory)])) as GameBooks;
  const marketBookAt = (marketplaceId: number, game: Game) => gameBooks[game].marketBook(marketplaceId);
  const rowAt = (marketBook: MarketBook, name: string) => marketBook.wholeRow(marketBook.names.numberOf(name));
  /** The answer about an item a marketplace knows, or what stands for none. */
  const at = <Answer, None>(
    id: number,
    game: Game,
    name: string,
    ask: (marketBook: MarketBook, row: number) => Answer,
    no: None,
  ) => {
    const marketBook = marketBookAt(id, game);
    const row = marketBook === undefined ? -1 : rowAt(marketBook, name);
    return marketBook === undefined || row < 0 ? no : ask(marketBook, row);
  };
  const searchBy =
    (search: typeof searchGameBook) => (game: Game, query: string, marketplaceId: number | null, limit: number) => {
      const marketBook = marketplaceId === null ? null : marketBookAt(marketplaceId, game);
      if (marketBook === undefined) return [];
      return search(gameBooks[game], query, marketBook, limit).map((hit) => summaryOf(hit.marketBook, hit.row));
    };
  const marketBookOf = ({ marketplaceId, game }: MarketBookKey) => gameBooks[game].marketBookFor(marketplaceId);

  return {
    apply: (records, stamp) => applyAll(gameBooks, records, stamp),
    sweep: (scope) => sweepMarketBook(marketBookOf(scope), scope),
    sweepItem: (scope) => sweepItemOf(marketBookOf(scope), scope),
    expire: (scope, reason) => expireMarketBook(marketBookOf(scope), scope, reason),
    confirm: (scope) => confirmMarketBook(marketBookOf(scope), scope),
    reconvert: (now, toPrices) => reconvertAll(gameBooks, now, toPrices),
    restore: (rows) => restoreAll(gameBooks, rows),
    restoreFloors: (floors) => restoreFloors(gameBooks, floors),

    summary: (id, game, name) => at(id, game, name, summaryOf, null),
    summaries: (game, name) =>
      gameBooks[game].marketBooks.flatMap((marketBook) => {
        const row = rowAt(marketBook, name);
        return row < 0 ? [] : [summaryOf(marketBook, row)];
      }),
    highestAskUsd: (game, name) => highestAskUsd(gameBooks[game], name),
    offers: (id, game, name) => at(id, game, name, offersOf, []),
    quotes: (id, game, name) => at(id, game, name, quotesOf, []),
    buyOrders: (id, game, name) => at(id, game, name, buyOrdersOf, []),
    bestBuyOrders: (game, marketplaceIds, limit) => {
      const asked = gameBooks[game].marketBooks.filter(({ marketplaceId }) => marketplaceIds.includes(marketplaceId));
      return bestOrdersOf(asked, limit);
    },
    search: searchBy(searchGameBook),
    searchNearest: searchBy(searchNearest),
    hasItem: (game, name) => gameBooks[game].names.numberOf(name) >= 0,
    nearestName: (game, name) => gameBooks[game].nearest.find(name),
    names: (game) => gameBooks[game].names.all(),
    namesAfter: (game, after, marketplaceIds, limit) => {
      const { marketBooks } = gameBooks[game];
      const asked =
        marketplaceIds === null ? marketBooks : marketBooks.filter((one) => marketplaceIds.includes(one.marketplaceId));
      return namesAfter(gameBooks[game], asked, after, limit);
    },
    marketplaceItemId: (id, game, name) => at(id, game, name, marketplaceItemIdOf, null),
    counts: (marketplaceId, game) => {
      const marketBook = marketBookAt(marketplaceId, game);
      return {
        itemCount: marketBook?.itemCount ?? 0,
        offerCount: marketBook?.offerCount ?? 0,
        buyOrderCount: marketBook?.orders.size ?? 0,
      };
    },
    ages: (marketplaceId, game, kind, at) => {
      const marketBook = marketBookAt(marketplaceId, game);
      return marketBook === undefined ? null : agesOf(marketBook, kind, at);
    },
    coverage: (marketplaceId, game) => ({
      itemCount: marketBookAt(marketplaceId, game)?.liveItemCount ?? 0,
      knownCount: gameBooks[game].names.size,
    }),
    floors: () => allFloors(games.flatMap((game) => gameBooks[game].marketBooks)),
  };
}
