import { appIdOf, type Game, gameNamed } from '../../../schema/index.ts';
import { plainItem } from '../../catalogue/item.ts';
import { shareOf } from '../../catalogue/worth.ts';
import type { CatalogueItem, PlayedPiece, World } from '../../market/world.ts';
import type { StageReply, StageRequest } from '../../player.ts';
import { isCommodity } from '../cs2-name.ts';
import { type Route, wholeNumber } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';
import { type Account, accountOf } from './steam-accounts.ts';
import { classOfApplied, writeDescription } from './steam-listing.ts';
import { inventoryProperties } from './steam-properties.ts';

const maxPage = 2000;
/** What items bought or traded in the last seven days are in; only their owner sees it. */
const protectedContext = '16';
const publicContext = '2';

/** A piece, and whether it can be sold. */
type Owned = { readonly piece: PlayedPiece; readonly isMarketable: boolean };

/** Made-up ones of what nobody can sell; the contents of a storage unit are never told. */
const unmarketable = ['2026 Service Medal', '5 Year Veteran Coin', 'Storage Unit', 'Loyalty Badge'] as const;

const unmarketableItems = (): readonly CatalogueItem[] =>
  unmarketable.map((name, position) => ({
    ...plainItem,
    game: 'CS2',
    name,
    index: 9_000_000 + position,
    type: name === 'Storage Unit' ? 'Tool' : 'Collectible',
    rarity: name === 'Storage Unit' ? 'Base Grade' : 'Extraordinary',
    basePrice: 0,
  }));

/** Every third item is one of a few of which the owner has many. */
const itemAt = (items: readonly CatalogueItem[], many: readonly CatalogueItem[], steamId: string, position: number) => {
  const from = position % 3 === 2 && many.length > 0 ? many : items;
  return from[Math.floor(shareOf(`${steamId} ${position}`) * from.length)];
};

const howMany = 12;

const ownerNumber = (steamId: string, game: Game): number => Number(BigInt.asIntN(32, BigInt(steamId))) ^ appIdOf(game);

const ownedBy = (world: World, { steamId, itemCount, hasUnmarketable }: Account, game: Game): readonly Owned[] => {
  const items = world.items(game);
  const many = items.filter(isCommodity).slice(0, howMany);
  const owner = ownerNumber(steamId, game);
  const sellable = Array.from({ length: itemCount }, (_, position) => {
    const item = itemAt(items, many, steamId, position);
    return item === undefined ? [] : [{ piece: world.pieceOf(item, owner, position), isMarketable: true }];
  }).flat();
  const others = game === 'CS2' && hasUnmarketable ? unmarketableItems() : [];
  return [
    ...others.map((item, position) => ({ piece: world.pieceOf(item, owner, -1 - position), isMarketable: false })),
    ...sellable,
  ];
};

const hasOwnLines = ({ stickers, patches, charm, nameTag, statTrakCount, effect }: PlayedPiece): boolean =>
  stickers.length + patches.length > 0 || [charm, nameTag, statTrakCount, effect].some((one) => one !== null);

/** Pieces that look alike share a description, and so this number. */
const instanceOf = (piece: PlayedPiece): string => (hasOwnLines(piece) ? String(piece.number) : '302028390');

const writeAsset = ({ piece }: Owned) => ({
  appid: appIdOf(piece.item.game),
  contextid: publicContext,
  assetid: piece.assetId,
  classid: classIdOf(piece.item),
  instanceid: instanceOf(piece),
  amount: '1',
});

/** The same as on the market, with numbers for what is true or false there; only Rust's type is empty. */
const writeOwned = ({ piece, isMarketable }: Owned) => {
  const { market_tradable_restriction, market_marketable_restriction, ...description } = writeDescription(
    piece.item,
    piece,
  );
  return {
    ...description,
    instanceid: instanceOf(piece),
    currency: 0,
    tradable: isMarketable ? 1 : 0,
    marketable: isMarketable ? 1 : 0,
    commodity: isCommodity(piece.item) ? 1 : 0,
    sealed: 0,
    type: piece.item.game === 'Rust' ? '' : description.type,
    ...(isMarketable ? { market_tradable_restriction, market_marketable_restriction } : {}),
  };
};

const nothing = { total_inventory_count: 0, success: 1, rwgrsn: -2 } as const;

/** Without `raw_asset_properties` it tells nothing of floats and seeds. */
const writePage = (world: World, all: readonly Owned[], query: URLSearchParams) => {
  const after = query.get('start_assetid');
  const start = after === null ? 0 : all.findIndex(({ piece }) => piece.assetId === after) + 1;
  const page = all.slice(start, start + wholeNumber(query.get('count'), maxPage));
  const byClass = new Map(page.map((owned) => [`${owned.piece.item.index}/${instanceOf(owned.piece)}`, owned]));
  const classOf = (name: string, number: number) => classOfApplied(world, name, number);
  const isRaw = query.get('raw_asset_properties') === '1';
  const properties = isRaw ? page.flatMap(({ piece }) => inventoryProperties(piece, classOf) ?? []) : [];
  const hasMore = start + page.length < all.length;
  return {
    assets: page.map(writeAsset),
    descriptions: [...byClass.values()].map(writeOwned),
    ...(properties.length === 0 ? {} : { asset_properties: properties }),
    ...(hasMore ? { more_items: 1, last_assetid: page.at(-1)?.piece.assetId } : {}),
    ...nothing,
    total_inventory_count: all.length,
  };
};

const refusal = (status: number, body: unknown = 'null'): StageReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
});

const budget = { requests: 60, perMs: 60_000 } as const;

/** Counts the requests of a minute, in each world: everybody here has the same address. */
const createBudget = () => {
  const worlds = new WeakMap<World, number[]>();
  return (world: World, now: number): boolean => {
    const recent = (worlds.get(world) ?? []).filter((at) => now - at < budget.perMs);
    worlds.set(world, recent);
    if (recent.length >= budget.requests) return false;
    recent.push(now);
    return true;
  };
};

const answer = ({ query }: StageRequest, world: World, [steamId = '', appid = '', context = '']: readonly string[]) => {
  const account = accountOf(steamId);
  const game = gameNamed(appid);
  if (account === null || game === null || wholeNumber(query.get('count'), maxPage) > maxPage) return refusal(400);
  if (account.isPrivate) return refusal(403);
  if (!account.ownsGames)
    return refusal(500, { success: false, error: 'EYldRefreshAppIfNecessary failed with EResult 10' });
  const owned = context === publicContext ? ownedBy(world, account, game) : [];
  if (context !== publicContext && context !== protectedContext) return refusal(500, { success: false });
  return { body: owned.length === 0 ? nothing : writePage(world, owned, query) };
};

/** The public inventory of an account. */
export const inventoryRoute = (): Route => {
  const isWithinBudget = createBudget();
  return {
    method: 'GET',
    path: /^\/inventory\/(\d+)\/(\d+)\/(\d+)\/?$/,
    answer: (request, world, parts) =>
      isWithinBudget(world, request.now) ? answer(request, world, parts) : refusal(429),
  };
};
