import { appIdOf } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import { finishOf, isCommodity } from '../cs2-name.ts';
import { machineExteriorOf, machineQualityOf } from '../machine-names.ts';
import { groupIdOf, writeDescription, writeListing } from './steam-listing.ts';
import { minorUnits, type SteamCurrency } from './steam-price.ts';

const slug = 'steam-market';
const pageSize = 20;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Older points of the history are whole days, younger ones hours. */
const hourlyDays = 31;

/** All items on one page: the wears, StatTrak and souvenir variants of a finish. */
export const groupOf = (world: World, item: CatalogueItem): readonly CatalogueItem[] => {
  if (item.game !== 'CS2') return [item];
  const finish = finishOf(item.name);
  return world.items(item.game).filter((other) => other.name.includes(finish) && finishOf(other.name) === finish);
};

const compact = (levels: ReadonlyMap<number, number>): readonly number[] => [...levels].flat();

const countByPrice = (
  rows: readonly { readonly priceUsd: number; readonly quantity: number }[],
  minor: (usd: number) => number,
): ReadonlyMap<number, number> => {
  const levels = new Map<number, number>();
  for (const { priceUsd, quantity } of rows) {
    const price = minor(priceUsd);
    levels.set(price, (levels.get(price) ?? 0) + quantity);
  }
  return levels;
};

const sum = (values: Iterable<number>): number => [...values].reduce((before, value) => before + value, 0);

/** The order book as flat pairs of price and count, best first. */
export const writeOrderBook = (world: World, item: CatalogueItem, currency: SteamCurrency) => {
  const minor = (usd: number): number => minorUnits(world, usd, currency);
  const bids = countByPrice(world.buyOrders(slug, item), minor);
  const listed = world.listings(slug, item).map(({ priceUsd }) => ({ priceUsd, quantity: 1 }));
  const asks = countByPrice(listed, minor);
  return {
    amtMaxBuyOrder: Math.max(0, ...bids.keys()),
    amtMinSellOrder: asks.size === 0 ? 0 : Math.min(...asks.keys()),
    eCurrency: currency.number,
    cBuyOrders: sum(bids.values()),
    cSellOrders: sum(asks.values()),
    rgCompactBuyOrders: compact(bids),
    rgCompactSellOrders: compact(asks),
  };
};

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const periodOf = ({ soldAt }: PlayedSale, now: number): number => {
  const step = now - soldAt > hourlyDays * dayMs ? dayMs : hourMs;
  return (Math.floor(soldAt / step) * step) / 1000;
};

const writeHistory = (world: World, item: CatalogueItem, currency: SteamCurrency, now: number) => {
  const periods = new Map<number, number[]>();
  for (const sale of world.sales(slug, item).toReversed()) {
    const period = periodOf(sale, now);
    periods.set(period, [...(periods.get(period) ?? []), sale.priceUsd * currency.perDollar(world)]);
  }
  const prices = [...periods].map(([time, paid]) => ({
    time,
    price_median: Math.fround(medianOf(paid)),
    purchases: paid.length,
  }));
  return { ecurrency: currency.number, prices };
};

const propertySchema = {
  property_schemas: [
    { id: 1, name: '#attr_set_item_texture_seed', type: 2, localized_label: 'Pattern Template' },
    { id: 2, name: '#attr_set_item_texture_wear', type: 1, localized_label: 'Wear Rating' },
    { id: 3, name: '#attr_keychain_slot_seed', type: 2, localized_label: 'Charm Template' },
    { id: 4, name: '#attr_sticker_slot_wear', type: 1, localized_label: 'Sticker Scrape Level' },
    { id: 5, name: '#attr_custom_name', type: 3, localized_label: 'Name Tag' },
    { id: 6, name: '#attr_econ_action_preview', type: 3, localized_label: 'Item Certificate' },
  ],
};

const query = (queryKey: readonly unknown[], data: unknown, now: number) => ({
  state: {
    data,
    dataUpdateCount: 1,
    dataUpdatedAt: now,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: false,
    status: 'success',
    fetchStatus: 'idle',
  },
  queryKey,
  queryHash: JSON.stringify(queryKey),
});

/** Listings of the whole group; when a name was requested, its listings come first. */
const listingsOf = (
  world: World,
  group: readonly CatalogueItem[],
  requested: CatalogueItem | null,
): readonly PlayedListing[] =>
  group
    .filter((item) => !isCommodity(item))
    .flatMap((item) => world.listings(slug, item))
    .toSorted(
      (a, b) =>
        Number(b.item === requested) - Number(a.item === requested) || a.priceUsd - b.priceUsd || a.number - b.number,
    );

/** Lists of tags by category; what is no list finds nothing. */
export type Filters = Readonly<Record<string, unknown>>;

const foundBy = (item: CatalogueItem): Readonly<Record<string, string>> => ({
  Quality: machineQualityOf(item.name),
  Exterior: machineExteriorOf(item),
});

const isFound = (item: CatalogueItem, filters: Filters): boolean =>
  Object.entries(filters).every(([category, tags]) => Array.isArray(tags) && tags.includes(foundBy(item)[category]));

/** The first listings of the group, or of those of its names that the filters name. */
export const listingsPage = (
  world: World,
  item: CatalogueItem,
  requested: CatalogueItem | null,
  currency: SteamCurrency,
  filters: Filters = {},
) => {
  const group = groupOf(world, item).filter((one) => isFound(one, filters));
  const listings = listingsOf(world, group, requested);
  return {
    more: listings.length > pageSize,
    start: 0,
    total_count: listings.length,
    listings: listings.slice(0, pageSize).map((listing) => writeListing(listing, world, currency)),
    facets: [],
  };
};

/** What a visitor with a currency requests, by name or by the id of the group. */
export type PageVisit = { readonly currency: SteamCurrency; readonly byName: boolean; readonly now: number };

const queriesOf = (world: World, item: CatalogueItem, { currency, byName, now }: PageVisit) => {
  const appid = appIdOf(item.game);
  const group = groupOf(world, item);
  const page = listingsPage(world, item, byName ? item : null, currency);
  const search = { appid, strItemName: groupIdOf(item), filters: {}, accessoryFilters: {}, propertyFilters: {} };
  return [
    query(['market_item_search', search], { pages: [page], pageParams: [0] }, now),
    query(['AssetPropertySchema', appid, 'english'], propertySchema, now),
    ...group.map(({ name }, index) =>
      query(['market', 'pricehistory', appid, name], writeHistory(world, group[index] ?? item, currency, now), now),
    ),
    query(['market', 'description', appid, item.name], writeDescription(item), now),
    query(['market', 'orderbook', appid, item.name], writeOrderBook(world, item, currency), now),
  ];
};

/** A market page whose state is JSON within JSON in a string literal; without an item there is no state. */
export const writePage = (title: string, queries: readonly unknown[]): string => {
  const queryData = JSON.stringify({ mutations: [], queries });
  const languages = [{ strLanguage: 'english', eSource: 4, strISOCode: 'en' }];
  const context = JSON.stringify({ localizationSettings: { languages }, queryData });
  return [
    '<!DOCTYPE html><html lang="en" class="responsive DesktopUI"><head>',
    `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} - Steam Community Market</title></head>`,
    '<body><div id="StoreTemplate"></div><script>window.SSR={};',
    `window.SSR.renderContext=JSON.parse(${JSON.stringify(context)});</script></body></html>`,
  ].join('');
};

export const writeListingPage = (world: World, item: CatalogueItem, visit: PageVisit): string =>
  writePage(finishOf(item.name), queriesOf(world, item, visit));
