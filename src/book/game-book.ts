import { type Currency, type DatedTopBid, type Game, marketplaces, mustVary } from '../schema/index.ts';
import { AttributeTable } from './attributes/attribute-table.ts';
import { TraitTable } from './attributes/trait-table.ts';
import { AskHistory } from './best/ask-history.ts';
import { BestTable } from './best/best-table.ts';
import type { Watch } from './best/best-watch.ts';
import type { RulesOf } from './best/market-rules.ts';
import { LoneItems } from './market/lone-items.ts';
import { MarketBook } from './market/market-book.ts';
import { Column } from './memory/column.ts';
import { NameTable } from './memory/name-table.ts';
import type { NameId, Row } from './memory/numbers.ts';
import type { Memory } from './memory/offer-record.ts';
import { PriceCopies } from './prices/price-copies.ts';
import { LocalNames } from './search/local-names.ts';
import { type Later, NameIndexes } from './search/name-indexes.ts';

const positionOf = (marketplaceId: number): number => {
  const marketId = marketplaces.findIndex(({ id }) => id === marketplaceId);
  return marketId < 0 ? marketplaces.length : marketId;
};

/** Rows whose best prices take a millisecond or two. */
const renewedAtOnce = 500;

type MovedTopBid = { readonly marketBook: MarketBook; readonly row: Row; readonly at: number };

/** Everything of one game: its names, and a market book per marketplace with data, in registry order. */
export class GameBook {
  readonly game: Game;
  readonly names: NameTable = new NameTable(
    (name, key) => {
      this.indexes.add(name, key);
      this.attributes.noteKnown(name, key);
    },
    (name) => {
      for (const watch of this.#watches) watch.renamed?.(name);
    },
  );
  readonly indexes: NameIndexes;
  readonly localNames = new LocalNames();
  readonly attributes: AttributeTable;
  readonly traits: TraitTable;
  readonly best: BestTable;
  readonly pastAsks: AskHistory;
  readonly loneItems = new LoneItems(() => this.#marketBooks);
  readonly #memory: Memory;
  readonly #marketBooks: MarketBook[] = [];
  readonly #watches: Watch[] = [];
  readonly #copies = new Set<PriceCopies>();
  #movedTopBids: MovedTopBid[] = [];
  // The largest offer count of a name on any marketplace; search results are ordered by it
  readonly #maxOffers = new Column('int32');

  constructor(game: Game, memory: Memory, rulesOf: RulesOf, later: Later | null = null) {
    this.game = game;
    this.attributes = new AttributeTable(game, this.names, positionOf);
    this.traits = new TraitTable(game, this.names, this.attributes);
    this.indexes = new NameIndexes(game, this.names, later);
    this.#memory = memory;
    this.best = new BestTable(
      () => this.#marketBooks,
      rulesOf,
      (name) => mustVary(game, this.names.name(name)),
    );
    this.pastAsks = new AskHistory(this.best, this.names);
  }

  /** Bytes of the name indexes outside the heap. */
  get searchBytes(): number {
    return this.indexes.bytes;
  }

  /** Adds the name of an item in the language of a marketplace. */
  addLocalName(name: NameId, local: string): void {
    if (this.localNames.add(name, local)) this.indexes.addLocalName(name, local);
  }

  get marketBooks(): readonly MarketBook[] {
    return this.#marketBooks;
  }

  marketBook(marketplaceId: number): MarketBook | undefined {
    return this.#marketBooks.find((marketBook) => marketBook.marketplaceId === marketplaceId);
  }

  /** The market books of some marketplaces; null means all. */
  marketBooksOf(marketplaceIds: readonly number[] | null): readonly MarketBook[] {
    return marketplaceIds === null
      ? this.#marketBooks
      : this.#marketBooks.filter(({ marketplaceId }) => marketplaceIds.includes(marketplaceId));
  }

  /** The market book for writing: it is created if missing, and open price copies are completed first. */
  marketBookFor(marketplaceId: number): MarketBook {
    const marketBook = this.marketBook(marketplaceId) ?? this.#open(marketplaceId);
    this.settle(marketBook);
    return marketBook;
  }

  /** Call before a market book changes: open price copies then take its prices of before. */
  settle(marketBook: MarketBook): void {
    for (const copies of this.#copies) copies.settle(marketBook);
  }

  /** Runs portions of changes to a market book; price copies can be opened between them. */
  *settling<Portion>(marketBook: MarketBook, portions: Generator<Portion>): Generator<Portion> {
    for (;;) {
      this.settle(marketBook);
      const { done, value } = portions.next();
      if (done) return;
      yield value;
    }
  }

  /** A copy of the current prices of some marketplaces; null means all. */
  copyPrices(marketplaceIds: readonly number[] | null, currency: Currency): PriceCopies {
    const included = this.marketBooksOf(marketplaceIds);
    const copies = new PriceCopies(included, currency, (ended) => this.#copies.delete(ended));
    this.#copies.add(copies);
    return copies;
  }

  /** Calls the watch for every name whose best prices are recomputed, until the returned function is called. */
  watch(watch: Watch): () => void {
    this.#watches.push(watch);
    return () => {
      const at = this.#watches.indexOf(watch);
      if (at >= 0) this.#watches.splice(at, 1);
    };
  }

  maxOffers(name: NameId): number {
    return this.#maxOffers.get(name);
  }

  /** The current top bids that have changed since the last call. */
  takeTopBids(): DatedTopBid[] {
    if (this.#movedTopBids.length === 0) return [];
    const moved = this.#movedTopBids;
    this.#movedTopBids = [];
    return moved.map(({ marketBook, row, at }) => ({ at, ...marketBook.bids.takeTop(row) }));
  }

  #open(marketplaceId: number): MarketBook {
    const marketId = { marketplaceId, game: this.game };
    const marketBook = new MarketBook(marketId, this.names, this.#memory, {
      counted: (name, previous, now) => this.#noteCount(name, previous, now),
      priced: (source, name, variant) => this.#notePrice(source, name, variant),
      topBid: (source, row, at) => this.#movedTopBids.push({ marketBook: source, row, at }),
    });
    this.#marketBooks.push(marketBook);
    this.#marketBooks.sort(
      (a, b) => positionOf(a.marketplaceId) - positionOf(b.marketplaceId) || a.marketplaceId - b.marketplaceId,
    );
    return marketBook;
  }

  /** Recomputes the best prices of all items of a marketplace, in portions. */
  *renewBest(marketplaceId: number): Generator<void> {
    const marketBook = this.marketBook(marketplaceId);
    for (let row = 0 as Row; row < (marketBook?.series.rowCount ?? 0); row = (row + 1) as Row) {
      if (marketBook === undefined) return;
      const name = marketBook.series.nameNumber(row);
      this.#notePrice(marketBook, name, marketBook.series.variantOf(row));
      // Depends on what marketplaces pay out, too
      this.best.usual.forget(name);
      if (row % renewedAtOnce === renewedAtOnce - 1) yield;
    }
  }

  #notePrice(source: MarketBook, name: NameId, variant: number): void {
    for (let at = 0; at < this.#watches.length; at += 1) this.#watches[at]?.touch(source.marketplaceId, name, variant);
    this.best.note(source, name, variant);
  }

  #noteCount(name: NameId, previous: number, now: number): void {
    const max = this.maxOffers(name);
    if (now > max) this.#maxOffers.set(name, now);
    else if (previous === max) this.#maxOffers.set(name, this.#countMax(name));
  }

  #countMax(name: NameId): number {
    let max = 0;
    for (const marketBook of this.#marketBooks) {
      const row = marketBook.series.wholeRow(name);
      if (row >= 0) max = Math.max(max, marketBook.floorCount(row));
    }
    return max;
  }
}
