import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { urlPart } from '../../contract/text.ts';
import type { Offer, Quote } from '../../schema/index.ts';
import type { Listing, Summary } from './wire.ts';

// Prices are in USDC, which is redeemable for a dollar and treated as one

export const parseSummary = (row: Summary, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: moneyOrNone(row.price, 'USD'),
  offerCount: null,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

export function parseListing(row: Listing, { game, item }: About): Offer | null {
  // A search also finds longer names; an item for negotiation or auction is not sold at its price
  if (row.category !== 'BUY_NOW' || row.hash_name !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.hash_name,
    phase: null,
    offerId: row.id,
    price: money(row.price, 'USD'),
    // No page for a single item is known
    purchaseLink: `https://dupe.fi/#${urlPart(row.id)}`,
    inspectLink: null,
    float: null,
    paintIndex: null,
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
}
