import { appIdOf, type Game, gameNamed } from '../../../schema/index.ts';
import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { isStatTrak } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { classIdOf, inspectLinkOf } from '../steam-ids.ts';

const slug = 'tradeit';
const pageLimit = 1000;
const dayMs = 86_400_000;

/** Items of one name and variant, cheapest first. */
type Group = { readonly id: number; readonly item: CatalogueItem; readonly listings: readonly PlayedListing[] };

const groupIdOf = ({ item, phase }: PlayedListing): number =>
  10 * (item.index + 1) + 1 + item.phases.findIndex((one) => one.phase === phase);

const groupsOf = (world: World, item: CatalogueItem): readonly Group[] => {
  const groups = new Map<number, PlayedListing[]>();
  for (const listing of world.listings(slug, item)) {
    const id = groupIdOf(listing);
    groups.set(id, [...(groups.get(id) ?? []), listing]);
  }
  return [...groups].map(([id, listings]) => ({ id, item, listings }));
};

const cents = (usd: number): number => Math.round(usd * 100);

/** Fields common to single items and groups; everything is worth more in a trade. */
const shared = (listing: PlayedListing, id: number | string, groupId: number) => ({
  _id: String(id),
  id,
  groupId,
  name: listing.item.name,
  gameId: String(appIdOf(listing.item.game)),
  steamAppId: appIdOf(listing.item.game),
  steamContextId: 2,
  classId: classIdOf(listing.item),
  price: cents(listing.priceUsd * 1.15),
  priceForTrade: cents(listing.priceUsd * 1.22),
  sitePrice: cents(listing.priceUsd * 1.15),
  storePrice: cents(listing.priceUsd),
  storeBasePrice: cents(listing.priceUsd * 1.02),
  phase: listing.phase,
  metaMappings: { type: 3, rarity: 6, agent: listing.item.type === 'Agent' },
  imgURL: `https://tradeit.gg/static/${classIdOf(listing.item)}.webp`,
  colors: ['#D32CE6'],
  createdAt: new Date(listing.listedAt).toISOString(),
  tradedAt: new Date(listing.listedAt).toISOString(),
  score: 50,
  hasStattrak: isStatTrak(listing.item.name),
  hasStickers: listing.stickers.length > 0,
});

const lockOf = ({ tradableAt }: PlayedListing, now: number): number =>
  tradableAt === null ? 0 : Math.max(0, Math.ceil((tradableAt - now) / dayMs));

const fadeDetails = ({ item, paintSeed }: PlayedListing) => {
  const percentage = fadeOf(item, paintSeed);
  return percentage === null ? {} : { fade: { percentage: Math.round(percentage), ranking: 1, seed: paintSeed } };
};

const writeUnit = (listing: PlayedListing, groupId: number, now: number) => ({
  ...shared(listing, String(listing.number), groupId),
  assetId: listing.assetId,
  floatValue: listing.float ?? -1,
  paintIndex: listing.paintIndex,
  stickers: listing.stickers.map(({ name, stickerId }) => ({
    name,
    img: `https://tradeit.gg/static/${stickerId}.webp`,
  })),
  tradeLockDay: lockOf(listing, now),
  ...fadeDetails(listing),
  botIndex: 1 + (listing.number % 20),
  steamId: listing.sellerId,
  steamInspectLink: listing.float === null ? null : inspectLinkOf(listing),
  assetLength: 1,
});

/** One item is listed on its own, several as a group. */
const writeGroup = ({ id, listings }: Group, now: number): unknown => {
  const [cheapest] = listings;
  if (cheapest === undefined) return null;
  if (listings.length === 1) return writeUnit(cheapest, id, now);
  return {
    ...shared(cheapest, id, id),
    currentStock: listings.length,
    wantedStock: 40,
    floatValues: listings.flatMap(({ float }) => (float === null ? [] : [float])),
    stickers: null,
    tradeLockDay: listings.map((listing) => lockOf(listing, now)),
    assetLength: listings.length,
  };
};

const cheapestOf = ({ listings }: Group): number => listings[0]?.priceUsd ?? 0;
const newestOf = ({ listings }: Group): number => Math.max(...listings.map(({ listedAt }) => listedAt));

const orders: Readonly<Record<string, (one: Group, other: Group) => number>> = {
  Popularity: (one, other) => other.listings.length - one.listings.length,
  Newest: (one, other) => newestOf(other) - newestOf(one),
  'Price - low': (one, other) => cheapestOf(one) - cheapestOf(other),
  'Price - high': (one, other) => cheapestOf(other) - cheapestOf(one),
};

const answerOf = (items: readonly unknown[], groups: readonly Group[]): StageReply => ({
  body: {
    items,
    // PHP writes an empty map as a list
    counts: groups.length === 0 ? [] : Object.fromEntries(groups.map(({ id, listings }) => [id, listings.length])),
    activeBots: groups.length === 0 ? [] : [1, 2, 3],
    badBots: [],
    bestAvailableBotsMax: groups.length === 0 ? 0 : 3,
  },
});

const isWithin = (query: URLSearchParams, group: Group): boolean => {
  const words = (query.get('searchValue') ?? '').toLowerCase();
  const min = Number(query.get('minPrice') || 0);
  const max = Number(query.get('maxPrice') || Number.POSITIVE_INFINITY);
  const price = cheapestOf(group);
  return group.item.name.toLowerCase().includes(words) && min <= price && price <= max;
};

/** The world does not change between two ticks, and a page is a slice of the whole list. */
const allGroups = (world: World, game: Game): readonly Group[] =>
  world.items(game).flatMap((item) => groupsOf(world, item));

const inventory: Route['answer'] = ({ query, now }, world) => {
  const game = gameNamed(query.get('gameId') ?? '');
  if (game === null) return { status: 400, body: { error: 'Unknown game' } };
  const offset = wholeNumber(query.get('offset'), 0);
  const end = offset + Math.min(pageLimit, wholeNumber(query.get('limit'), 160));
  const groupId = query.get('groupId');
  if (groupId !== null) {
    const position = Math.floor(Number(groupId) / 10) - 1;
    const item = world.items(game).find(({ index }) => index === position);
    const groups = item === undefined ? [] : groupsOf(world, item).filter(({ id }) => String(id) === groupId);
    const units = groups.flatMap(({ id, listings }) => listings.map((listing) => writeUnit(listing, id, now)));
    return answerOf(units.slice(offset, end), groups);
  }
  const order = orders[query.get('sortType') ?? 'Popularity'];
  const groups = allGroups(world, game).filter((group) => isWithin(query, group));
  const page = (order === undefined ? groups : [...groups].sort(order)).slice(offset, end);
  return answerOf(
    page.map((group) => writeGroup(group, now)),
    page,
  );
};

/** Tradeit: one endpoint for groups of equal items and for the items of a group. */
export const tradeit: Player = {
  slug,
  hosts: ['tradeit.gg'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/v2\/inventory\/data$/, answer: inventory }]),
};
