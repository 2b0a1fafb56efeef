import { itemBook, marketplace } from '../made-up/item-book.ts';
import type { FrontEndpoint } from './front.ts';
import { type Served, serveBook } from './serve.ts';

export type ServedItem = Served & { readonly path: string };

/** Serves REST over that book, with the item at `path`. */
export async function serveItem(
  folder: string,
  cacheSeconds: number,
  endpoint: FrontEndpoint | null = null,
): Promise<ServedItem> {
  const { book, name } = itemBook();
  const path = `/v2/items?marketplace=${marketplace.name}&game=CS2&name=${encodeURIComponent(name)}`;
  return { ...(await serveBook(book, folder, cacheSeconds, endpoint)), path };
}
