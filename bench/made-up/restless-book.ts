import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { createRandom, madeUpBuyOrder, madeUpNames, madeUpOffer } from './made-up-items.ts';

export const marketplace = { id: 2, name: 'CSFloat' };
const offersOfItem = 8;
const buyOrdersOfItem = 3;

/** A book of 1,000 items, one of which has offers and buy orders for an answer of about 5 KB; `reprice` reprices one offer of it. */
export function restlessBook(): { readonly book: Book; readonly name: string; readonly reprice: () => void } {
  const random = createRandom(4);
  const book = createBook();
  const names = madeUpNames(1000);
  const [name = ''] = names;
  const others = names.slice(1).map((other) => madeUpOffer(other, marketplace.id, random));
  const offers = Array.from({ length: offersOfItem }, () => madeUpOffer(name, marketplace.id, random));
  const buyOrders = Array.from({ length: buyOrdersOfItem }, () => madeUpBuyOrder(name, random));
  const apply = (records: Parameters<Book['apply']>[0]) =>
    book.apply(records, { marketplaceId: marketplace.id, source: 'bench', at: Date.now() });
  apply([...others, ...offers, ...buyOrders]);
  let turns = 0;
  const reprice = (): void => {
    turns += 1;
    const { offerId } = offers[turns % offersOfItem] as (typeof offers)[number];
    const price = { amount: 20_000 + (turns % 9_000), currency: 'USD' } as const;
    const prices = { USD: price.amount, EUR: 17_000, CNY: 140_000, RUB: 1_600_000 };
    apply([{ kind: 'repricing', game: 'CS2', offerId, price, prices }]);
  };
  return { book, name, reprice };
}
