import { appIdOf, conditions, type Game, games } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { exteriorOf, isStar, isStatTrak, withoutExterior } from '../cs2-name.ts';
import { answerBy, type Route } from '../routes.ts';
import { classIdOf, dParamOf } from '../steam-ids.ts';

const slug = 'loot-farm';
const botCount = 64;

const priceFiles: Readonly<Record<string, Game>> = { '': 'CS2', DOTA: 'Dota2', RUST: 'Rust', TF2: 'TF2' };

const cents = (usd: number): number => Math.round(usd * 100);

/** The site's maximum stock of an item. */
const limitOf = ({ index }: CatalogueItem): number => 4 + (index % 40);

/** All items of one name have one price, here the lowest; out-of-stock names stay on the list. */
const prices =
  (game: Game): Route['answer'] =>
  (_request, world) => ({
    body: world.items(game).map((item) => {
      const listings = world.listings(slug, item);
      const free = listings.filter(({ tradableAt }) => tradableAt === null).length;
      return {
        name: item.name,
        price: cents(listings[0]?.priceUsd ?? item.basePrice),
        have: listings.length,
        max: limitOf(item),
        // Sometimes text, sometimes a number
        rate: item.index % 2 === 0 ? '1' : 0.97,
        tr: free,
        res: listings.length - free,
      };
    }),
  });

const exteriorCodes: Readonly<Record<string, string>> = Object.fromEntries(
  conditions.map((condition) => [condition, [...condition].filter((letter) => /[A-Z]/.test(letter)).join('')]),
);

/** StatTrak is a flag of the single item, and not part of its name here. */
const baseNameOf = (item: CatalogueItem): string =>
  item.game === 'CS2' ? withoutExterior(item.name).replace('StatTrak™ ', '') : item.name;

/** A knife without a finish has an exterior too, determined by the worst of its floats. */
const codeOf = (item: CatalogueItem): string | null => {
  if (item.game !== 'CS2') return null;
  const exterior = exteriorOf(item.name);
  if (exterior !== null) return exteriorCodes[exterior] ?? null;
  return isStar(item.name) && !item.name.includes(' | ') ? 'FN' : null;
};

/** A map as PHP encodes it: a list when its keys count up from 0, including the empty one. */
const phpMap = <T>(map: Readonly<Record<string, T>>): readonly T[] | Readonly<Record<string, T>> =>
  Object.keys(map).every((key, position) => key === String(position)) ? Object.values(map) : map;

const hoursUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 3_600_000));

const writeAsset = (listing: PlayedListing, now: number) => ({
  id: listing.assetId,
  ...(listing.float === null
    ? {}
    : { f: `${Math.floor(listing.float * 100_000)}:${listing.paintSeed ?? 0}`, l: `D${dParamOf(listing)}` }),
  ...(isStatTrak(listing.item.name) ? { st: 1 } : {}),
  ...(listing.tradableAt === null ? { tr: 1 } : { tr: 0, td: hoursUntil(listing.tradableAt, now) }),
});

const botOf = ({ sellerId }: PlayedListing): string => String(Number(sellerId.slice(-6)) % botCount);

const byBot = (listings: readonly PlayedListing[], now: number) => {
  const bots: Record<string, object[]> = {};
  for (const listing of listings) {
    const bot = botOf(listing);
    bots[bot] = [...(bots[bot] ?? []), writeAsset(listing, now)];
  }
  return phpMap(bots);
};

type StockRow = { readonly items: readonly CatalogueItem[]; readonly listings: readonly PlayedListing[] };

/** The price of the cheapest, separately for plain and StatTrak, which is the price of all of them. */
const priceOf = ({ listings }: StockRow, statTrak: boolean): number | null => {
  const usd = listings.filter(({ item }) => isStatTrak(item.name) === statTrak).map(({ priceUsd }) => priceUsd);
  return usd.length === 0 ? null : cents(Math.min(...usd));
};

const writeEntry = (stock: StockRow, now: number) => {
  const [item] = stock.items;
  if (item === undefined) throw new Error('a shelf holds at least one item');
  const [plain, statTrak] = [priceOf(stock, false), priceOf(stock, true)];
  const code = codeOf(item);
  return {
    n: baseNameOf(item),
    cl: classIdOf(item),
    g: games.indexOf(item.game) + 1,
    t: { t: item.type.slice(0, 1), r: (item.rarity ?? 'Base').slice(0, 1) },
    ...(code === null ? {} : { e: code }),
    u: byBot(stock.listings, now),
    pg: 95,
    // 0 where no plain item is in stock
    p: plain ?? 0,
    ...(statTrak === null ? {} : { pst: statTrak }),
  };
};

const shelvesOf = (world: World, game: Game): readonly StockRow[] => {
  const shelves = new Map<string, StockRow>();
  for (const item of world.items(game)) {
    const listings = world.listings(slug, item);
    if (listings.length === 0) continue;
    const key = `${baseNameOf(item)} ${codeOf(item) ?? ''}`;
    const known = shelves.get(key) ?? { items: [], listings: [] };
    shelves.set(key, { items: [...known.items, item], listings: [...known.listings, ...listings] });
  }
  return [...shelves.values()];
};

const inventory: Route['answer'] = ({ now }, world, [appId]) => {
  const game = games.find((known) => String(appIdOf(known)) === appId);
  if (game === undefined) return null;
  const entries = shelvesOf(world, game).map((stock) => [
    27_000_000 + (stock.items[0]?.index ?? 0),
    writeEntry(stock, now),
  ]);
  return { body: { result: phpMap(Object.fromEntries(entries)) } } satisfies StageReply;
};

/** LOOT.Farm: public files of prices and of the bots' inventory. */
export const lootFarm: Player = {
  slug,
  hosts: ['loot.farm'],
  answer: answerBy([
    ...Object.entries(priceFiles).map(
      ([name, game]): Route => ({
        method: 'GET',
        path: new RegExp(`^/fullprice${name}\\.json$`),
        answer: prices(game),
      }),
    ),
    { method: 'GET', path: /^\/botsInventory_(\d+)\.json$/, answer: inventory },
  ]),
};
