import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { charmsOf } from '../../contract/pieces.ts';
import { itemFloat } from '../../contract/text.ts';
import type { Money, Offer, Withdrawal } from '../../schema/index.ts';
import type { Event, Item } from './wire.ts';

/** Value of one coin, on which five public clients agree independently; the site publishes no rate. */
export const dollarsPerCoin = 0.6142808;

/** Hundredths of a coin as dollars. */
export const dollars = (coinCents: number): Money => money(coinCents * dollarsPerCoin, 'USD', 100);

/** The price of an auction is its current bid, at which nothing can be bought. Without bids it comes again without an end. */
export function parseItem(row: Item, { game }: About): Offer | null {
  if (row.auction_ends_at !== null) return null;
  return {
    kind: 'offer',
    game,
    // The variant of a Doppler follows its name
    name: row.market_name,
    phase: null,
    offerId: String(row.id),
    price: dollars(row.purchase_price ?? row.market_value),
    purchaseLink: `https://csgoempire.com/item/${row.id}`,
    inspectLink: null,
    float: itemFloat(row.wear),
    paintIndex: null,
    paintSeed: null,
    // Stickers come without their slot, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    ...charmsOf(row.keychains),
    // Players sell directly to one another, so nothing for sale is locked
    tradableAt: 0,
    ownerId: null,
  };
}

/** A sale, a delisting and the end of an auction without bids look alike; after the last, a new item has the same id. */
export function parseEvent(row: Event, about: About): Offer | Withdrawal | null {
  if (row.event !== 'deleted_item') return parseItem(row.item, about);
  return { kind: 'withdrawal', game: about.game, offerId: String(row.id), reason: 'unknown' };
}
