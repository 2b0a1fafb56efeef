import { createHash, createHmac } from 'node:crypto';
import { appIdOf, isObject } from '../../../schema/index.ts';
import type { PlayedListing } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { bareStickerName, exteriorOf, isCommodity } from '../cs2-name.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';

const slug = 'csgo500';
const pageLimit = 500;
const buxPerDollar = 1666;
const playedKey = 'played-key';

const refused: StageReply = { status: 401, body: { success: false, message: 'Unauthorized' } };

const read = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** A token that names a user, signed with the played key. */
const isSigned = (token = ''): boolean => {
  const [head = '', claims = '', signature] = token.split('.');
  const user = read(claims);
  return (
    isObject(user) &&
    typeof user['userId'] === 'string' &&
    signature === createHmac('sha256', playedKey).update(`${head}.${claims}`).digest('base64url')
  );
};

const bux = (usd: number): number => Math.max(1, Math.round(usd * buxPerDollar));

const idOf = (number: number, words = ''): string =>
  createHash('md5').update(`${slug} ${words} ${number}`).digest('hex').slice(0, 24);

const instant = (at: number): string => new Date(at).toISOString();

type Lot = {
  readonly listing: PlayedListing;
  readonly isAuction: boolean;
  readonly id: string;
  readonly value: number;
};

/** Occasionally there is an auction in addition to fixed-price listings. */
const lotsOf = (listing: PlayedListing): readonly Lot[] => {
  const value = bux(listing.priceUsd);
  const lot = { listing, isAuction: false, id: idOf(listing.number), value };
  return listing.number % 7 === 1
    ? [lot, { listing, isAuction: true, id: idOf(listing.number, 'auction'), value }]
    : [lot];
};

/** By value, then by id. */
const shopOf = cachedList((world, _all: 'all') =>
  world
    .items('CS2')
    .flatMap((item) => world.listings(slug, item))
    .flatMap(lotsOf)
    .sort((one, other) => one.value - other.value || (one.id < other.id ? -1 : 1)),
);

const writeLot = ({ listing, isAuction, id, value }: Lot, now: number) => {
  const { item, float, paintIndex, paintSeed, phase, stickers } = listing;
  return {
    id,
    userId: idOf(Number(listing.sellerId.slice(-7)), 'user'),
    openId: listing.sellerId,
    appId: appIdOf(item.game),
    name: item.name,
    item: {
      name: item.name,
      appId: appIdOf(item.game),
      assetId: listing.assetId,
      classId: classIdOf(item),
      instanceId: '0',
      isInspected: float !== null,
      stickers: stickers.map(({ name }) => ({ name: bareStickerName(name), icon: 'played' })),
      imageUrl: 'played',
      commodity: isCommodity(item),
      type: item.type,
      nameColor: 'D2D2D2',
      phase,
      paintwear: float,
      paintseed: float === null ? null : paintSeed,
      paintindex: float === null ? null : paintIndex,
      exterior: exteriorOf(item.name),
    },
    value,
    originalValue: bux(item.basePrice),
    modifier: 0,
    status: 3,
    createDate: instant(listing.listedAt),
    auctionEndDate: isAuction ? instant(now + 180_000) : null,
    auctionHighestBidUserId: null,
    auctionHighestBidValue: null,
    auctionBidsCount: 0,
    shortStatus: 'market_listed',
  };
};

/** A page begins after the named row. */
const shop: Route['answer'] = ({ headers, body, now }, world) => {
  if (!isSigned(headers['x-500-auth'])) return refused;
  const { pagination, filters, search } = bodyObject(body);
  const paging = isObject(pagination) ? pagination : {};
  const words = typeof search === 'string' ? search.toLowerCase() : '';
  const all = isObject(filters) && filters['appId'] === 730 ? shopOf(world, 'all', now) : [];
  const lots = words === '' ? all : all.filter(({ listing }) => listing.item.name.toLowerCase().includes(words));
  const from = lots.findIndex(({ id }) => id === paging['referenceId']) + 1;
  const limit = Math.min(pageLimit, Number(paging['limit'] ?? 50));
  const listings = lots.slice(from, from + limit).map((lot) => writeLot(lot, now));
  return { body: { success: true, data: { listings } } };
};

/** 500 Casino: its market's offers, for users that sign with their key. */
export const csgo500: Player = {
  slug,
  hosts: ['tradingapi.500.casino'],
  answer: answerBy([{ method: 'POST', path: /^\/api\/v1\/market\/shop$/, answer: shop }]),
};
