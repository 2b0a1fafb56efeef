import type { About } from '../../contract/connector.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { certificateIn, decodeItemCertificate, type ItemCertificate } from '../../contract/item-certificate.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { certifiedExtras, charmsOf, isCharm, nameTagOf } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import { required, Unreadable } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type BuyOrder,
  conditionOf,
  conditions,
  type Extras,
  type Game,
  type Offer,
  type PastPrice,
  type Quote,
} from '../../schema/index.ts';
import { englishAmount, printedCurrency, steamCurrency } from './currency.ts';
import type { FoundItem, Listing, OrderBook, PageRow, PointOnPage, Property, SearchResult } from './wire.ts';

/** Fully encoded, since names contain slashes, question marks and stars. */
export const itemPage = (game: Game, name: string): string =>
  `https://steamcommunity.com/market/listings/${appIdOf(game)}/${urlPart(name)}`;

/** The listings of one name among those of its group, as tags of the market; all where the name has no wear. */
export function filtersOf(game: Game, name: string): Readonly<Record<string, readonly string[]>> {
  const condition = conditionOf(game, name);
  if (condition === null) return {};
  const isStatTrak = name.includes('StatTrak™');
  const ordinary = name.startsWith('Souvenir ') ? 'tournament' : isStatTrak ? 'strange' : 'normal';
  const star = isStatTrak ? 'unusual_strange' : 'unusual';
  const quality = name.startsWith('★') ? star : ordinary;
  return { Quality: [quality], Exterior: [`WearCategory${conditions.indexOf(condition)}`] };
}

export function parsePageRow(row: PageRow, about: About): Offer | PastPrice | (Quote | BuyOrder)[] | null {
  const { game } = about;
  if (row.of === 'listing') return parseListing(row.listing, game);
  if (row.appId !== appIdOf(game)) return null;
  if (row.of === 'pastPrice') return parsePoint(row, game);
  return parseOrderBook(row.book, row.name, {
    ...about,
    marketplaceItemId: text(row.groupId) ?? idFrom(about, row.name),
  });
}

const idFrom = ({ item, marketplaceItemId }: About, name: string): string | null =>
  item === name ? marketplaceItemId : null;

export const parseItemOrderBook = (book: OrderBook, about: About): (Quote | BuyOrder)[] | null =>
  about.item === null ? null : parseOrderBook(book, about.item, about);

export function parseSearchResult(row: SearchResult, { game }: About): Quote | null {
  const { hash_name: name, asset_description: description } = row;
  if (description.appid !== appIdOf(game)) return null;
  const currency = printedCurrency(row) ?? '';
  return {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: row.sell_listings === 0 ? null : moneyOrNone(row.sell_price, currency, 100),
    offerCount: row.sell_listings,
    purchaseLink: itemPage(game, name),
    marketplaceItemId: text(description.market_bucket_group_id),
    thumbnail: pictureOf(description.icon_url),
    ...ofType(game, description.type),
  };
}

export const parseFoundItem = (row: FoundItem, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.strHash,
  phase: null,
  lowest:
    row.cSellOrders === 0 ? null : money(englishAmount(row.strMinSellSubtotal ?? ''), steamCurrency(row.eCurrency)),
  offerCount: row.cSellOrders,
  purchaseLink: itemPage(game, row.strHash),
  marketplaceItemId: text(row.asset_description?.market_bucket_group_id),
  thumbnail: pictureOf(row.asset_description?.icon_url),
});

const pictureOf = (icon: string | null | undefined): string | null =>
  icon ? `https://community.akamai.steamstatic.com/economy/image/${icon}` : null;

export const parseListingRow = (row: Listing, { game }: About): Offer | null => parseListing(row, game);

function parseListing(row: Listing, game: Game): Offer | null {
  const name = row.description.market_hash_name;
  // A listing that was just sold is shown with price 0
  if (row.unPrice === 0 || row.description.appid !== appIdOf(game)) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId: row.listingid,
    price: money(row.unPrice + row.unFee, steamCurrency(row.eCurrency), 100),
    // All listings of a name share one page
    purchaseLink: `${itemPage(game, name)}#${row.listingid}`,
    inspectLink: inspectLinkOf(row),
    tradableAt: 0,
    ownerId: null,
    ...(game === 'CS2' ? finishOf(row.asset ?? {}) : noFinish),
    ...ofType(game, row.description.type),
  };
}

/** The type of an item of Dota 2 contains its rarity: "Mythical Neck". */
const ofType = (game: Game, type: string | null | undefined) =>
  game === 'Dota2' ? itemAttributes({ rarity: type }) : {};

const noFinish = { float: null, paintIndex: null, paintSeed: null, stickers: null };

type Asset = NonNullable<Listing['asset']>;

// Ids in Steam's own property schema for CS2
const property = { pattern: 1, wear: 2, charmPattern: 3, nameTag: 5, certificate: 6 } as const;

function finishOf(asset: Asset): Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'> & Extras {
  const certificate = decodeItemCertificate(propertyOf(asset, property.certificate)?.string_value ?? '');
  return {
    ...certifiedExtras(certificate),
    ...nameTagOf(propertyOf(asset, property.nameTag)?.string_value),
    ...charmsOn(asset, certificate),
    float: itemFloat(propertyOf(asset, property.wear)?.float_value),
    paintIndex: whole(certificate?.paintIndex),
    paintSeed: whole(propertyOf(asset, property.pattern)?.int_value),
    stickers: stickersOf(asset, certificate),
  };
}

const propertyIn = (properties: Asset['asset_properties'], id: number): Property | null =>
  properties?.find((one) => one?.propertyid === id) ?? null;

const propertyOf = (asset: Asset, id: number): Property | null => propertyIn(asset.asset_properties, id);

/** The accessories have the names of charms, and they or the certificate, in the same order, the patterns. */
function charmsOn({ asset_accessories }: Asset, certificate: ItemCertificate | null): Pick<Extras, 'charms'> {
  const charms = (asset_accessories ?? []).flatMap((accessory) => {
    const name = text(accessory?.description?.market_hash_name);
    if (name === null || !isCharm(name)) return [];
    return [{ name, pattern: propertyIn(accessory?.standalone_properties, property.charmPattern)?.int_value }];
  });
  const certified = certificate?.charms ?? [];
  // One that has no name cannot be told
  if (charms.length === 0 || charms.length < certified.length) return {};
  return charmsOf(charms.map(({ name, pattern }, at) => ({ name, pattern: pattern ?? certified[at]?.pattern })));
}

/** The certificate has slot and wear; the accessories have the names, and their own certificates the sticker's id. */
function stickersOf(asset: Asset, certificate: ItemCertificate | null): Offer['stickers'] {
  if (certificate === null) return null;
  const names = new Map<number, string>();
  for (const accessory of asset.asset_accessories ?? []) {
    const name = text(accessory?.description?.market_hash_name);
    const own = certificateIn(accessory?.description?.market_actions?.[0]?.link ?? '')?.stickers[0];
    if (name !== null && own !== undefined) names.set(own.stickerId, name);
  }
  const stickers = [];
  for (const { slot, stickerId, wear } of certificate.stickers) {
    const name = names.get(stickerId);
    if (name === undefined) return null;
    stickers.push({ name, slot, wear });
  }
  return stickers;
}

function inspectLinkOf({ listingid, description, asset }: Listing): string | null {
  const values: Readonly<Record<string, string | null | undefined>> = {
    '%listingid%': listingid,
    '%assetid%': asset?.assetid,
    '%propid:6%': propertyOf(asset ?? {}, property.certificate)?.string_value,
  };
  const template = description.market_actions?.[0]?.link ?? '';
  const link = template.replaceAll(/%[a-z]+(?::\d+)?%/g, (placeholder) => values[placeholder] ?? placeholder);
  return /%[a-z]+(?::\d+)?%/.test(link) ? null : inspectLink(link);
}

function parseOrderBook(book: OrderBook, name: string, { game, marketplaceItemId }: About): (Quote | BuyOrder)[] {
  if (book.cSellOrders > 0 && book.rgCompactSellOrders.length === 0)
    throw new Unreadable('rgCompactSellOrders', `is empty in spite of ${book.cSellOrders} offers`, []);
  const currency = steamCurrency(book.eCurrency);
  const quote: Quote = {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: moneyOrNone(book.rgCompactSellOrders[0] ?? null, currency, 100),
    offerCount: book.cSellOrders,
    purchaseLink: itemPage(game, name),
    // A quote without the id would take it from the item
    marketplaceItemId,
    thumbnail: null,
  };
  return [quote, ...levelsOf(book.rgCompactBuyOrders).flatMap((level) => toBuyOrder(level, game, name, currency))];
}

type Level = { readonly price: number; readonly count: number };

const levelsOf = (flat: readonly number[]): Level[] =>
  Array.from({ length: Math.floor(flat.length / 2) }, (_, at) => ({
    price: flat[2 * at] ?? 0,
    count: flat[2 * at + 1] ?? 0,
  }));

/** Steam shows the number of orders at a price, never single ones, so the price serves as id. */
function toBuyOrder({ price, count }: Level, game: Game, name: string, currency: string): BuyOrder[] {
  if (count === 0) return [];
  const amount = money(price, currency, 100);
  const orderId = `${appIdOf(game)}:${name}:${price}`;
  return [{ kind: 'buyOrder', game, name, phase: null, orderId, price: amount, quantity: count }];
}

function parsePoint({ name, currency, point }: PointOnPage, game: Game): PastPrice {
  const median = money(point.price_median, steamCurrency(currency));
  const at = required(secondsTime(point.time), 'time', point.time);
  return { kind: 'pastPrice', game, name, phase: null, at, median, saleCount: point.purchases };
}
