import type { Book } from '../../book/book.ts';
import { turn } from '../../runtime/turn.ts';
import type { LiveBuyOrder, LiveOffer, LiveQuote, SnapshotRecord, StandingTable } from '../../schema/index.ts';

export type ReadBook = Pick<Book, 'parts' | 'standing'>;
type Row = LiveOffer | LiveBuyOrder | LiveQuote;

const pieceMs = 3;
const rowsAtOnce = 500;

const rowOf: Readonly<Record<StandingTable, (standing: SnapshotRecord) => Row | null>> = {
  offers: (standing) => (standing.what === 'offer' ? standing.offer : null),
  buyOrders: (standing) => (standing.what === 'buyOrder' ? standing.buyOrder : null),
  quotes: (standing) => (standing.what === 'quote' ? standing.quote : null),
};

/** The rows of a table that stand in a book, which can change between them, in pieces of some milliseconds. */
export async function* standingRows(book: ReadBook, table: StandingTable): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let until = performance.now() + pieceMs;
  for (const standing of standingOfMarkets(book)) {
    const row = rowOf[table](standing);
    if (row !== null) rows.push(row);
    if (rows.length < rowsAtOnce && performance.now() < until) continue;
    yield rows;
    rows = [];
    await turn();
    until = performance.now() + pieceMs;
  }
  yield rows;
}

function* standingOfMarkets(book: ReadBook): Generator<SnapshotRecord> {
  for (const part of book.parts()) if (part.marketplaceId !== null) yield* book.standing(part);
}
