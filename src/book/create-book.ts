import { type Game, games } from '../schema/index.ts';
import { type Aisles, applyAll, restoreAll, restoreFigures } from './apply.ts';
import { bestOrdersOf } from './best-orders.ts';
import type { Shelf } from './book.ts';
import { agesOf } from './freshness.ts';
import { Aisle } from './game-book.ts';
import type { Stall, StallPlace } from './market-book.ts';
import { ByteArena } from './memory/byte-arena.ts';
import { ByteReader, ByteWriter } from './memory/byte-writer.ts';
import type { Desk } from './memory/codec.ts';
import { PhraseBook } from './memory/string-pool.ts';
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
import { searchAisle, searchNearest } from './search.ts';
import { confirmStall, expireStall, sweepItemOf, sweepStall } from './sweep.ts';

/** An empty shelf; it is filled by what is applied or restored, and holds no clock of its own. */
export function createShelf(): Shelf {
  const desk: Desk = {
    arena: new ByteArena(),
    writer: new ByteWriter(),
    reader: new ByteReader(),
    phrases: { linkStarts: new PhraseBook(), stickerNames: new PhraseBook() },
  };
  const aisles = Object.fromEntries(games.map((game) => [game, new Aisle(game, desk)])) as Aisles;
  const stallAt = (marketplaceId: number, game: Game) => aisles[game].stall(marketplaceId);
  const rowAt = (stall: Stall, name: string) => stall.wholeRow(stall.names.numberOf(name));
  /** The answer about an item a marketplace knows, or what stands for none. */
  const at = <Answer, None>(
    id: number,
    game: Game,
    name: string,
    ask: (stall: Stall, row: number) => Answer,
    no: None,
  ) => {
    const stall = stallAt(id, game);
    const row = stall === undefined ? -1 : rowAt(stall, name);
    return stall === undefined || row < 0 ? no : ask(stall, row);
  };
  const searchBy =
    (search: typeof searchAisle) => (game: Game, query: string, marketplaceId: number | null, limit: number) => {
      const stall = marketplaceId === null ? null : stallAt(marketplaceId, game);
      if (stall === undefined) return [];
      return search(aisles[game], query, stall, limit).map((hit) => summaryOf(hit.stall, hit.row));
    };
  const stallOf = ({ marketplaceId, game }: StallPlace) => aisles[game].stallFor(marketplaceId);

  return {
    apply: (records, stamp) => applyAll(aisles, records, stamp),
    sweep: (scope) => sweepStall(stallOf(scope), scope),
    sweepItem: (scope) => sweepItemOf(stallOf(scope), scope),
    expire: (scope, reason) => expireStall(stallOf(scope), scope, reason),
    confirm: (scope) => confirmStall(stallOf(scope), scope),
    reconvert: (now, toPrices) => reconvertAll(aisles, now, toPrices),
    restore: (rows) => restoreAll(aisles, rows),
    restoreFigures: (floors) => restoreFigures(aisles, floors),

    summary: (id, game, name) => at(id, game, name, summaryOf, null),
    summaries: (game, name) =>
      aisles[game].stalls.flatMap((stall) => {
        const row = rowAt(stall, name);
        return row < 0 ? [] : [summaryOf(stall, row)];
      }),
    highestAskUsd: (game, name) => highestAskUsd(aisles[game], name),
    offers: (id, game, name) => at(id, game, name, offersOf, []),
    quotes: (id, game, name) => at(id, game, name, quotesOf, []),
    buyOrders: (id, game, name) => at(id, game, name, buyOrdersOf, []),
    bestBuyOrders: (game, marketplaceIds, limit) => {
      const asked = aisles[game].stalls.filter(({ marketplaceId }) => marketplaceIds.includes(marketplaceId));
      return bestOrdersOf(asked, limit);
    },
    search: searchBy(searchAisle),
    searchNearest: searchBy(searchNearest),
    hasItem: (game, name) => aisles[game].names.numberOf(name) >= 0,
    nearestName: (game, name) => aisles[game].nearest.find(name),
    names: (game) => aisles[game].names.all(),
    namesAfter: (game, after, marketplaceIds, limit) => {
      const { stalls } = aisles[game];
      const asked =
        marketplaceIds === null ? stalls : stalls.filter((one) => marketplaceIds.includes(one.marketplaceId));
      return namesAfter(aisles[game], asked, after, limit);
    },
    marketplaceItemId: (id, game, name) => at(id, game, name, marketplaceItemIdOf, null),
    counts: (marketplaceId, game) => {
      const stall = stallAt(marketplaceId, game);
      return {
        itemCount: stall?.itemCount ?? 0,
        offerCount: stall?.offerCount ?? 0,
        buyOrderCount: stall?.orders.size ?? 0,
      };
    },
    ages: (marketplaceId, game, kind, at) => {
      const stall = stallAt(marketplaceId, game);
      return stall === undefined ? null : agesOf(stall, kind, at);
    },
    coverage: (marketplaceId, game) => ({
      itemCount: stallAt(marketplaceId, game)?.liveItemCount ?? 0,
      knownCount: aisles[game].names.size,
    }),
    floors: () => allFloors(games.flatMap((game) => aisles[game].stalls)),
  };
}
