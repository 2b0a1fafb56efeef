import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { type Game, marketplaces } from '../../src/schema/index.ts';
import { createRandom, madeUpQuote, type Random } from '../made-up/made-up-items.ts';
import { type Served, serveBook } from './serve.ts';

const batchRows = 1000;
export const marketplaceCount = 26;

export type NamesByGame = Readonly<Partial<Record<Game, readonly string[]>>>;

function fill(book: Book, game: Game, names: readonly string[], random: Random): void {
  for (const { id } of marketplaces.slice(0, marketplaceCount)) {
    for (let from = 0; from < names.length; from += batchRows) {
      const records = names.slice(from, from + batchRows).map((name) => madeUpQuote(game, name, id, random));
      book.apply(records, { marketplaceId: id, source: 'bench', at: Date.now() });
    }
  }
}

/** Serves REST, without its cache, over a book in which every marketplace quotes every name. */
export async function serveNames(folder: string, names: NamesByGame): Promise<Served> {
  const random = createRandom(2);
  const book = createBook();
  for (const [game, all] of Object.entries(names) as [Game, readonly string[]][]) fill(book, game, all, random);
  return await serveBook(book, folder, 0);
}
