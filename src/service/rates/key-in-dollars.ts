import type { Book } from '../../book/book.ts';
import { type Game, marketplaceWithSlug } from '../../schema/index.ts';

const game: Game = 'TF2';
const keyName = 'Mann Co. Supply Crate Key';
const freshFor = 24 * 3_600_000;
const nearness = 1.2;

/**
 * The price of a key in dollars according to the book: the lowest price that a second marketplace confirms to within a
 * fifth, or the only one; null when they contradict each other. Prices in keys and metal would be circular, and Steam's
 * are in a balance that cannot be paid out.
 */
export function keyInDollars(book: Book, now: number): number | null {
  const steam = marketplaceWithSlug('steam-market').id;
  const prices = book
    .summaries(game, keyName)
    .filter(({ marketplaceId }) => marketplaceId !== steam)
    .flatMap(({ marketplaceId }) => lowestUsd(book, marketplaceId, now) ?? [])
    .sort((a, b) => a - b);
  if (prices.length <= 1) return prices[0] === undefined ? null : prices[0] / 1000;
  const confirmed = prices.find((price, index) => (prices[index + 1] ?? Number.POSITIVE_INFINITY) <= price * nearness);
  return confirmed === undefined ? null : confirmed / 1000;
}

function lowestUsd(book: Book, marketplaceId: number, now: number): number | null {
  const offers = book.offers(marketplaceId, game, keyName);
  const quotes = book.quotes(marketplaceId, game, keyName).map(({ lowest, ...quote }) => ({ ...quote, price: lowest }));
  const known = [...offers, ...quotes].flatMap(({ price, prices, seenAt }) =>
    price === null || price.currency === 'TF2' || prices.USD === null || now - seenAt > freshFor ? [] : [prices.USD],
  );
  return known.length === 0 ? null : Math.min(...known);
}
