import { hash } from 'node:crypto';
import type { Book } from '../../book/book.ts';
import type { Currency, Game, ItemFilter, Position } from '../../schema/index.ts';
import type { ListBytes } from './list.ts';
import { csvHead, type ListFormat, rowPieces, rowWriters } from './price-rows.ts';

export type PriceListRequest = {
  readonly game: Game;
  readonly marketplaceIds: readonly number[] | null;
  readonly currency: Currency;
  readonly format: ListFormat;
  /** null means all items. */
  readonly filter: ItemFilter | null;
};

/** The ETag of a list at a position. It is weak: `seenAt` can change without changing it. */
export function priceListTag(request: PriceListRequest, { epoch, sequence }: Position): string {
  const { game, marketplaceIds, currency, format, filter } = request;
  const text = JSON.stringify([game, marketplaceIds?.toSorted((a, b) => a - b) ?? null, currency, format, filter]);
  return `W/"${epoch}-${sequence}-${hash('sha256', text, 'base64url').slice(0, 10)}"`;
}

/** All prices of a game as of the call, as bytes to be read at any pace. */
export function priceList(
  book: Pick<Book, 'copyPrices' | 'itemTest'>,
  { game, marketplaceIds, currency, format, filter }: PriceListRequest,
  position: Position | null,
): ListBytes {
  const copies = book.copyPrices(game, marketplaceIds, currency);
  const rows = rowPieces(copies, rowWriters[format], currency, filter === null ? null : book.itemTest(game, filter));
  const facts = { game, currency, epoch: position?.epoch ?? null, sequence: position?.sequence ?? null };
  const bytes =
    format === 'json'
      ? around(`${JSON.stringify(facts).slice(0, -1)},"prices":[`, rows, ']}\n')
      : around(format === 'csv' ? csvHead(currency) : '', rows, '');
  return { bytes, close: () => copies.close() };
}

async function* around(head: string, rows: AsyncIterable<Buffer>, end: string): AsyncGenerator<Buffer> {
  if (head !== '') yield Buffer.from(head);
  yield* rows;
  if (end !== '') yield Buffer.from(end);
}
