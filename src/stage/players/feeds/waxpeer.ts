import { type Game, gameNamed } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, PlayedChange, PlayedListing } from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply, StageRequest } from '../../player.ts';
import { colorOf, exteriorOf } from '../cs2-name.ts';
import { answerBy, bodyObject, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { addressOf } from '../skinport-pages.ts';
import { classIdOf, uuidOf } from '../steam-ids.ts';

const slug = 'waxpeer';
const namesAtOnce = 50;

const codes: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust', TF2: 'tf2' };
const games: readonly Game[] = ['CS2', 'Dota2', 'Rust', 'TF2'];

/** Thousandths of a dollar. */
const mills = (usd: number): number => Math.max(1, Math.round(usd * 1000));

/** Ids of Rust have 19 digits, beyond what a double holds. */
const itemIdOf = ({ item, assetId, number }: PlayedListing): string =>
  item.game === 'Rust' ? String(7_340_000_000_000_000_000n + BigInt(number)) : assetId;

const imageOf = (item: CatalogueItem): string => `https://images.waxpeer.com/i/${addressOf(item.name)}.webp`;
const ownerOf = ({ sellerId }: PlayedListing): string => uuidOf(slug, sellerId);
const steamMillsOf = (item: CatalogueItem): number => mills(steamPriceOf(item));

const failed = (msg: string, status = 200): StageReply => ({ status, body: { success: false, msg } });

const gameOf = ({ query }: StageRequest): Game | null => gameNamed(query.get('game') ?? 'csgo');

/** Answers 403 without a key. */
const withKey = onlyFor(
  (request) => /^[A-Za-z0-9_-]{8,}$/.test(request.query.get('api') ?? ''),
  failed('wrong api', 403),
);

const isPriced = (price: number, query: URLSearchParams): boolean =>
  price >= wholeNumber(query.get('min_price'), 0) && price <= wholeNumber(query.get('max_price'), 999_999_999);

const isNamed = ({ name }: CatalogueItem, query: URLSearchParams): boolean =>
  name.toLowerCase().includes((query.get('search') ?? '').toLowerCase());

/** Large Steam prices are sent as strings. */
const wordyPrice = (price: number): number | string => (price < 100_000 ? price : String(price));

const writePriced = (item: CatalogueItem, count: number, min: number, isWhole: boolean) => ({
  name: item.name,
  count,
  min,
  img: imageOf(item),
  ...(isWhole
    ? { steam_price: wordyPrice(steamMillsOf(item)), type: item.type, rarity_color: `#${colorOf(item)}` }
    : {}),
});

const prices: Route['answer'] = (request, world) => {
  const { query } = request;
  const game = gameOf(request);
  if (game === null) return failed('Wrong input');
  const items = world.items(game).flatMap((item) => {
    const listings = world.listings(slug, item);
    const min = mills(listings[0]?.priceUsd ?? 0);
    if (listings.length === 0 || !isNamed(item, query) || !isPriced(min, query)) return [];
    return [writePriced(item, listings.length, min, query.get('minified') === '0')];
  });
  return { body: { success: true, items: query.get('single') === '1' ? items.slice(0, 1) : items } };
};

const exteriors: Readonly<Record<string, string>> = {
  FN: 'Factory New',
  MW: 'Minimal Wear',
  FT: 'Field-Tested',
  WW: 'Well-Worn',
  BS: 'Battle-Scarred',
};

const weaponOf = (name: string): string => name.replace(/★ |StatTrak™ /g, '').split(' | ')[0] ?? '';

const isRequested = (listing: PlayedListing, query: URLSearchParams): boolean => {
  const { name } = listing.item;
  const requestedPhases = query.getAll('phase').filter((phase) => phase !== 'any');
  const requestedExteriors = query.getAll('exterior').map((short) => exteriors[short]);
  const weapons = query.getAll('weapon');
  return (
    (requestedPhases.length === 0 || requestedPhases.includes(listing.phase ?? '')) &&
    (requestedExteriors.length === 0 || requestedExteriors.includes(exteriorOf(name) ?? '')) &&
    (weapons.length === 0 || weapons.includes(weaponOf(name)))
  );
};

const writeDoppler = (listing: PlayedListing, isWhole: boolean) => ({
  name: listing.item.name,
  item_id: itemIdOf(listing),
  price: mills(listing.priceUsd),
  phase: listing.phase,
  ...(isWhole
    ? {
        steam_price: steamMillsOf(listing.item),
        img: imageOf(listing.item),
        weapon: weaponOf(listing.item.name),
        paint_index: listing.paintIndex,
        float: listing.float,
      }
    : {}),
});

/** Refused without a phase. As documented, a successful answer has the message of a failure. */
const dopplers: Route['answer'] = ({ query }, world) => {
  if (!query.has('phase')) return failed('Wrong input');
  const items = world
    .items('CS2')
    .filter(({ phases }) => phases.length > 0)
    .flatMap((item) => world.listings(slug, item))
    .filter((listing) => isNamed(listing.item, query) && isRequested(listing, query))
    .map((listing) => writeDoppler(listing, query.get('minified') === '0'));
  return { body: { success: true, items, msg: 'Wrong input' } };
};

const writeListing = (listing: PlayedListing) => ({
  price: mills(listing.priceUsd),
  by: ownerOf(listing),
  item_id: itemIdOf(listing),
  name: listing.item.name,
  paint_index: listing.paintIndex,
  steam_price: steamMillsOf(listing.item),
  classid: classIdOf(listing.item),
  image: imageOf(listing.item),
  ...(listing.phase === null ? {} : { phase: listing.phase }),
});

/** Names without offers have no listings; orders and history are present as documented, but empty. */
const massInfo: Route['answer'] = (request, world) => {
  const game = gameOf(request);
  const { name: names } = bodyObject(request.body);
  if (game === null || !Array.isArray(names) || names.length > namesAtOnce) return failed('Wrong input');
  const data = names.filter(isText).map((name) => {
    const item = world.itemNamed(game, name);
    const listings = item === null ? [] : world.listings(slug, item).map(writeListing);
    return [name, { listings: [listings], orders: [{}], history: [{}], info: {} }] as const;
  });
  return { body: { success: true, data: Object.fromEntries(data) } };
};

const isText = (value: unknown): value is string => typeof value === 'string';

const bestOrders: Route['answer'] = (request, world) => {
  const game = gameOf(request);
  if (game === null) return failed('Wrong input');
  const offers = world.items(game).flatMap((item) => {
    const [best] = world.buyOrders(slug, item);
    return best === undefined
      ? []
      : [{ name: item.name, max: mills(best.priceUsd), by: uuidOf(slug, 'buyer', best.number) }];
  });
  return { body: { success: true, offers, timestamp: Math.floor(request.now / 1000) } };
};

/** The name contains the variant of a Doppler. */
const nameOnFeed = ({ item, phase }: PlayedListing): string =>
  phase === null ? item.name : item.name.replace(/( \([^()]*\))?$/, (wear) => ` ${phase}${wear}`);

const lockOf = ({ tradableAt }: PlayedListing) => {
  if (tradableAt === null) return {};
  const second = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return { send_until: second(tradableAt + 86_400_000), unlock_at: second(tradableAt) };
};

/** Keys are sorted, as the real feed sends them; without stickers `sticker_names` is null or empty. */
const writeItem = (listing: PlayedListing) => {
  const { item, number, stickers, patches, charm } = listing;
  const { send_until, unlock_at } = lockOf(listing);
  // Patches and charms are among the stickers
  const named = [...stickers, ...patches, ...(charm === null ? [] : [charm])].map(({ name }) => name);
  return {
    auto: number % 2 === 0,
    classid: number % 7 === 0 ? null : Number(classIdOf(item)),
    float: listing.float,
    game: codes[item.game],
    instance_id: number % 7 === 0 ? null : 480_085_569,
    item_id: itemIdOf(listing),
    name: nameOnFeed(listing),
    paint_index: listing.paintIndex,
    phase: listing.phase ?? '',
    price: mills(listing.priceUsd),
    ...(send_until === undefined ? {} : { send_until }),
    ...(number % 5 === 0 ? {} : { steam_id: listing.sellerId }),
    steam_price: steamMillsOf(item),
    sticker_names: named.length === 0 && number % 3 === 0 ? null : named,
    ...(unlock_at === undefined ? {} : { unlock_at }),
  };
};

/** Sales and withdrawals are both sent as removals. */
const messageOf = ({ kind, listing }: PlayedChange): readonly unknown[] => {
  if (kind !== 'removed') return [kind === 'added' ? 'new' : 'update', writeItem(listing)];
  const { game, item_id, name, price } = writeItem(listing);
  return ['removed', { game, item_id, name, price }];
};

const subscribed = (message: unknown): string | null => {
  const [event, criteria]: readonly unknown[] = Array.isArray(message) ? message : [];
  if ((event !== 'subscribe' && event !== 'sub') || typeof criteria !== 'object' || criteria === null) return null;
  const { name } = criteria as { readonly name?: unknown };
  return typeof name === 'string' && Object.values(codes).includes(name) ? name : null;
};

const feed: PlayedFeed = {
  host: 'waxpeer.com',
  path: '/socket.io/',
  framing: { name: 'socket-io', parser: 'default' },
  games,
  receive: (message, { joined }) => {
    const name = subscribed(message);
    if (name === null || joined.has(name)) return [];
    joined.add(name);
    return [['subscribed', { name }]];
  },
  messagesOf: (changes, { joined }) =>
    changes.filter(({ listing }) => joined.has(codes[listing.item.game])).map(messageOf),
};

/** Waxpeer: public lists of prices and best orders, listings with a key, and a feed of the changes in a game. */
export const waxpeer: Player = {
  slug,
  hosts: ['api.waxpeer.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/v1\/prices$/, answer: prices },
    { method: 'GET', path: /^\/v1\/prices\/dopplers$/, answer: dopplers },
    { method: 'POST', path: /^\/v1\/mass-info$/, answer: withKey(massInfo) },
    { method: 'GET', path: /^\/v1\/buy-orders\/snapshot$/, answer: bestOrders },
  ]),
  feeds: [feed],
};
