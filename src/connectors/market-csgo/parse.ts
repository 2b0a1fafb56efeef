import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime, secondsTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { BuyOrder, Game, Money, Offer, Quote, Sale } from '../../schema/index.ts';
import type { BestOrder, BulkRow, HistoryRow, Lot, NameHistory } from './wire.ts';

/** Each game has its own host, with the same software. */
export const hosts: Readonly<Record<Game, string>> = {
  CS2: 'market.csgo.com',
  Dota2: 'market.dota2.net',
  Rust: 'rust.tm',
  TF2: 'tf2.tm',
};

const unitsPerWhole = { USD: 1000, EUR: 1000, RUB: 100 } as const;

export const itemPage = (game: Game, name: string): string => `https://${hosts[game]}/en/?search=${urlPart(name)}`;

/** All Doppler variants of a name share one row, so the phase is not known. */
export const parsePrice = (row: BulkRow, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: null,
  lowest: moneyOrNone(row.price, 'USD'),
  offerCount: whole(row.volume),
  purchaseLink: itemPage(game, row.market_hash_name),
  marketplaceItemId: null,
  thumbnail: null,
});

export function parseBestOrder(row: BestOrder, { game }: About): BuyOrder | null {
  const name = row.market_hash_name;
  const price = moneyOrNone(row.price, 'USD');
  // All Doppler variants share one row, and the order can be for one of them
  if (price === null || name.includes('Doppler')) return null;
  return { kind: 'buyOrder', game, name, phase: null, orderId: `best:${name}`, price, quantity: null };
}

export function parseLot(row: Lot, { game, item: requested }: About): Offer | null {
  const { name } = row;
  if (requested !== null && name !== requested) return null;
  const extra = row.extra && 'float' in row.extra ? row.extra : null;
  const phase = row.extra && 'phase' in row.extra ? text(row.extra.phase) : null;
  return {
    kind: 'offer',
    game,
    name,
    phase,
    offerId: String(row.id),
    price: money(row.price, row.currency, unitsPerWhole[row.currency]),
    // The path segment before the name is a category; the site accepts any
    purchaseLink: `https://${hosts[game]}/en/Agent/${urlPart(name)}?id=${row.id}`,
    inspectLink: null,
    float: itemFloat(extra?.float),
    paintIndex: null,
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
}

export function parseNameHistory(row: NameHistory, { game, item: requested }: About): readonly Sale[] {
  const { name } = row;
  if (requested !== null && name !== requested) return [];
  const saleIds = naturalKeys(row.history.map(([seconds, price]) => [name, seconds, price, row.currency].join('|')));
  return row.history.map(([seconds, paid], index) => {
    const soldAt = required(secondsTime(seconds), 'time', seconds);
    return saleOf(game, name, saleIds[index] ?? '', soldAt, money(paid, row.currency));
  });
}

/** A row of several purchases is an average over a time span, not a sale. */
export function parseHistoryRow(row: HistoryRow, { game, item: name }: About): Sale | null {
  if (row.count !== 1 || name === null) return null;
  const soldAt = required(isoTime(row.time), 'time', row.time);
  const price = money(row.price, row.currency);
  return saleOf(game, name, [name, soldAt / 1000, row.price, row.currency].join('|'), soldAt, price);
}

export const saleOf = (game: Game, name: string, saleId: string, soldAt: number, price: Money): Sale => ({
  kind: 'sale',
  game,
  name,
  phase: null,
  saleId,
  soldAt,
  price,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
});
