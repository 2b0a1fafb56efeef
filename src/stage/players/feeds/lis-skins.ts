import type { Game } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, World } from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply, StageRequest } from '../../player.ts';
import { bareStickerName } from '../cs2-name.ts';
import { marketExport } from '../market-export.ts';
import { answerBy, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { classIdOf, uuidOf } from '../steam-ids.ts';

const slug = 'lis-skins';
const pageLimit = 200;

const games: Readonly<Record<string, { readonly game: Game; readonly id: number }>> = {
  csgo: { game: 'CS2', id: 1 },
  dota2: { game: 'Dota2', id: 2 },
  rust: { game: 'Rust', id: 3 },
};
const gameIdOf = (game: Game): number => Object.values(games).find((one) => one.game === game)?.id ?? 0;

const dollars = (usd: number): number => Math.round(usd * 100) / 100;

// Six decimals of a second, as on the real site
const instant = (at: number): string => new Date(at).toISOString().replace('Z', '000Z');

const writeStickers = ({ stickers, patches }: PlayedListing) =>
  [...stickers, ...patches].map(({ name, stickerId, wear, slot: index }) => ({
    name: bareStickerName(name),
    image: `https://img.lis-skins.com/stickers/${stickerId}.png`,
    wear: Math.round(wear * 100),
    slot: index,
  }));

/** A lot as in the file and the search. */
const writeLot = (listing: PlayedListing) => ({
  id: listing.number,
  name: listing.item.name,
  price: dollars(listing.priceUsd),
  unlock_at: listing.tradableAt === null ? null : instant(listing.tradableAt),
  item_class_id: classIdOf(listing.item),
  created_at: instant(listing.listedAt),
  item_asset_id: listing.assetId,
  game_id: gameIdOf(listing.item.game),
  item_float: listing.float === null ? null : String(listing.float),
  name_tag: listing.nameTag,
  item_paint_index: listing.paintIndex,
  item_paint_seed: listing.paintSeed,
  stickers: writeStickers(listing),
});

const grouped: Route['answer'] = (_request, world, [word = '']) => {
  const known = games[word];
  return known === undefined ? null : { body: marketExport(world, slug, 'https://lis-skins.com', known.game, word) };
};

const everything: Route['answer'] = ({ now }, world, [word = '']) => {
  const known = games[word];
  if (known === undefined) return null;
  return {
    body: {
      status: 'success',
      last_update: Math.floor(now / 1000),
      items: world.items(known.game).flatMap((item) => world.listings(slug, item).map(writeLot)),
    },
  };
};

const refused: StageReply = { status: 401, body: { error: 'unauthenticated' } };

/** Any key of letters, digits, dash and underscore is accepted after "Bearer". */
const keyed = onlyFor((request) => /^Bearer [A-Za-z0-9_-]{8,}$/.test(request.headers['authorization'] ?? ''), refused);

const namesOf = (query: URLSearchParams): readonly string[] =>
  [...query].flatMap(([name, value]) => (/^names(\[\d*\])?$/.test(name) ? [value] : []));

const isWithin = (value: number | null, from: string | null, to: string | null): boolean =>
  (from === null || (value !== null && value >= Number(from))) &&
  (to === null || (value !== null && value <= Number(to)));

const orders: Readonly<Record<string, (a: PlayedListing, b: PlayedListing) => number>> = {
  lowest_price: (a, b) => a.priceUsd - b.priceUsd,
  highest_price: (a, b) => b.priceUsd - a.priceUsd,
  newest: (a, b) => b.listedAt - a.listedAt,
};

const found = ({ query }: StageRequest, world: World, items: readonly CatalogueItem[]): readonly PlayedListing[] => {
  const param = (name: string) => query.get(name);
  return items
    .flatMap((item) => world.listings(slug, item))
    .filter((lot) => isWithin(lot.priceUsd, param('price_from'), param('price_to')))
    .filter((lot) => isWithin(lot.float, param('float_from'), param('float_to')))
    .filter((lot) => param('only_unlocked') !== '1' || lot.tradableAt === null)
    .sort(orders[param('sort_by') ?? 'lowest_price']);
};

const search: Route['answer'] = (request, world) => {
  const { query } = request;
  const game = games[query.get('game') ?? '']?.game;
  if (game === undefined) return { status: 422, body: { error: 'validation_failed' } };
  const names = namesOf(query);
  const items = names.length === 0 ? world.items(game) : names.map((name) => world.itemNamed(game, name));
  const lots = found(
    request,
    world,
    items.filter((item) => item !== null),
  );
  const size = Math.min(pageLimit, Math.max(1, wholeNumber(query.get('per_page'), pageLimit)));
  const from = wholeNumber(query.get('cursor'), 0);
  return {
    body: {
      data: lots.slice(from, from + size).map(writeLot),
      meta: { next_cursor: lots.length > from + size ? String(from + size) : null, per_page: size },
    },
  };
};

const tokenPrefix = 'played-socket-';

const socketToken: Route['answer'] = ({ headers }) => ({
  body: { data: { token: tokenPrefix + uuidOf(slug, headers['authorization'] ?? '') } },
});

const eventNames = {
  added: 'obtained_skin_added',
  repriced: 'obtained_skin_price_changed',
  removed: 'obtained_skin_deleted',
} as const;

/** On the feed a lot has neither asset nor game, and a removed lot has only a few fields. */
const writeEvent = ({ kind, listing }: PlayedChange) => {
  const { item_asset_id: _asset, game_id: _game, ...lot } = writeLot(listing);
  const { id, name, price, item_float } = lot;
  const data = kind === 'removed' ? { id, name, price, item_float } : lot;
  return { channel, data: { ...data, event: eventNames[kind] } };
};

const channel = 'public:obtained-skins';

const feed: PlayedFeed = {
  host: 'ws.lis-skins.com',
  path: '/connection/websocket',
  framing: {
    name: 'centrifugo',
    protocol: 2,
    channels: [channel],
    admits: (token) => token?.startsWith(tokenPrefix) === true,
  },
  games: ['CS2', 'Dota2', 'Rust'],
  messagesOf: (changes) => changes.map(writeEvent),
};

/** LIS-SKINS: for each game a public file of names and one of all lots, a search with a key, and a feed of all games. */
export const lisSkins: Player = {
  slug,
  hosts: ['lis-skins.com', 'api.lis-skins.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/market_export_json\/(csgo|dota2|rust)\.json$/, answer: grouped },
    { method: 'GET', path: /^\/market_export_json\/api_(csgo|dota2|rust)_full\.json$/, answer: everything },
    { method: 'GET', path: /^\/v1\/market\/search$/, answer: keyed(search) },
    { method: 'GET', path: /^\/v1\/user\/get-ws-token$/, answer: keyed(socketToken) },
  ]),
  feeds: [feed],
};
