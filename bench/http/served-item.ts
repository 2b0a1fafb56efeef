import type { Book } from '../../src/book/book.ts';
import { marketplace, restlessBook } from '../made-up/restless-book.ts';
import type { FrontDoor } from './front.ts';
import { type Served, serveBook } from './serve.ts';

export type ServedItem = Served & { readonly path: string };

/** Serves REST over that book, with the item at `path`; if restless, one of its offers is repriced before each read. */
export async function serveItem(
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null = null,
  isRestless = false,
): Promise<ServedItem> {
  const { book, name, reprice } = restlessBook();
  const path = `/v2/items?marketplace=${marketplace.name}&game=CS2&name=${encodeURIComponent(name)}`;
  const revision: Book['revision'] = (...item) => {
    reprice();
    return book.revision(...item);
  };
  return { ...(await serveBook(isRestless ? { ...book, revision } : book, folder, cacheSeconds, door)), path };
}
