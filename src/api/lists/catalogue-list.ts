import { hash } from 'node:crypto';
import type { Book } from '../../book/book.ts';
import { turn } from '../../runtime/turn.ts';
import type { Game, ItemFilter, Position } from '../../schema/index.ts';
import { catalogueCsvHead, catalogueCsvRow, toWireCatalogueItem } from '../wire/tape/catalogue.ts';
import type { ListBytes } from './list.ts';

export const catalogueFormats = ['json', 'csv'] as const;

export type CatalogueRequest = {
  readonly game: Game;
  /** Words that must all occur in the name. */
  readonly words: string | null;
  readonly filter: ItemFilter | null;
  readonly after: string;
  readonly limit: number;
  readonly format: (typeof catalogueFormats)[number];
};

type CatalogueBook = Pick<Book, 'catalogueDigest' | 'catalogueItem' | 'hasItem' | 'itemTest' | 'names' | 'nameTest'>;

/** The ETag of a page. It is weak: pictures, ids and variants can be added without changing it. */
export function catalogueTag(book: CatalogueBook, request: CatalogueRequest, { epoch }: Position): string {
  const text = hash('sha256', JSON.stringify(request), 'base64url').slice(0, 10);
  return `W/"${epoch}-${book.catalogueDigest(request.game)}-${text}"`;
}

/** Names tested, and rows written, in about a millisecond. */
const namesAtOnce = 1_000;
const rowsAtOnce = 50;

/** The first names of a page in order, and whether others follow; takes turns with other work. */
async function namesOf(book: CatalogueBook, request: CatalogueRequest) {
  const { game, words, filter, after, limit } = request;
  const isWanted = filter === null ? null : book.itemTest(game, filter);
  const holdsWords = words === null ? null : book.nameTest(game, words);
  let first: string[] = [];
  let count = 0;
  let last: string | null = null;
  for (const name of book.names(game)) {
    count += 1;
    if (count % namesAtOnce === 0) await turn();
    if (name <= after || (last !== null && name > last)) continue;
    if (holdsWords?.(name) === false || isWanted?.(name) === false || !book.hasItem(game, name)) continue;
    first.push(name);
    if (first.length < 2 * limit + namesAtOnce) continue;
    first = first.sort().slice(0, limit + 1);
    last = first.at(-1) ?? null;
  }
  first.sort();
  return { names: first.slice(0, limit), hasMore: first.length > limit };
}

/** A page of the catalogue, as bytes to be read at any pace. */
export function catalogueList(book: CatalogueBook, request: CatalogueRequest): ListBytes {
  return { bytes: request.format === 'csv' ? csvOf(book, request) : jsonOf(book, request), close: () => {} };
}

async function* rowsOf(book: CatalogueBook, game: Game, names: readonly string[], write: Write) {
  for (let from = 0; from < names.length; from += rowsAtOnce) {
    const items = names.slice(from, from + rowsAtOnce).flatMap((name) => book.catalogueItem(game, name) ?? []);
    yield Buffer.from(items.map((item, at) => write(toWireCatalogueItem(item), from + at)).join(''));
    await turn();
  }
}

type Write = (item: ReturnType<typeof toWireCatalogueItem>, at: number) => string;

async function* csvOf(book: CatalogueBook, request: CatalogueRequest): AsyncGenerator<Buffer> {
  const { names } = await namesOf(book, request);
  yield Buffer.from(catalogueCsvHead);
  yield* rowsOf(book, request.game, names, catalogueCsvRow);
}

async function* jsonOf(book: CatalogueBook, request: CatalogueRequest): AsyncGenerator<Buffer> {
  const { names, hasMore } = await namesOf(book, request);
  yield Buffer.from(`{"game":"${request.game}","items":[`);
  yield* rowsOf(book, request.game, names, (item, at) => `${at === 0 ? '' : ','}${JSON.stringify(item)}`);
  yield Buffer.from(`],"next":${JSON.stringify(hasMore ? names.at(-1) : null)}}\n`);
}
