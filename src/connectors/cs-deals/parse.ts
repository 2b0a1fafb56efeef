import type { About } from '../../contract/connector.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { bareStickers } from '../../contract/pieces.ts';
import { addToRow } from '../../contract/rows.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { tf2Traits } from '../../contract/tf2-traits.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type Game,
  gameNamed,
  type Offer,
  type Quote,
  type Repricing,
  type Sale,
  type Withdrawal,
} from '../../schema/index.ts';
import type { Event, Listed, Priced, Sold, SoldPage } from './wire.ts';

const words: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust', TF2: 'tf2' };

const pageOf = (game: Game, name: string): string =>
  `https://cs.deals/market/${words[game]}/?name=${urlPart(name)}&sort=price`;

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.marketname,
  phase: null,
  lowest: moneyOrNone(row.lowest_price, 'USD'),
  offerCount: null,
  purchaseLink: pageOf(game, row.marketname),
  marketplaceItemId: null,
  thumbnail: null,
});

const cents = (amount: number) => money(amount, 'USD', 100);

/** An item of TF2 that cannot be used in crafting has no name of its own on Steam. */
const isUncraftable = ({ tf2_attributes: traits }: Pick<Listed, 'tf2_attributes'>): boolean =>
  traits?.uncraftable === true || traits?.craftable === false;

export function parseListed(row: Listed, { game }: About): Offer | null {
  const name = row.market_hash_name;
  if (row.app_id !== appIdOf(game) || isUncraftable(row)) return null;
  const paintIndex = whole(row.cs_paint_index);
  return {
    kind: 'offer',
    game,
    name,
    phase: game === 'TF2' ? text(row.tf2_effect) : null,
    offerId: String(row.id),
    price: cents(row.price),
    // There is no known page for a single listing, so the link is a search for its name with the id as fragment
    purchaseLink: `${pageOf(game, name)}#${row.id}`,
    inspectLink: inspectLink(row.cs_inspect_link),
    float: itemFloat(row.cs_paint_wear),
    paintIndex,
    paintSeed: whole(row.cs_paint_seed),
    stickers: bareStickers(row.cs_stickers, Boolean(paintIndex)),
    tradableAt: tradableFrom(row.trade_locked_until),
    ownerId: null,
    ...itemAttributes({ hero: row.dota_hero, itemType: row.rust_type }),
    ...(game === 'TF2' && tf2Traits({ quality: row.tf2_quality })),
  };
}

const tradableFrom = (until: string | null | undefined): number | null => {
  if (until === undefined) return null;
  return until === null ? 0 : isoTime(until);
};

/** Sales have no id. Name, second and price are the same in both sources, however they write the time. */
const saleIdOf = (name: unknown, soldAt: unknown, price: unknown): string => {
  const at = typeof soldAt === 'string' ? isoTime(soldAt) : null;
  return [String(name), at === null ? '' : Math.floor(at / 1000), String(price)].join('|');
};

/** Rows get their keys before they are validated, so they can hold anything. */
export function keyedSales(payload: unknown): unknown[] {
  const { sales } = payload as SoldPage;
  const keys = naturalKeys(
    sales.map((row) => {
      const { market_hash_name, sold_at, price } = (row ?? {}) as Partial<Sold>;
      return saleIdOf(market_hash_name, sold_at, price);
    }),
  );
  return sales.map((row, at) => addToRow(row, 'key', keys[at]));
}

export const parseSold = (row: Sold, { game, item }: About): Sale | null =>
  row.app_id !== appIdOf(game) || row.market_hash_name !== item ? null : saleOf(row, row.key, game);

function saleOf(row: Pick<Sold, 'market_hash_name' | 'price' | 'sold_at'>, saleId: string, game: Game): Sale | null {
  // Whether an item of TF2 could be used in crafting is not said
  if (game === 'TF2') return null;
  const price = cents(row.price);
  const soldAt = required(isoTime(row.sold_at), 'sold_at', row.sold_at);
  const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };
  return { kind: 'sale', game, name: row.market_hash_name, saleId, soldAt, price, ...unknown };
}

// `listing.amount_changed` comes with every sale and says less; others are about the connection
const read: ReadonlySet<unknown> = new Set([
  'listing.created',
  'listing.price_changed',
  'listing.removed',
  'listing.sold',
]);

export function eventsIn(message: unknown): unknown[] {
  if (typeof message !== 'object' || message === null || !('event' in message))
    throw new Error('the message names no event');
  return read.has(message.event) ? [message] : [];
}

export const gameOfEvent = ({ data }: Event): Game | null => gameNamed(String(data.app_id));

/** Unlike other feeds, this one says whether a listing was sold. */
export function parseEvent(row: Event, about: About): Offer | Repricing | readonly (Sale | Withdrawal)[] | null {
  const { game } = about;
  const offerId = String(row.data.listing_id);
  if (row.event === 'listing.created') return parseListed({ ...row.data, id: row.data.listing_id }, about);
  if (row.event === 'listing.removed') return [{ kind: 'withdrawal', game, offerId, reason: 'withdrawn' }];
  if (row.event === 'listing.price_changed')
    return { kind: 'repricing', game, offerId, price: cents(row.data.price_after) };
  const sale = saleOf(row.data, saleIdOf(row.data.market_hash_name, row.data.sold_at, row.data.price), game);
  return [...(sale === null ? [] : [sale]), { kind: 'withdrawal', game, offerId, reason: 'sold' }];
}
