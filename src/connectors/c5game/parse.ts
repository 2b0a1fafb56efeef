import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { pageLink } from '../../contract/text.ts';
import type { BuyOrder, Game, Offer, Quote } from '../../schema/index.ts';
import { type Product, parseProduct } from '../families/c5.ts';
import type { Priced, Stat } from './wire.ts';

/** The path of a game on the site; that of TF2 is not known. */
const gamePath: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Dota2: 'dota' };

export const pageOf = (game: Game, itemId: string): string | null =>
  gamePath[game] === undefined ? null : `https://www.c5game.com/${gamePath[game]}/${itemId}/item/sell`;

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.marketHashName,
  phase: null,
  lowest: row.count === 0 ? null : moneyOrNone(row.price, 'CNY'),
  offerCount: row.count,
  purchaseLink: pageLink(row.website) ?? pageOf(game, String(row.itemId)),
  marketplaceItemId: String(row.itemId),
  thumbnail: null,
});

/** The answer gives only the highest order. */
export function parseStat(row: Stat, { game }: About): BuyOrder | null {
  const price = moneyOrNone(row.purchaseMaxPrice ?? null, 'CNY');
  // All Doppler variants are one item here, and the order can be for one of them
  if (price === null || row.marketHashName.includes('Doppler')) return null;
  const orderId = `highest:${row.itemId}`;
  return { kind: 'buyOrder', game, name: row.marketHashName, phase: null, orderId, price, quantity: null };
}

export const parseOffer = (row: Product, about: About): Offer | null =>
  parseProduct(row, about, {
    currency: 'CNY',
    pageOf: (itemId, offerId) => {
      const page = pageOf(about.game, itemId);
      // The page shows all offers of an item
      return page === null ? null : `${page}#product=${offerId}`;
    },
  });
