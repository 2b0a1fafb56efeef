import type { NameId, Row } from '../memory/numbers.ts';
import type { MarketBook } from './market-book.ts';

/** Counts, for each marketplace of a game, the items that no other one has told of. */
export class LoneItems {
  readonly #marketBooks: () => readonly MarketBook[];
  #rowCount = -1;
  #counts: ReadonlyMap<MarketBook, number> = new Map();

  constructor(marketBooks: () => readonly MarketBook[]) {
    this.#marketBooks = marketBooks;
  }

  /** Takes a few milliseconds where a row has been added since the last call; rows are never removed. */
  of(marketBook: MarketBook): number {
    const marketBooks = this.#marketBooks();
    const rowCount = marketBooks.reduce((sum, { series }) => sum + series.rowCount, 0);
    if (rowCount !== this.#rowCount) this.#counts = countsOf(marketBooks);
    this.#rowCount = rowCount;
    return this.#counts.get(marketBook) ?? 0;
  }
}

function countsOf(marketBooks: readonly MarketBook[]): ReadonlyMap<MarketBook, number> {
  const holders = new Uint8Array(marketBooks[0]?.names.size ?? 0);
  for (const marketBook of marketBooks)
    for (const name of namesOf(marketBook)) holders[name] = (holders[name] as number) + 1;
  const counts = new Map<MarketBook, number>();
  for (const marketBook of marketBooks) {
    let count = 0;
    for (const name of namesOf(marketBook)) if (holders[name] === 1) count += 1;
    counts.set(marketBook, count);
  }
  return counts;
}

function* namesOf({ series }: MarketBook): Generator<NameId> {
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row)
    if (series.isWhole(row)) yield series.nameNumber(row);
}
