import type { Game } from '../../../schema/index.ts';
import type { PlayedListing } from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply, StageRequest } from '../../player.ts';
import { isSouvenir, isStatTrak } from '../cs2-name.ts';
import { answerBy, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { addressOf } from '../skinport-pages.ts';
import { inspectLinkOf } from '../steam-ids.ts';

const slug = 'shadowpay';
const pageLimit = 1000;

const gameByProject: Readonly<Record<string, Game>> = { csgo: 'CS2', dota2: 'Dota2', rust: 'Rust' };

const cents = (usd: number): number => Math.round(usd * 100) / 100;

const fail = (status: number, error: string): StageReply => ({
  status,
  body: { status: 'error', error_message: error },
});

const isToken = (token: string | null | undefined): boolean => /^[A-Za-z0-9_-]{8,}$/.test(token ?? '');

/** The token is in the header after "Bearer", or in the query. */
const keyed = onlyFor(
  ({ headers, query }) => {
    const [, bearer] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? [];
    return isToken(bearer) || isToken(query.get('token'));
  },
  fail(401, 'Invalid token'),
);

const projectOf = ({ query }: StageRequest) => {
  const project = query.get('project') ?? query.get('game') ?? 'csgo';
  return { project, game: gameByProject[project] ?? null };
};

const prices: Route['answer'] = (request, world) => {
  const { game } = projectOf(request);
  if (game === null) return fail(400, 'Unknown project');
  const data = world.items(game).flatMap((item) => {
    const listings = world.listings(slug, item);
    const cheapest = listings[0];
    if (cheapest === undefined) return [];
    return [{ steam_market_hash_name: item.name, price: cheapest.priceUsd.toFixed(2), volume: listings.length }];
  });
  return { body: { status: 'success', data } };
};

const writtenTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const stickersOf = ({ stickers }: PlayedListing) => stickers.map(({ name }) => ({ steam_market_hash_name: name }));

/** Numbers where text is needed: the last digits of Steam's asset ids are lost to rounding. */
const lossy = (id: string): number => Number(id);

const hold = ({ tradableAt }: PlayedListing) => ({
  is_hold: tradableAt === null ? 0 : 1,
  time_unhold: tradableAt === null ? null : writtenTime(tradableAt),
});

const paint = (listing: PlayedListing) => ({
  floatvalue: listing.float,
  paintindex: listing.paintIndex,
  paintseed: listing.paintSeed,
});

const priceFields = ({ priceUsd, item }: PlayedListing) => {
  const [price, suggested] = [cents(priceUsd), cents(item.basePrice * 1.07)];
  return {
    price,
    price_market: suggested,
    price_real: price,
    price_usd: price,
    price_market_usd: suggested,
  };
};

const writeItem = (listing: PlayedListing, project: string) => {
  const { item, number, listedAt, stickers } = listing;
  return {
    item_amount: 1,
    id: number,
    item_id: item.index + 1,
    user_id: 1 + (number % 90_000),
    state: 'active',
    ...priceFields(listing),
    steam_market_hash_name: item.name,
    project,
    ...paint(listing),
    time_created: writtenTime(listedAt),
    time_finished: null,
    inspect_url: listing.float === null ? null : inspectLinkOf(listing),
    discount: 5,
    steam_exterior: /\(([^()]*)\)$/.exec(item.name)?.[1] ?? null,
    phase: listing.phase,
    is_stattrak: isStatTrak(item.name) ? 1 : 0,
    steam_is_souvenir: isSouvenir(item.name) ? 1 : 0,
    steam_asset_id: lossy(listing.assetId),
    count_stickers: stickers.length,
    stickers: stickersOf(listing),
    ...hold(listing),
    delivery_type: 1,
    delivery_time: 0,
    url_name: addressOf(item.name),
  };
};

const page = (request: StageRequest, listings: readonly PlayedListing[], project: string) => {
  const { query } = request;
  const from = wholeNumber(query.get('offset'), 0);
  const size = Math.min(pageLimit, wholeNumber(query.get('limit'), 50));
  const sorted = [...listings].sort((a, b) => a.priceUsd - b.priceUsd);
  if (query.get('sort_dir') === 'desc') sorted.reverse();
  return sorted.slice(from, from + size).map((listing) => writeItem(listing, project));
};

const items: Route['answer'] = (request, world) => {
  const { game, project } = projectOf(request);
  if (game === null) return fail(400, 'Unknown project');
  const item = world.itemNamed(game, request.query.get('steam_market_hash_name') ?? '');
  const listings = item === null ? [] : world.listings(slug, item);
  return {
    body: { status: 'success', data: page(request, listings, project), metadata: { total: listings.length } },
  };
};

/** Without a search the newest of all offers are returned, in the requested order. */
const siteLimit = 2000;

const siteItems: Route['answer'] = (request, world) => {
  const { game, project } = projectOf(request);
  if (game === null) return fail(400, 'Unknown game');
  const found = world.newestListings(slug, game, siteLimit);
  return { body: { status: 'success', items: page(request, found, project) } };
};

const channel = 'offers';

/** One message for everything a tick brought; removals are not reported. */
const feed: PlayedFeed = {
  host: 'ws.shadowpay.com',
  path: '/connection/websocket',
  framing: { name: 'centrifugo', protocol: 1, channels: [channel], granted: [channel], admits: isToken },
  games: ['CS2', 'Dota2', 'Rust'],
  messagesOf: (changes) => {
    const offers = changes
      .filter(({ kind }) => kind !== 'removed')
      .map(({ listing }) => ({
        id: listing.number,
        steam_market_hash_name: listing.item.name,
        price: cents(listing.priceUsd),
        stickers: stickersOf(listing),
      }));
    return offers.length === 0 ? [] : [{ channel, data: { offers } }];
  },
};

/** ShadowPay: prices and searches with a key, the site's list, and a feed that never reports removals. */
export const shadowpay: Player = {
  slug,
  hosts: ['api.shadowpay.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/v2\/user\/items\/prices$/, answer: keyed(prices) },
    { method: 'GET', path: /^\/api\/v2\/user\/items$/, answer: keyed(items) },
    { method: 'GET', path: /^\/api\/market\/get_items$/, answer: siteItems },
  ]),
  feeds: [feed],
};
