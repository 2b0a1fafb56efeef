import { bookOfAnItem, marketplace } from '../made-up/book-of-an-item.ts';
import type { FrontDoor } from './front.ts';
import { type Served, serveBook } from './serve.ts';

export type ServedItem = Served & { readonly path: string };

/** Serves REST over that book, with the item at `path`. */
export async function serveItem(
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null = null,
): Promise<ServedItem> {
  const { book, name } = bookOfAnItem();
  const path = `/v2/items?marketplace=${marketplace.name}&game=CS2&name=${encodeURIComponent(name)}`;
  return { ...(await serveBook(book, folder, cacheSeconds, door)), path };
}
