import type { About } from '../../contract/connector.ts';
import { certificateIn } from '../../contract/item-certificate.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { certifiedExtras, charmsOf } from '../../contract/pieces.ts';
import { rowsAtPath } from '../../contract/rows.ts';
import { inspectLink, itemFloat, text, urlPart } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { BuyOrder, Game, Offer, PastPrice, Quote, Sale } from '../../schema/index.ts';
import type { DopplerRow, GraphDay, KeyedOrder, Listing, PriceListRow, SoldListing } from './wire.ts';

const cents = (amount: number) => money(amount, 'USD', 100);

export const itemPage = (_: Game, name: string): string =>
  `https://csfloat.com/search?market_hash_name=${urlPart(name)}`;

export function parsePriceListRow(row: PriceListRow, { game }: About): Quote {
  const name = row.market_hash_name;
  return {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: moneyOrNone(row.min_price, 'USD', 100),
    offerCount: 'quantity' in row ? row.quantity : row.qty,
    purchaseLink: itemPage('CS2', name),
    marketplaceItemId: null,
    thumbnail: null,
  };
}

export const parseDopplerRow = (row: DopplerRow, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: 'phase_name' in row ? row.phase_name : String(row.paint_index),
  lowest: moneyOrNone(row.min_price, 'USD', 100),
  offerCount: null,
  purchaseLink: itemPage('CS2', row.market_hash_name),
  marketplaceItemId: null,
  thumbnail: null,
});

/** The price of an auction is its current bid, at which nothing can be bought. */
export function parseListing(row: Listing, { game }: About): Offer | null {
  if (row.type === 'auction' || row.state !== 'listed') return null;
  return {
    kind: 'offer',
    game,
    offerId: row.id,
    price: cents(row.price),
    purchaseLink: `https://csfloat.com/item/${urlPart(row.id)}`,
    // The first field is replacing the second; rows have either or both
    inspectLink: inspectLink(row.item.serialized_inspect) ?? inspectLink(row.item.inspect_link),
    tradableAt: null,
    // A private seller has `obfuscated_id` instead, which is not a Steam id
    ownerId: row.seller?.steam_id ?? null,
    ...ofItem(row.item),
  };
}

export function parseSale(row: SoldListing, { game }: About): Sale {
  const price = cents(row.price);
  const soldAt = required(isoTime(row.sold_at), 'sold_at', row.sold_at);
  return { kind: 'sale', game, saleId: row.id, soldAt, price, ...ofItem(row.item) };
}

export function parseGraphDay(row: GraphDay, { game, item }: About): PastPrice | null {
  if (item === null || row.count === 0) return null;
  const median = cents(row.avg_price);
  const at = required(isoTime(row.day), 'day', row.day);
  return { kind: 'pastPrice', game, name: item, phase: null, at, median, saleCount: row.count };
}

/** Orders have no id, so the key is made from their content; repeated keys are numbered. */
export function keyedOrders(payload: unknown): unknown[] {
  const orders = rowsAtPath('data', payload) ?? [];
  const keys = naturalKeys(orders.map(keyTextOf));
  return orders.map((order, at) => ({ key: keys[at], order }));
}

function keyTextOf(order: unknown): string {
  if (typeof order !== 'object' || order === null) return '';
  const { market_hash_name, expression, price, hybrid_properties } = order as Readonly<Record<string, unknown>>;
  const fields = [market_hash_name, expression, price, hybrid_properties].filter((value) => value !== undefined);
  return fields.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(':');
}

export function parseBuyOrder({ key, order }: KeyedOrder, { game, item }: About): BuyOrder | null {
  const named = 'market_hash_name' in order;
  const name = named ? order.market_hash_name : item;
  const criteria = named ? plainProperties(order.hybrid_properties) : plainCriteria(order.expression, name ?? '');
  if (name === null || criteria === null) return null;
  const price = cents(order.price);
  return { kind: 'buyOrder', game, name, phase: criteria.phase, orderId: key, price, quantity: order.qty };
}

const anyWillDo = { phase: null };

const plainProperties = (properties: unknown) =>
  properties == null || (typeof properties === 'object' && Object.keys(properties).length === 0) ? anyWillDo : null;

/** The phase that an order's expression requires, null for none; null as a whole when it requires anything else. */
function plainCriteria(expression: string, name: string): { phase: string | null } | null {
  let phase: string | null = null;
  for (const rule of expression.replaceAll(/[()]/g, ' ').split(/\band\b/)) {
    const [, subject, value] = /^\s*(\w+) == (\w+)\s*$/.exec(rule) ?? [];
    if (subject === 'PaintIndex' && value !== undefined && /^\d+$/.test(value)) phase = value;
    else if (subject === 'StatTrak' && value === String(name.includes('StatTrak™'))) continue;
    else if (subject === 'Souvenir' && value === String(name.startsWith('Souvenir '))) continue;
    else if (subject !== 'DefIndex') return null;
  }
  return { phase };
}

type Item = Listing['item'];

const ofItem = (item: Item) => ({
  name: item.market_hash_name,
  phase: item.phase ?? null,
  float: itemFloat(item.float_value),
  paintIndex: item.paint_index ?? null,
  paintSeed: item.paint_seed ?? null,
  stickers: stickersOf(item),
  ...certifiedExtras(certificateIn(item.serialized_inspect ?? '')),
  ...charmsOf(item.keychains),
});

/** Skins without stickers have no such field; other kinds of items cannot have any. */
function stickersOf(item: Item): Offer['stickers'] {
  if (item.stickers == null) return item.paint_index == null ? null : [];
  const stickers = [];
  for (const sticker of item.stickers) {
    const [name, slot] = [text(sticker?.name), sticker?.slot ?? null];
    if (name === null || slot === null) return null;
    // A sticker that was never scraped has no wear field
    stickers.push({ name, slot, wear: sticker?.wear ?? 0 });
  }
  return stickers;
}
