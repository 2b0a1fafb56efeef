import { Book } from '../../src/book/book.ts';
import { createRandom, madeUpBuyOrder, madeUpNames, madeUpOffer } from './made-up-items.ts';

export const marketplace = { id: 2, name: 'CSFloat' };
const offersOfItem = 8;
const buyOrdersOfItem = 3;

/** A book of 1,000 items, one of which has offers and buy orders for an answer of about 5 KB. */
export function itemBook(): { readonly book: Book; readonly name: string } {
  const random = createRandom(4);
  const book = new Book();
  const names = madeUpNames(1000);
  const [name = ''] = names;
  const others = names.slice(1).map((other) => madeUpOffer(other, marketplace.id, random));
  const offers = Array.from({ length: offersOfItem }, () => madeUpOffer(name, marketplace.id, random));
  const buyOrders = Array.from({ length: buyOrdersOfItem }, () => madeUpBuyOrder(name, random));
  book.apply([...others, ...offers, ...buyOrders], { marketplaceId: marketplace.id, source: 'bench', at: Date.now() });
  return { book, name };
}
