import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type BuyOrder,
  type Game,
  type Offer,
  type PastPrice,
  type Quote,
  type Withdrawal,
} from '../../schema/index.ts';
import type { Day, Event, Listed, Ordered, Priced } from './wire.ts';

export const itemPage = (_: Game, name: string): string =>
  `https://white.market/item?appId=730&nameHash=${urlPart(name)}`;

// The page of a product needs its slug, which the feed lacks, so the link is the page of its name with the id as fragment
const pageOf = (name: string, offerId: string): string => `${itemPage('CS2', name)}#${urlPart(offerId)}`;

export function parsePriced(row: Priced, { game }: About): Quote {
  const page = pageLink(row.market_product_link);
  return {
    kind: 'quote',
    game,
    name: row.market_hash_name,
    phase: page === null ? null : variantIn(page),
    lowest: moneyOrNone(row.price, 'USD'),
    offerCount: row.market_product_count,
    purchaseLink: page ?? itemPage('CS2', row.market_hash_name),
    marketplaceItemId: null,
    thumbnail: null,
  };
}

/** A Doppler has a row per variant, which only the link tells: "…&csgoPhase=PHASE2". */
const variantIn = (page: string): string | null => text(new URL(page).searchParams.get('csgoPhase'));

export function parseListed({ node }: Listed, { game, item: requested }: About): Offer | null {
  const { item } = node;
  const name = item.description.nameHash;
  if (requested !== null && name !== requested) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: text(item.phase),
    offerId: node.id,
    price: money(node.price.value, 'USD'),
    purchaseLink: pageOf(name, node.id),
    inspectLink: inspectLink(item.link),
    float: itemFloat(item.float),
    paintIndex: whole(item.paintIndex),
    paintSeed: whole(item.paintSeed),
    // Only the titles of stickers are given, so only their absence is known
    stickers: item.stickerTitles?.length === 0 ? [] : null,
    tradableAt: null,
    ownerId: text(node.store?.slug),
  };
}

export function parseOrdered({ node }: Ordered, { game, item: requested }: About): BuyOrder | null {
  const name = node.nameHash;
  if (requested !== null && name !== requested) return null;
  // An order for a certain float or pattern applies to few items of the name
  if (node.params != null && node.params.length > 0) return null;
  const price = money(node.price.value, 'USD');
  return { kind: 'buyOrder', game, name, phase: null, orderId: node.id, price, quantity: node.quantity };
}

export function parseDay(row: Day, { game, item: name }: About): PastPrice | null {
  if (name === null || row.volume === 0) return null;
  const median = money(row.priceAvg, 'USD');
  const at = required(isoTime(row.date), 'date', row.date);
  return { kind: 'pastPrice', game, name, phase: null, at, median, saleCount: row.volume };
}

/** A message contains JSON as a string. */
export function eventsIn(message: unknown): unknown[] {
  const { data } = message as { readonly data: { readonly message: unknown } };
  const { message: text } = data;
  if (typeof text !== 'string') throw new Error('data.message is not a string');
  return [JSON.parse(text)];
}

/** The feed does not say whether a removed product was sold or taken down. */
export function parseEvent(row: Event, { game }: About): Offer | Withdrawal | null {
  const offerId = row.content.id;
  if (row.content.app_id !== String(appIdOf(game))) return null;
  if (row.type === 'market_product_removed') return { kind: 'withdrawal', game, offerId, reason: 'unknown' };
  const { name_hash: name, ...content } = row.content;
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId,
    price: money(content.price, 'USD'),
    purchaseLink: pageOf(name, offerId),
    inspectLink: inspectLink(content.inspect_url),
    float: itemFloat(content.float),
    paintIndex: whole(content.paint_index),
    paintSeed: whole(content.paint_seed),
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
}
