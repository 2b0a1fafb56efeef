import { createBook } from '../src/book/create-book.ts';
import type { FrontDoor } from './front.ts';
import { createRandom, madeUpBuyOrder, madeUpNames, madeUpOffer } from './made-up-items.ts';
import { type Served, serveBook } from './serve.ts';

const marketplace = { id: 2, name: 'CSFloat' };
const offersOfItem = 8;
const buyOrdersOfItem = 3;

export type ServedItem = Served & { readonly path: string };

/** The REST interface over 1,000 items of which one has an answer of about 5 KB, the one at `path`; never the same if restless. */
export async function serveItem(
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null = null,
  isRestless = false,
): Promise<ServedItem> {
  const random = createRandom(4);
  const book = createBook();
  const names = madeUpNames(1000);
  const [name = ''] = names;
  const others = names.slice(1).map((other) => madeUpOffer(other, marketplace.id, random));
  const offers = Array.from({ length: offersOfItem }, () => madeUpOffer(name, marketplace.id, random));
  const buyOrders = Array.from({ length: buyOrdersOfItem }, () => madeUpBuyOrder(name, random));
  book.apply([...others, ...offers, ...buyOrders], { marketplaceId: marketplace.id, source: 'bench', at: Date.now() });
  const path = `/v2/items?marketplace=${marketplace.name}&game=CS2&name=${encodeURIComponent(name)}`;
  let changes = 0;
  const revision = (): number => {
    changes += 1;
    return changes;
  };
  return { ...(await serveBook(isRestless ? { ...book, revision } : book, folder, cacheSeconds, door)), path };
}
