import { isObject } from '../../../schema/index.ts';
import { fadeOf } from '../../market/piece/fade.ts';
import type { PlayedChange, PlayedListing } from '../../market/world.ts';
import type { PlayedFeed, Player } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { bareAppliedName, bareStickerName, exteriorOf, isCommodity } from '../cs2-name.ts';
import { pictureTokenOf } from '../picture.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { typeLineOf } from '../steam/steam-text.ts';
import { uuidOf } from '../steam-ids.ts';

const slug = 'skins-com';
const guestLimit = 200;
const auctionMs = 180_000;
/** Keeps their ids apart from those of offers, which are far larger. */
const auctionIds = 1_000_000_007;

const cents = (usd: number): number => Math.max(1, Math.round(usd * 100));

/** Some listings have an auction alongside, with its own number. */
type Lot = { readonly listing: PlayedListing; readonly isAuction: boolean };

const lotsOf = (listing: PlayedListing): readonly Lot[] => {
  const lot = { listing, isAuction: false };
  return listing.number % 6 === 1 ? [lot, { listing, isAuction: true }] : [lot];
};

const writeLot = ({ listing, isAuction }: Lot, now: number) => {
  const { item, float, stickers, number, phase, charm } = listing;
  const price = cents(listing.priceUsd * (isAuction ? 0.7 : 1));
  return {
    id: isAuction ? number % auctionIds : number,
    market_name: phase === null ? item.name : `${item.name} - ${phase}`,
    market_value: price,
    purchase_price: price,
    suggested_price: cents(item.basePrice),
    above_recommended_price: 0,
    price_is_unreliable: item.basePrice > 2000,
    is_commodity: isCommodity(item),
    icon_url: pictureTokenOf(item.name),
    name_color: 'D2D2D2',
    preview_id: null,
    wear: float,
    wear_name: exteriorOf(item.name),
    stickers: stickers.map(({ name, stickerId, wear }) => ({
      sticker_id: stickerId,
      wear: wear === 0 ? null : wear,
      name: bareStickerName(name),
      image: pictureTokenOf(name),
    })),
    blue_percentage: null,
    fade_percentage: fadeOf(item, listing.paintSeed)?.toFixed(14) ?? null,
    keychains:
      charm === null ? [] : [{ wear: null, name: bareAppliedName(charm.name), image: pictureTokenOf(charm.name) }],
    type: typeLineOf(item),
    auction_ends_at: isAuction ? new Date(now + auctionMs).toISOString() : null,
    auction_highest_bid: null,
    auction_number_of_bids: 0,
    published_at: new Date(listing.listedAt).toISOString(),
    marketplace_privacy_protection_level: 'base',
  };
};

const lotsIn = cachedList((world, auction: 'yes' | 'no' | 'both') =>
  world
    .items('CS2')
    .flatMap((item) => world.listings(slug, item).flatMap(lotsOf))
    .filter(({ isAuction }) => auction === 'both' || (auction === 'yes') === isAuction),
);

const choiceOf = (auction: string | null) => (auction === 'yes' || auction === 'no' ? auction : 'both');

const base = 'https://trading-api.skins.com/trading/items';

const items: Route['answer'] = ({ query, now }, world) => {
  const size = wholeNumber(query.get('per_page'), 100);
  if (size < 1 || size > guestLimit)
    return { status: 422, body: { success: false, message: `per_page is at most ${guestLimit}` } };
  const lots = lotsIn(world, choiceOf(query.get('auction')), now);
  const page = Math.max(1, wholeNumber(query.get('page'), 1));
  const last = Math.max(1, Math.ceil(lots.length / size));
  const from = (page - 1) * size;
  const data = lots.slice(from, from + size).map((lot) => writeLot(lot, now));
  const urlOf = (number: number): string => `${base}?per_page=${size}&page=${number}`;
  return {
    body: {
      success: true,
      current_page: page,
      data,
      first_page_url: urlOf(1),
      from: data.length === 0 ? null : from + 1,
      last_page: last,
      last_page_url: urlOf(last),
      next_page_url: page < last ? urlOf(page + 1) : null,
      path: base,
      per_page: size,
      prev_page_url: page > 1 ? urlOf(page - 1) : null,
      to: data.length === 0 ? null : from + data.length,
      total: lots.length,
    },
  };
};

const tokenOf = (authorization: string): string => uuidOf(slug, authorization);
const userId = 4242;

/** What a client needs to connect to the feed. */
const socket: Route['answer'] = ({ headers }) => {
  const { authorization = '' } = headers;
  if (!/^Bearer [\w-]{8,}$/.test(authorization))
    return { status: 401, body: { success: false, message: 'Unauthenticated.', message_localized: null } };
  const token = tokenOf(authorization);
  return { body: { user: { id: userId }, socket_token: token, socket_signature: uuidOf(slug, token) } };
};

const identified = 'identified';
const filtered = 'filtered';

const isMember = (claim: unknown): boolean => {
  const { uid, authorizationToken, signature } = isObject(claim) ? claim : {};
  return uid === userId && typeof authorizationToken === 'string' && signature === uuidOf(slug, authorizationToken);
};

const lotsOfKind = (changes: readonly PlayedChange[], kind: PlayedChange['kind']): readonly Lot[] =>
  changes.filter((change) => change.kind === kind).flatMap(({ listing }) => lotsOf(listing));

const some = (event: string, things: readonly unknown[]): readonly unknown[] =>
  things.length === 0 ? [] : [[event, things]];

/** The token in the address is never accepted, so that a client has to identify itself. Every event carries a list. */
const feed: PlayedFeed = {
  host: 'trading-api.skins.com',
  path: '/s/',
  framing: { name: 'socket-io', parser: 'default', namespace: '/trade' },
  games: ['CS2'],
  receive: (message, { joined }) => {
    const [event, claim]: readonly unknown[] = Array.isArray(message) ? message : [];
    if (event === 'identify' && isMember(claim)) joined.add(identified);
    else if (event === 'filters' && joined.has(identified)) joined.add(filtered);
    else if (event !== 'filters') return [];
    return event === 'identify' || !joined.has(identified) ? [['init', { authenticated: joined.has(identified) }]] : [];
  },
  messagesOf: (changes, { joined, request }) => {
    if (!joined.has(filtered)) return [];
    const rows = (kind: PlayedChange['kind']) => lotsOfKind(changes, kind).map((lot) => writeLot(lot, request.now));
    return [
      ...some('new_item', rows('added')),
      ...some('updated_item', rows('repriced')),
      ...some(
        'deleted_item',
        rows('removed').map(({ id }) => id),
      ),
    ];
  },
};

/** Skins.com: its offers in pages, for guests, with auctions among them, and a feed for members. */
export const skinsCom: Player = {
  slug,
  hosts: ['trading-api.skins.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/trading\/items$/, answer: items },
    { method: 'GET', path: /^\/metadata\/socket$/, answer: socket },
  ]),
  feeds: [feed],
};
