import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { pageLink } from '../../contract/text.ts';
import type { Offer, Quote } from '../../schema/index.ts';
import { type Product, parseProduct } from '../families/c5.ts';
import type { Found } from './wire.ts';

const pageOf = (itemId: string): string => `https://www.haloskins.com/market/${itemId}`;

export function parseFound(row: Found, { game }: About): Quote {
  const { price, quantity } = row.priceInfo ?? { price: null, quantity: null };
  return {
    kind: 'quote',
    game,
    name: row.marketHashName,
    phase: null,
    lowest: quantity === 0 ? null : moneyOrNone(price, 'USD'),
    offerCount: quantity,
    purchaseLink: pageOf(String(row.itemId)),
    marketplaceItemId: String(row.itemId),
    thumbnail: pageLink(row.imageUrl),
  };
}

export const parseOffer = (row: Product, about: About): Offer | null =>
  parseProduct(row, about, {
    currency: 'USD',
    pageOf: (itemId, offerId) => `${pageOf(itemId)}?id=${offerId}`,
  });
