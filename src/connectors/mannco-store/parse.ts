import type { About } from '../../contract/connector.ts';
import { statedItem } from '../../contract/item-attributes.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, text, urlPart } from '../../contract/text.ts';
import { isoTime, secondsTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type BuyOrder,
  type Game,
  games,
  isUnusual,
  type Offer,
  type PastPrice,
  type Quote,
  type Repricing,
  type Sale,
  type StatedItem,
  type Withdrawal,
} from '../../schema/index.ts';
import type { Day, Details, Event, Listed, ListedContent, Priced, Pricing, Tier, TierContent } from './wire.ts';

const cents = (amount: unknown) => money(amount, 'USD', 100);

/** Some texts end in a separator: "Souvenir;", "Kilowatt Case ;". */
const trimmed = (words: string): string => words.replace(/[ ;]+$/, '');

// Follows two URLs that were seen; names with other characters can follow another rule
const plainName = /^(?:[A-Za-z0-9 |()-]|\.(?= |$))+$/;

/**
 * What is known of an item: its page slug, from the list or made as the site makes it, and its number, which some calls
 * require. Once the number has been seen, both are stored as one text: "101869:730-kilowatt-case".
 */
export function known(game: Game, item: string | null, id: string | null) {
  const [, number = null, word = null] = /^(?:(\d+):)?(\S+)$/.exec(id ?? '') ?? [];
  return { number, page: word ?? (item !== null && hasPage(game, item) ? pageMadeFrom(game, item) : null) };
}

/** Of an unusual item, only each effect has a page. */
const hasPage = (game: Game, item: string): boolean => plainName.test(item) && !isUnusual(game, item);

const pageMadeFrom = (game: Game, item: string): string =>
  `${appIdOf(game)}-${item.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '');

const linkOf = (page: string): string => `https://mannco.store/item/${urlPart(page)}`;

/** Several rows have one name: of a TF2 item, those that cannot be used in crafting are omitted. */
export function parsePriced(row: Priced, { game }: About): Quote | null {
  const effect = text(trimmed(row.effect ?? ''));
  const name = withoutEffect(trimmed(row.name), effect);
  const isUncraftable = row.craftable === 0 || row.craftable === '0';
  if (name === '' || isUncraftable || (effect !== null && !isUnusual(game, name))) return null;
  const page = text(trimmed(row.url ?? ''));
  return {
    kind: 'quote',
    game,
    name,
    phase: effect,
    lowest: row.assetcount === 0 ? null : moneyOrNone(row.price, 'USD', 100),
    offerCount: row.assetcount,
    purchaseLink: page === null ? null : linkOf(page),
    // The page of one effect is not that of the item
    marketplaceItemId: effect === null ? page : null,
    thumbnail: null,
  };
}

/** Steam's name of an unusual item: "Unusual Burning Flames Team Captain" is an "Unusual Team Captain". */
const withoutEffect = (name: string, effect: string | null): string =>
  effect === null ? name : name.replace(`${effect} `, '');

export function listedRows(payload: unknown): unknown[] {
  const { content } = payload as ListedContent;
  const rows = Array.isArray(content) ? content : content.values;
  const first = rows.findIndex(isOnSale);
  return rows.map((listing, at) => ({ listing, isFirst: at === first }));
}

const isOnSale = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'state' in row && row.state === 1;

/** The first row, which is the cheapest, also gives the quote and the number of the item. */
export function parseListed({ listing, isFirst }: Listed, about: About): readonly (Offer | Quote)[] {
  const { game, item: name } = about;
  const isOther = listing.state !== 1 || (listing.game ?? appIdOf(game)) !== appIdOf(game);
  if (name === null || isOther) return [];
  const price = cents(listing.price);
  const { page } = known(game, name, about.marketplaceItemId);
  const purchaseLink = page === null ? null : linkOf(page);
  const what = { game, name, phase: null };
  const offer: Offer = {
    kind: 'offer',
    ...what,
    offerId: String(listing.id),
    price,
    // There is only a page per item; the fragment distinguishes its offers
    purchaseLink: purchaseLink && `${purchaseLink}#${listing.id}`,
    inspectLink: null,
    float: itemFloat(typeof listing.wear === 'string' ? trimmed(listing.wear) : listing.wear),
    paintIndex: null,
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
  if (!isFirst || page === null) return [offer];
  const marketplaceItemId = `${listing.item_id}:${page}`;
  const quote: Quote = {
    kind: 'quote',
    ...what,
    lowest: price,
    offerCount: null,
    purchaseLink,
    marketplaceItemId,
    thumbnail: null,
  };
  return [offer, quote];
}

/** The tiers, best first. "more" counts the orders below them, without a price. */
export function tiersIn(payload: unknown): unknown[] {
  const { informations } = (payload as TierContent).content;
  if (informations === null) return [];
  return Object.entries(informations).flatMap(([key, tier]) => (/^\d+$/.test(key) ? [tier] : []));
}

export function parseTier({ count, price: dollars }: Tier, { game, item: name }: About): BuyOrder | null {
  if (name === null) return null;
  const price = cents(dollars);
  return { kind: 'buyOrder', game, name, phase: null, orderId: `${name}|${dollars}`, price, quantity: count };
}

export function parsePricing(row: Pricing, { game, item: name, marketplaceItemId }: About): Sale | null {
  const { number } = known(game, name, marketplaceItemId);
  const { last_sale: sold } = row.pricing;
  if (name === null || sold == null || String(row.item_id) !== number) return null;
  const price = cents(sold.price);
  const soldAt = required(secondsTime(sold.date), 'date', sold.date);
  const what = { game, name, phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };
  return { kind: 'sale', ...what, saleId: `${number}|${soldAt}|${price.amount}`, soldAt, price };
}

export function parseDay({ date, price, nb }: Day, { game, item: name }: About): PastPrice | null {
  if (name === null || nb === 0) return null;
  const median = cents(price / nb);
  const at = required(isoTime(date), 'date', date);
  return { kind: 'pastPrice', game, name, phase: null, at, median, saleCount: nb };
}

/** The item is the one that the answer names: a page slug made from a name could be that of another one. */
export function parseDetails({ name, game: appId, rarity, type, hero }: Details, { game }: About): StatedItem | null {
  if (appId !== appIdOf(game)) return null;
  const told = { rarity: trimmed(rarity ?? ''), kind: trimmed(type ?? ''), hero: trimmed(hero ?? '') };
  return statedItem(game, trimmed(name), told);
}

const read: ReadonlySet<unknown> = new Set(['listing_removed', 'price_changed']);

/** Listing ids are unique across games, so each message is applied to every game and known in only one of them. */
export function eventsIn(message: unknown): unknown[] {
  if (typeof message !== 'object' || message === null || !('event' in message))
    throw new Error('the message names no event');
  return read.has(message.event) ? games.map((game) => addToRow({ ...message }, 'game', game)) : [];
}

export function parseEvent(row: Event, { game }: About): Repricing | Withdrawal | null {
  const offerId = String(row.data.id);
  if (row.event === 'listing_removed') return { kind: 'withdrawal', game, offerId, reason: 'unknown' };
  return { kind: 'repricing', game, offerId, price: cents(row.data.newPrice) };
}
