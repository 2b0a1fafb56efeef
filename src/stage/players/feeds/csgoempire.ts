import type { PlayedChange } from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply } from '../../player.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { idOf, type Lot, lotsOf, priceOf, writeItem, writeRow } from './csgoempire-item.ts';

const slug = 'csgoempire';
const guestLimit = 200;
const memberLimit = 2500;

const refused: StageReply = { status: 401, body: { success: false, message: 'Unauthenticated.' } };

const isWanted = ({ isAuction, listing }: Lot, query: URLSearchParams): boolean => {
  const auction = query.get('auction');
  if (auction !== null && (auction === 'yes') !== isAuction) return false;
  const search = query.get('search')?.toLowerCase();
  return search === undefined || listing.item.name.toLowerCase().includes(search);
};

/** Guests get shorter pages; a header without a valid key is refused. */
const items: Route['answer'] = ({ query, headers, now }, world) => {
  const { authorization } = headers;
  if (authorization !== undefined && !/^Bearer [A-Za-z0-9_-]{8,}$/.test(authorization)) return refused;
  const limit = authorization === undefined ? guestLimit : memberLimit;
  const size = wholeNumber(query.get('per_page'), 160);
  if (size < 1 || size > limit)
    return { status: 422, body: { success: false, message: `per_page is at most ${limit}` } };
  const lots = world
    .items('CS2')
    .flatMap((item) => world.listings(slug, item).flatMap(lotsOf))
    .filter((lot) => isWanted(lot, query))
    .sort((a, b) => priceOf(a) - priceOf(b) || idOf(a) - idOf(b));
  if (query.get('sort') === 'desc') lots.reverse();
  return { body: paged(lots, wholeNumber(query.get('page'), 1), size, now) };
};

const base = 'http://csgoempire.com/api/trading/items';

const paged = (lots: readonly Lot[], page: number, size: number, now: number) => {
  const last = Math.max(1, Math.ceil(lots.length / size));
  const from = (page - 1) * size;
  const data = lots.slice(from, from + size).map((lot) => writeRow(lot, now));
  const urlOf = (number: number) => `${base}?per_page=${size}&page=${number}`;
  const next = page < last ? urlOf(page + 1) : null;
  const previous = page > 1 ? urlOf(page - 1) : null;
  return {
    current_page: page,
    data,
    first_page_url: urlOf(1),
    from: data.length === 0 ? null : from + 1,
    last_page: last,
    last_page_url: urlOf(last),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      { url: urlOf(page), label: String(page), active: true },
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path: base,
    per_page: String(size),
    prev_page_url: previous,
    to: data.length === 0 ? null : from + data.length,
    total: lots.length,
  };
};

const filtered = 'filters';

const lotsIn = (changes: readonly PlayedChange[], kind: PlayedChange['kind']): readonly Lot[] =>
  changes.filter((change) => change.kind === kind).flatMap(({ listing }) => lotsOf(listing));

const some = (event: string, things: readonly unknown[]): readonly unknown[] =>
  things.length === 0 ? [] : [[event, things]];

/** Auctions receive a bid immediately. */
const bidOf = (lot: Lot) => ({
  id: idOf(lot),
  above_recommended_price: -4.77,
  auction_highest_bid: priceOf(lot),
  auction_highest_bidder: 6_000_000 + (lot.listing.number % 1000),
  auction_number_of_bids: 1,
  auction_ends_at: Math.floor(lot.listing.listedAt / 1000) + 180,
});

const messagesOf: PlayedFeed['messagesOf'] = (changes, { joined }) => {
  if (!joined.has(filtered)) return [];
  const [added, repriced, removed] = [
    lotsIn(changes, 'added'),
    lotsIn(changes, 'repriced'),
    lotsIn(changes, 'removed'),
  ];
  return [
    ...some(
      'new_item',
      added.map((lot) => writeItem(lot, lot.listing.listedAt)),
    ),
    ...some(
      'auction_update',
      added.filter(({ isAuction }) => isAuction).map((lot) => bidOf(lot)),
    ),
    ...repriced
      .filter(({ isAuction }) => !isAuction)
      .map((lot) => ['updated_item', writeItem(lot, lot.listing.listedAt)]),
    ...some('deleted_item', removed.map(idOf)),
    ...some(
      'updated_seller_online_status',
      added.map((lot) => ({ deposit_id: idOf(lot), current: lot.listing.number % 2 })),
    ),
  ];
};

const feed: PlayedFeed = {
  host: 'trade.csgoempire.com',
  path: '/s/',
  framing: { name: 'socket-io', parser: 'default', namespace: '/trade' },
  games: ['CS2'],
  receive: (message, { joined }) => {
    if (Array.isArray(message) && message[0] === 'filters') joined.add(filtered);
    return [];
  },
  messagesOf,
};

/** CSGOEmpire: a list in pages and a feed of events, priced in coins, auctions among them. */
export const csgoempire: Player = {
  slug,
  hosts: ['csgoempire.com'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/v2\/trading\/items$/, answer: items }]),
  feeds: [feed],
};
