import type { Shelf } from '../src/book/book.ts';
import { createShelf } from '../src/book/create-book.ts';
import { type Game, marketplaces } from '../src/schema/index.ts';
import { createRandom, madeUpQuote, type Random } from './made-up-items.ts';
import { type Served, serveShelf } from './serve.ts';

const batchRows = 1000;
export const marketplaceCount = 26;

export type NamesByGame = Readonly<Partial<Record<Game, readonly string[]>>>;

function fill(shelf: Shelf, game: Game, names: readonly string[], random: Random): void {
  for (const { id } of marketplaces.slice(0, marketplaceCount)) {
    for (let from = 0; from < names.length; from += batchRows) {
      const records = names.slice(from, from + batchRows).map((name) => madeUpQuote(game, name, id, random));
      shelf.apply(records, { marketplaceId: id, source: 'bench', at: Date.now() });
    }
  }
}

/** The REST interface, without its cache, over a shelf on which every marketplace quotes every name. */
export async function serveNames(folder: string, names: NamesByGame): Promise<Served> {
  const random = createRandom(2);
  const shelf = createShelf();
  for (const [game, all] of Object.entries(names) as [Game, readonly string[]][]) fill(shelf, game, all, random);
  return await serveShelf(shelf, folder, 0);
}
