import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, type Route, wholeNumber } from '../routes.ts';

const slug = 'skinout';
const pageRows = 60;
const hourMs = 3_600_000;

/** Letters, digits and hyphens of a name, with hyphens for spaces. */
const nameIdOf = ({ name }: CatalogueItem): string =>
  name
    .replace(/[^a-zA-Z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();

const russian = (count: number, [one, few, many]: readonly [string, string, string]): string => {
  const isTeen = count % 100 > 10 && count % 100 < 20;
  if (!isTeen && count % 10 === 1) return `${count} ${one}`;
  return `${count} ${!isTeen && count % 10 > 1 && count % 10 < 5 ? few : many}`;
};

/** Whole hours below a day, otherwise whole days, in the language of the visitor: Russian unless English is requested. */
const unlockTime = (until: number, { headers, now }: StageRequest): string => {
  const hours = Math.ceil((until - now) / hourMs);
  const isLong = hours >= 24;
  const count = isLong ? Math.ceil(hours / 24) : hours;
  if (headers['accept-language']?.startsWith('en') === true)
    return `${count} ${isLong ? 'day' : 'hour'}${count === 1 ? '' : 's'}`;
  return russian(count, isLong ? ['день', 'дня', 'дней'] : ['час', 'часа', 'часов']);
};

const writeItem = (listing: PlayedListing, count: number, request: StageRequest) => ({
  id: String(listing.number),
  market_hash_name: listing.item.name,
  name: listing.item.name,
  name_id: nameIdOf(listing.item),
  float: listing.float === null ? '0' : String(listing.float),
  img: 'https://steamcommunity-a.akamaihd.net/economy/image/played',
  in_cart: false,
  locked: listing.tradableAt !== null,
  price: listing.priceUsd.toFixed(2),
  stickers: listing.stickers.map(({ name }) => ({ name })),
  total_count: count,
  unlock_time: listing.tradableAt === null ? '' : unlockTime(listing.tradableAt, request),
});

const money = { cart_sum: '0.00', currency: 'usd', currency_symbol: '$' };

const pageOf = (items: readonly unknown[], page: number): StageReply => ({
  body: {
    success: true,
    page,
    page_count: Math.max(1, Math.ceil(items.length / pageRows)),
    ...money,
    items: items.slice((page - 1) * pageRows, page * pageRows),
  },
});

/** One row for each name, its cheapest item; without pages all at once. */
const items: Route['answer'] = (request, world) => {
  const { query } = request;
  const rows = world.items('CS2').flatMap((item) => {
    const listings = world.listings(slug, item);
    return listings.slice(0, 1).map((listing) => writeItem(listing, listings.length, request));
  });
  if (query.get('pagination') === 'false') return { body: { success: true, ...money, items: rows } };
  return pageOf(rows, Math.max(1, wholeNumber(query.get('page'), 1)));
};

const itemsOfName: Route['answer'] = (request, world) => {
  const { name_id: nameId } = bodyObject(request.body);
  const item = world.items('CS2').find((one) => nameIdOf(one) === nameId);
  if (item === undefined) return { body: { success: false, message: 'Item not found' } };
  const listings = world.listings(slug, item);
  return {
    body: { success: true, ...money, items: listings.map((listing) => writeItem(listing, listings.length, request)) },
  };
};

/** SkinOut: the API of its site, with times in words. */
export const skinout: Player = {
  slug,
  hosts: ['skinout.gg'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/market\/items$/, answer: items },
    { method: 'POST', path: /^\/api\/market\/item$/, answer: itemsOfName },
  ]),
};
