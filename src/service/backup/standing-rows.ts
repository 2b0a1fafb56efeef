import type { Book } from '../../book/book.ts';
import { turn } from '../../runtime/turn.ts';
import { games, type SnapshotRecord, type StandingTable } from '../../schema/index.ts';
import type { StandingRow } from '../../store/duckdb/exports/export-table.ts';

export type ReadBook = Pick<Book, 'names' | 'parts' | 'standing' | 'traits'>;

const pieceMs = 3;
const rowsAtOnce = 500;

const rowOf: Readonly<Record<Exclude<StandingTable, 'catalogue'>, (standing: SnapshotRecord) => StandingRow | null>> = {
  offers: (standing) => (standing.what === 'offer' ? standing.offer : null),
  buyOrders: (standing) => (standing.what === 'buyOrder' ? standing.buyOrder : null),
  quotes: (standing) => (standing.what === 'quote' ? standing.quote : null),
};

/** The rows of a table that stand in a book, which can change between them, in pieces of some milliseconds. */
export async function* standingRows(book: ReadBook, table: StandingTable): AsyncGenerator<readonly StandingRow[]> {
  let rows: StandingRow[] = [];
  let until = performance.now() + pieceMs;
  for (const row of table === 'catalogue' ? itemsOf(book) : standingOfMarkets(book, rowOf[table])) {
    if (row !== null) rows.push(row);
    if (rows.length < rowsAtOnce && performance.now() < until) continue;
    yield rows;
    rows = [];
    await turn();
    until = performance.now() + pieceMs;
  }
  yield rows;
}

function* standingOfMarkets(
  book: ReadBook,
  rowOfTable: (standing: SnapshotRecord) => StandingRow | null,
): Generator<StandingRow | null> {
  for (const part of book.parts()) {
    if (part.marketplaceId === null) continue;
    for (const standing of book.standing(part)) yield rowOfTable(standing);
  }
}

function* itemsOf(book: ReadBook): Generator<StandingRow> {
  for (const game of games) for (const name of book.names(game)) yield { ...book.traits(game, name), game };
}
