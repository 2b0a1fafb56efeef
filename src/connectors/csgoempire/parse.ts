import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { itemFloat } from '../../contract/text.ts';
import type { Money, Offer, Withdrawal } from '../../schema/index.ts';
import type { Event, Item } from './wire.ts';

/** What one coin is worth, as five public clients have it independently; the site publishes no rate. */
export const dollarsPerCoin = 0.6142808;

/** Dollars of hundredths of a coin. */
export const dollars = (coinCents: number): Money | null => money(coinCents * dollarsPerCoin, 'USD', 100);

/** An auction's price is its present bid, which buys nothing; it comes anew without an end once nobody has bid. */
export function parseItem(row: Item, { game }: About): Offer | null {
  const price = dollars(row.purchase_price ?? row.market_value);
  if (price === null || row.auction_ends_at !== null) return null;
  return {
    kind: 'offer',
    game,
    // A Doppler's variant stands behind its name
    name: row.market_name,
    phase: null,
    offerId: String(row.id),
    price,
    purchaseLink: `https://csgoempire.com/item/${row.id}`,
    inspectLink: null,
    float: itemFloat(row.wear),
    paintIndex: null,
    paintSeed: null,
    // Named without their slot, so that nothing but their absence can be told
    stickers: row.stickers?.length === 0 ? [] : null,
    // Sold between players, so that nothing on sale is locked
    tradableAt: 0,
    ownerId: null,
  };
}

/** Events of which a row is made; others tell of bids, sellers and the hour. */
export const events: readonly string[] = ['new_item', 'updated_item', 'deleted_item'];

/** A message is [event, argument]; the argument is one thing or a list of them. */
export function eventsIn(message: unknown): unknown[] {
  const [event, argument]: readonly unknown[] = Array.isArray(message) ? message : [];
  if (typeof event !== 'string') throw new Error('the message names no event');
  if (!events.includes(event)) return [];
  const things: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  return things.map((thing) => (event === 'deleted_item' ? { event, id: thing } : { event, item: thing }));
}

/** Sold, taken down, and the end of an auction without bids look alike: the last is followed by a new item of the same id. */
export function parseEvent(row: Event, about: About): Offer | Withdrawal | null {
  if (row.event !== 'deleted_item') return parseItem(row.item, about);
  return { kind: 'withdrawal', game: about.game, offerId: String(row.id), reason: 'unknown' };
}
