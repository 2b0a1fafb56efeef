import { appIdOf, type Game } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, World } from '../../market/world.ts';
import type { PlayedFeed } from '../../player.ts';
import { exteriorOf, isSouvenir, isStar, isStatTrak } from '../cs2-name.ts';
import { addressOf } from '../skinport-pages.ts';
import { typeLineOf } from '../steam/steam-text.ts';
import { classIdOf, inspectLinkOf } from '../steam-ids.ts';

const currencies: ReadonlySet<unknown> = new Set(['USD', 'EUR', 'CNY', 'RUB']);

/** A member joins one game in one currency. */
const roomOf = (appId: unknown, currency: unknown): string => `${appId}/${currency}`;

const cents = (usd: number, rate: number): number => Math.max(1, Math.round(usd * rate * 100));

const lockOf = ({ tradableAt }: PlayedListing): Date | null => (tradableAt === null ? null : new Date(tradableAt));

const stickersOf = ({ stickers, patches }: PlayedListing) =>
  [...stickers, ...patches].map(({ name, slot, wear, stickerId }) => ({
    name,
    ...(name.startsWith('Patch | ') ? { type: 'Patch' } : {}),
    slot,
    wear: wear === 0 ? null : wear,
    sticker_id: stickerId,
    value: 100 + (stickerId % 900),
    offset_x: null,
    offset_y: null,
    rotation: null,
    scale: null,
  }));

const charmsOf = ({ charm }: PlayedListing) =>
  charm === null ? [] : [{ name: charm.name, pattern: charm.pattern, value: 100 + (charm.charmId % 900) }];

const localised = <Key extends string>(key: Key, value: string | null) =>
  ({ [key]: value, [`${key}_localized`]: value }) as Readonly<Record<Key | `${Key}_localized`, string | null>>;

const namesOf = (item: CatalogueItem) => {
  const [first = '', rest] = item.name.replace(/★ ?|StatTrak™ |Souvenir /g, '').split(' | ');
  const family = (rest ?? first).replace(/ \([^()]*\)$/, '');
  const exterior = exteriorOf(item.name);
  const rarity = item.rarity ?? 'Base Grade';
  return {
    ...localised('family', family),
    name: family,
    title: first,
    text: [exterior, rarity, item.type].filter((word) => word !== null).join(' '),
    marketName: item.name,
    marketHashName: item.name,
    ...localised('category', item.type),
    ...localised('subCategory', first),
    ...localised('rarity', rarity),
    ...localised('collection', item.collection),
    type: typeLineOf(item),
    exterior,
    quality: isStar(item.name) ? '★' : null,
    souvenir: isSouvenir(item.name),
    stattrak: isStatTrak(item.name),
    tags: [{ name: item.type, name_localized: item.type }],
  };
};

const ofItem = (item: CatalogueItem) => ({
  itemId: item.index,
  appid: appIdOf(item.game),
  url: addressOf(item.name),
  classid: classIdOf(item),
  ...namesOf(item),
});

// Thousands of sales are of the same items
const cached = new WeakMap<CatalogueItem, ReturnType<typeof ofItem>>();
const cachedOf = (item: CatalogueItem): ReturnType<typeof ofItem> => {
  const known = cached.get(item) ?? ofItem(item);
  cached.set(item, known);
  return known;
};

const ids = (listing: PlayedListing, index: number) => ({
  id: index,
  saleId: listing.number,
  productId: listing.number,
  assetId: listing.number % 100_000_000,
  steamid: listing.sellerId,
  assetid: listing.assetId,
});

const writeSale = (listing: PlayedListing, index: number, status: 'listed' | 'sold', money: Money) => ({
  ...ids(listing, index),
  ...cachedOf(listing.item),
  color: '#8650AC',
  bgColor: null,
  image: '',
  lock: lockOf(listing),
  version: listing.phase ?? 'default',
  versionType: listing.phase?.toLowerCase().replace(' ', '') ?? 'default',
  stackAble: listing.float === null,
  suggestedPrice: cents(listing.item.basePrice * 1.08, money.rate),
  salePrice: cents(listing.priceUsd, money.rate),
  currency: money.currency,
  saleStatus: status,
  saleType: 'public',
  pattern: listing.paintSeed,
  finish: listing.paintIndex,
  customName: listing.nameTag,
  wear: listing.float,
  link: listing.float === null ? null : inspectLinkOf(listing),
  rarityColor: '#eb4b4b',
  stickers: stickersOf(listing),
  charms: charmsOf(listing),
  canHaveScreenshots: listing.float !== null,
  screenshots: [],
  ownItem: false,
});

type Money = { readonly currency: string; readonly rate: number };

const moneyOf = (room: string, world: World): Money => {
  const currency = room.split('/')[1];
  const rate = currency === 'EUR' || currency === 'CNY' || currency === 'RUB' ? world.rates[currency] : 1;
  return { currency: currency ?? 'USD', rate };
};

/** New prices and withdrawals are not sent. */
const messagesIn = (changes: readonly PlayedChange[], money: Money): readonly unknown[] => {
  const listed = changes.filter(({ kind }) => kind === 'added');
  const sold = changes.filter((change) => change.kind === 'removed' && change.isSold);
  return [['listed', listed] as const, ['sold', sold] as const].flatMap(([eventType, found]) =>
    found.length === 0
      ? []
      : [
          [
            'saleFeed',
            { eventType, sales: found.map(({ listing }, index) => writeSale(listing, index, eventType, money)) },
          ],
        ],
  );
};

const joinedRoom = (message: unknown): string | null => {
  const [event, criteria]: readonly unknown[] = Array.isArray(message) ? message : [];
  if (event !== 'saleFeedJoin' || typeof criteria !== 'object' || criteria === null) return null;
  const { currency, appid } = criteria as Readonly<Record<string, unknown>>;
  return currencies.has(currency) ? roomOf(appid, currency) : null;
};

const games: readonly Game[] = ['CS2', 'Dota2', 'Rust', 'TF2'];

/** Skinport's sale feed, in MessagePack with dates. */
export const saleFeed: PlayedFeed = {
  host: 'skinport.com',
  path: '/socket.io/',
  framing: { name: 'socket-io', parser: 'msgpack' },
  games,
  receive: (message, { joined }) => {
    const room = joinedRoom(message);
    if (room !== null) joined.add(room);
    return [];
  },
  messagesOf: (changes, { joined }, world) => {
    const appId = appIdOf(changes[0]?.listing.item.game ?? 'CS2');
    return [...joined]
      .filter((room) => room.startsWith(`${appId}/`))
      .flatMap((room) => messagesIn(changes, moneyOf(room, world)));
  },
};
