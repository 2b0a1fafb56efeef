import { appIdOf, type Game, gameNamed, isObject } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { PlayedFeed, Player, StageRequest } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { bareAppliedName, bareStickerName, exteriorOf, isCommodity } from '../cs2-name.ts';
import { pictureTokenOf } from '../picture.ts';
import { answerBy, bodyObject, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { inspectLinkOf } from '../steam-ids.ts';

const slug = 'cs-deals';

/** Few items are sold here; others do not appear. */
const isSold = ({ index, game, name }: CatalogueItem): boolean => index % 4 === 0 || name === liquidNames[game];

const itemsOf = (world: World, game: Game): readonly unknown[] =>
  world.items(game).flatMap((item) => {
    const [cheapest] = world.listings(slug, item);
    return cheapest === undefined || !isSold(item)
      ? []
      : [{ marketname: item.name, lowest_price: cheapest.priceUsd.toFixed(4) }];
  });

/** The game can be given in the URL or in a body, even of a GET. */
const lowestPrices: Route['answer'] = ({ query, body, now }, world) => {
  const given = query.get('appid') ?? bodyObject(body)['appid'];
  const game = /^\d+$/.test(String(given)) ? gameNamed(String(given)) : null;
  if (game === null) return { body: { success: false, error: 'Invalid appid' } };
  return {
    body: {
      success: true,
      response: {
        time_updated: Math.floor(now / 60_000) * 60,
        appid: appIdOf(game),
        items: itemsOf(world, game),
      },
    },
  };
};

const cents = (usd: number): number => Math.round(usd * 100);
const timeText = (at: number): string => new Date(at).toISOString();

const stickersOf = ({ stickers }: PlayedListing) =>
  stickers.map(({ name, stickerId, slot, wear }) => ({
    slot,
    sticker_id: stickerId,
    name: bareStickerName(name),
    image: pictureTokenOf(name),
    wear: wear === 0 ? null : wear,
    scale: null,
    rotation: null,
    tint_id: null,
    offset_x: null,
    offset_y: null,
    offset_z: null,
    pattern: null,
  }));

/** Fields of all games, null where they belong to another. */
const detailOf = (listing: PlayedListing) => {
  const { item, float, charm } = listing;
  const isCs2 = item.game === 'CS2';
  return {
    cs_weapon: item.weapon,
    cs_wear: isCs2 ? exteriorOf(item.name) : null,
    cs_inspect_link: float === null ? null : inspectLinkOf(listing),
    cs_paint_wear: float,
    cs_paint_seed: listing.paintSeed,
    cs_paint_index: listing.paintIndex,
    cs_stickers: isCs2 && float !== null ? stickersOf(listing) : null,
    cs_keychains: charm === null ? null : [{ name: bareAppliedName(charm.name), pattern: charm.pattern }],
    rust_type: item.game === 'Rust' ? item.type : null,
    tf2_quality: item.game === 'TF2' ? item.quality : null,
    dota_hero: item.hero,
    tf2_effect: listing.effect?.name ?? null,
    tf2_spells: [],
    tf2_attributes: item.game === 'TF2' ? { craftable: true, uncraftable: false, festivized: false } : null,
  };
};

/** Every copy is its own listing. */
const writeListing = (listing: PlayedListing) => {
  const { item, number, tradableAt } = listing;
  return {
    app_id: appIdOf(item.game),
    market_hash_name: item.name,
    price: cents(listing.priceUsd),
    amount: 1,
    commodity: item.game !== 'CS2' || isCommodity(item),
    created_at: timeText(listing.listedAt),
    steam_asset_id: listing.assetId,
    icon_url: pictureTokenOf(item.name),
    trade_locked_until: tradableAt === null ? null : timeText(tradableAt),
    ...detailOf(listing),
    id: number,
  };
};

const sold = cachedList((world, game: Game) =>
  world
    .items(game)
    .filter(isSold)
    .flatMap((item) => world.listings(slug, item))
    .sort((a, b) => b.number - a.number),
);

const gameOf = (query: URLSearchParams): Game | null => gameNamed(query.get('app_id') ?? '');

const isKeyed = ({ headers }: StageRequest): boolean => /^Bearer [\w-]{8,}$/.test(headers['authorization'] ?? '');
const unauthorised = { status: 401, body: { error: 'UNAUTHORISED' } };
const badRequest = { status: 400, body: { error: 'BAD_REQUEST' } };

const keyed = onlyFor(isKeyed, unauthorised);

const metadataOf = (total: number, limit: number) => ({
  total_pages: Math.ceil(total / limit),
  total_items: total,
  current_page: 1,
  current_limit: limit,
});

/** Newest first; the cursor is the id of the last listing of a page. */
const listings = keyed(({ query, now }, world) => {
  const game = gameOf(query);
  const limit = wholeNumber(query.get('limit'), 500);
  if (game === null || (limit !== 500 && limit !== 1000)) return badRequest;
  const cursor = Number(query.get('cursor') ?? Number.POSITIVE_INFINITY);
  const all = sold(world, game, now);
  const left = all.filter(({ number }) => number < cursor);
  const page = left.slice(0, limit);
  const next = left.length > limit ? (page.at(-1)?.number ?? null) : null;
  return { body: { listings: page.map(writeListing), next_cursor: next, metadata: metadataOf(all.length, limit) } };
});

const writeSale = ({ item, priceUsd, soldAt }: PlayedSale) => ({
  app_id: appIdOf(item.game),
  market_hash_name: item.name,
  price: cents(priceUsd),
  amount: 1,
  sold_at: timeText(soldAt),
});

const sales = keyed(({ query }, world) => {
  const game = gameOf(query);
  const limit = wholeNumber(query.get('limit'), 100);
  if (game === null) return badRequest;
  const item = world.itemNamed(game, query.get('market_hash_name') ?? '');
  const found = item === null ? [] : world.sales(slug, item);
  return { body: { sales: found.slice(0, limit).map(writeSale), metadata: metadataOf(found.length, limit) } };
});

const eventOf = (change: PlayedChange, world: World): { readonly event: string; readonly data: unknown } => {
  const { listing } = change;
  const { id, ...row } = writeListing(listing);
  const named = { listing_id: id, app_id: row.app_id };
  if (change.kind === 'added') return { event: 'listing.created', data: { ...named, ...row } };
  if (change.kind === 'repriced')
    return {
      event: 'listing.price_changed',
      data: { ...named, price_before: row.price + 7, price_after: row.price },
    };
  const sale = world.sales(slug, listing.item).find(({ number }) => number === id);
  if (sale === undefined) return { event: 'listing.removed', data: named };
  return {
    event: 'listing.sold',
    data: { ...named, ...writeSale(sale), listed_at: row.created_at },
  };
};

const everything = 'everything';

/** The games that a member asked for; without a filter, all. */
const wants = (game: Game, joined: ReadonlySet<string>): boolean =>
  joined.has(everything) || joined.has(String(appIdOf(game)));

const feed: PlayedFeed = {
  host: 'api.cs.deals',
  path: '/public/v1/ws',
  framing: { name: 'json' },
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  admit: (request) => (isKeyed(request) ? null : unauthorised),
  receive: (message, { joined }) => {
    if (!isObject(message) || message['op'] !== 'subscribe') return [];
    const appIds = Array.isArray(message['app_ids']) ? message['app_ids'].map(String) : [everything];
    for (const appId of appIds) joined.add(appId);
    return [{ event: 'subscribed' }];
  },
  messagesOf: (changes, { joined, request }, world) =>
    changes
      .filter(({ listing }) => wants(listing.item.game, joined) && isSold(listing.item))
      .map((change) => ({
        ...eventOf(change, world),
        seq: change.listing.number,
        ts: timeText(request.now),
      })),
};

const path = /^\/API\/IPricing\/GetLowestPrices\/v1$/;

/** CS.Deals: the lowest prices of a thin market, public; listings, sales and a feed with a key. */
export const csDeals: Player = {
  slug,
  hosts: ['cs.deals', 'api.cs.deals'],
  answer: answerBy([
    { method: 'GET', path, answer: lowestPrices },
    { method: 'POST', path, answer: lowestPrices },
    { method: 'GET', path: /^\/public\/v1\/listings$/, answer: listings },
    { method: 'GET', path: /^\/public\/v1\/sales$/, answer: sales },
  ]),
  feeds: [feed],
};
