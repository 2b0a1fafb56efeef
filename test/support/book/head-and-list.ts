import type { Book } from '../../../src/book/book.ts';
import { type Game, phases, type Variant } from '../../../src/schema/index.ts';
import { someEffects } from './effects.ts';

type About = { readonly marketplaceIds: readonly number[]; readonly game: Game; readonly names: readonly string[] };

/** Where the price and the offer count of an item, or of a variant of it, contradict the offers listed of it. */
export function contradictions(book: Book, { marketplaceIds, game, names }: About): string[] {
  return marketplaceIds.flatMap((id) =>
    names.flatMap((name) =>
      [null, ...phases, ...someEffects].flatMap((phase) => contradiction(book, id, game, name, phase)),
    ),
  );
}

function contradiction(book: Book, id: number, game: Game, name: string, phase: Variant | null): string[] {
  const head = book.askBasis(id, game, name, phase, 0);
  const offers = book.offers(id, game, name).filter((offer) => phase === null || offer.phase === phase);
  if (head === null) return offers.length > 0 ? [`${id} ${name} ${phase} lists ${offers.length} and is not known`] : [];
  const { count, prices } = head;
  const first = offers[0]?.prices.USD ?? null;
  const isBelow = prices.USD !== null && (first === null || prices.USD < first);
  const about = `${id} ${name} ${phase} is ${count} for ${prices.USD}, with ${offers.length} listed from ${first}`;
  const isAgreeing = count >= offers.length && (prices.USD === first || (isBelow && count > offers.length));
  return isAgreeing ? [] : [about];
}
