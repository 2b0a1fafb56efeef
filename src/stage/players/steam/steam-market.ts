import { createHash } from 'node:crypto';
import { appIdOf, type Game, gameNamed } from '../../../schema/index.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { isCommodity, withoutExterior } from '../cs2-name.ts';
import { pictureTokenOf } from '../picture.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { classIdOf } from '../steam-ids.ts';
import { profileRoutes } from './steam-accounts.ts';
import { inventoryRoute } from './steam-inventory.ts';
import { groupIdOf, writeGroup } from './steam-listing.ts';
import {
  type Filters,
  listingsPage,
  medianOf,
  writeListingPage,
  writeOrderBook,
  writePage,
} from './steam-listing-page.ts';
import { currencyNumbered, minorUnits, type SteamCurrency, splitPrice, strangersCurrency } from './steam-price.ts';
import { typeLineOf } from './steam-text.ts';

const slug = 'steam-market';
/** Anonymous visitors get ten results per page, whatever they request. */
const searchPage = 10;
const dayMs = 86_400_000;

const gameOf = (appid: string | null): Game | null => (appid !== null && /^\d+$/.test(appid) ? gameNamed(appid) : null);

const html = (body: string): StageReply => ({ headers: { 'content-type': 'text/html; charset=UTF-8' }, body });

const emptyPage = html(writePage('Steam Community Market', []));

const writeResult = (world: World, item: CatalogueItem, currency: SteamCurrency) => {
  const listings = world.listings(slug, item);
  const cheapest = listings[0];
  const price = cheapest === undefined ? 0 : minorUnits(world, cheapest.priceUsd, currency);
  return {
    name: item.name,
    hash_name: item.name,
    sell_listings: listings.length,
    sell_price: price,
    sell_price_text: currency.text(price),
    app_icon: '',
    app_name: { CS2: 'Counter-Strike 2', Dota2: 'Dota 2', Rust: 'Rust', TF2: 'Team Fortress 2' }[item.game],
    asset_description: {
      appid: appIdOf(item.game),
      classid: classIdOf(item),
      instanceid: '0',
      background_color: '',
      icon_url: pictureTokenOf(item.name),
      tradable: 1,
      name: withoutExterior(item.name),
      name_color: 'D2D2D2',
      type: typeLineOf(item),
      market_name: item.name,
      market_hash_name: item.name,
      commodity: isCommodity(item) ? 1 : 0,
      ...writeGroup(item),
    },
    sale_price_text: currency.text(price === 0 ? 0 : splitPrice(price).seller),
  };
};

const compareNames = (a: CatalogueItem, b: CatalogueItem): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};

type CurrencyOf = (item: CatalogueItem) => SteamCurrency;

/** Always sorted by name, the only order in which paging is stable. */
const searchIn =
  (visitors: CurrencyOf) =>
  ({ query }: StageRequest, world: World): StageReply => {
    const game = gameOf(query.get('appid'));
    const start = wholeNumber(query.get('start'), 0);
    const pagesize = Math.min(searchPage, wholeNumber(query.get('count'), searchPage));
    const wanted = (query.get('query') ?? '').toLowerCase();
    const sign = query.get('sort_dir') === 'desc' ? -1 : 1;
    const items = game === null ? [] : world.items(game).filter(({ name }) => name.toLowerCase().includes(wanted));
    const found = items.toSorted((a, b) => sign * compareNames(a, b)).slice(start, start + pagesize);
    const requested = query.get('currency');
    const currencyOf = (item: CatalogueItem): SteamCurrency =>
      requested === null ? visitors(item) : currencyNumbered(requested);
    const head = { success: true, start, pagesize, total_count: items.length };
    if (query.get('norender') !== '1') return { body: { ...head, results_html: '' } };
    return {
      body: {
        ...head,
        searchdata: {
          query: wanted,
          search_descriptions: false,
          total_count: items.length,
          pagesize,
          prefix: 'searchResults',
          class_prefix: 'market',
        },
        results: found.map((item) => writeResult(world, item, currencyOf(item))),
      },
    };
  };

/** The real site redirects from the name to the page of the group; here both answer directly. */
const listingPageIn =
  (visitors: CurrencyOf): Route['answer'] =>
  (request, world, parts) => {
    // Clients that accept compression get the page without its data
    if ((request.headers['accept-encoding'] ?? 'identity') !== 'identity') return emptyPage;
    const game = gameOf(parts[0] ?? '');
    if (game === null) return emptyPage;
    const requested = parts[1] ?? '';
    const named = world.itemNamed(game, requested);
    const item = named ?? world.items(game).find((one) => groupIdOf(one) === requested);
    if (item === undefined) return emptyPage;
    const visit = { currency: visitors(item), byName: named !== null, now: request.now };
    return html(writeListingPage(world, item, visit));
  };

const requestedItem = (world: World, qp: string): CatalogueItem | null => {
  try {
    const requested: unknown = JSON.parse(qp);
    const [appid, name] = Array.isArray(requested) ? requested : [];
    const game = gameOf(String(appid));
    return game === null || typeof name !== 'string' ? null : world.itemNamed(game, name);
  } catch {
    return null;
  }
};

const orderBookIn =
  (visitors: CurrencyOf): Route['answer'] =>
  ({ query, headers }, world) => {
    // Without this header the request counts as a page visit
    if (headers['x-valve-request-type'] !== 'queryAction') return emptyPage;
    const item = query.get('q') === 'Load' ? requestedItem(world, query.get('qp') ?? '') : null;
    if (item === null) return { body: { data: { success: false } } };
    const body = JSON.stringify({ data: { success: true, data: writeOrderBook(world, item, visitors(item)) } });
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
    return { headers: { 'content-type': 'application/json; charset=utf-8', etag }, body };
  };

/** Twenty listings of what a group or, outside CS2, a name holds; what it does not know is an empty page, not an error. */
const queryListings = ({ appid, strItemName, filters }: Asked, world: World, visitors: CurrencyOf) => {
  const game = gameOf(String(appid));
  const item = game === null ? undefined : world.items(game).find((one) => groupIdOf(one) === strItemName);
  if (item === undefined) return { more: false, start: 0, total_count: 0, listings: [], facets: [] };
  return listingsPage(world, item, null, visitors(item), filters);
};

const actionPage = 30;

const queryItems = ({ appid, start = 0 }: Asked, world: World, visitors: CurrencyOf) => {
  const game = gameOf(String(appid));
  const items = game === null ? [] : world.items(game);
  const results = items.slice(start, start + actionPage).map((item) => {
    const currency = visitors(item);
    const { sell_listings, sell_price, asset_description } = writeResult(world, item, currency);
    const { steamFee, publisherFee } = splitPrice(sell_price);
    return {
      strHash: item.name,
      cSellOrders: sell_listings,
      cBuyOrders: world.buyOrders(slug, item).length,
      unSteamFee: steamFee,
      unPublisherFee: publisherFee,
      eCurrency: currency.number,
      // In the visitor's language, which is English here
      strMinSellSubtotal: (sell_price / 100).toLocaleString('en-US', { style: 'currency', currency: currency.code }),
      asset_description,
    };
  });
  return { start, total_count: items.length, results };
};

/** How the actions answer a visitor that they do not serve: with the home page, or an empty page where there are items. */
export type Throttled = 'home page' | 'empty page';

const actionsIn =
  (visitors: CurrencyOf, throttled: Throttled | null): Route['answer'] =>
  ({ query }, world) => {
    if (throttled === 'home page') return emptyPage;
    if (throttled === 'empty page') return { body: { data: { start: 0, total_count: 0, results: [], listings: [] } } };
    const [asked = {}] = (JSON.parse(query.get('qp') ?? '[]') ?? []) as readonly Asked[];
    if (query.get('q') === 'Search') return { body: { data: queryItems(asked, world, visitors) } };
    if (query.get('q') === 'QueryListingsForItem') return { body: { data: queryListings(asked, world, visitors) } };
    return emptyPage;
  };

type Asked = {
  readonly appid?: number;
  readonly strItemName?: string;
  readonly filters?: Filters;
  readonly start?: number;
};

/** Volume and median cover the last day; each of the three is missing when there is no value. */
const priceOverview: Route['answer'] = ({ query, now }, world) => {
  const game = gameOf(query.get('appid'));
  const item = game === null ? null : world.itemNamed(game, query.get('market_hash_name') ?? '');
  if (item === null) return { status: 500, body: { success: false } };
  const currency = currencyNumbered(query.get('currency'));
  const text = (usd: number): string => currency.text(minorUnits(world, usd, currency));
  const cheapest = world.listings(slug, item)[0];
  const recent = world.sales(slug, item).filter(({ soldAt }) => now - soldAt < dayMs);
  return {
    body: {
      success: true,
      ...(cheapest === undefined ? {} : { lowest_price: text(cheapest.priceUsd) }),
      ...(recent.length === 0
        ? {}
        : {
            volume: recent.length.toLocaleString('en-US'),
            median_price: text(medianOf(recent.map(({ priceUsd }) => priceUsd))),
          }),
    },
  };
};

/** The separate history endpoint needs a login, which nobody has here. */
const loggedOut: StageReply = { status: 400, body: [] };

/** The market as visitors see it to whom it shows items in these currencies. */
export const steamMarketIn = (visitors: CurrencyOf, throttled: Throttled | null = null): Player => ({
  slug,
  hosts: ['steamcommunity.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/market\/search\/render\/?$/, answer: searchIn(visitors) },
    { method: 'GET', path: /^\/market\/listings\/(\d+)\/([^/]+)\/?$/, answer: listingPageIn(visitors) },
    { method: 'GET', path: /^\/market\/orderbook\/?$/, answer: orderBookIn(visitors) },
    { method: 'GET', path: /^\/market\/actions\/?$/, answer: actionsIn(visitors, throttled) },
    { method: 'GET', path: /^\/market\/priceoverview\/?$/, answer: priceOverview },
    { method: 'GET', path: /^\/market\/pricehistory\/?$/, answer: () => loggedOut },
    inventoryRoute(),
    ...profileRoutes,
  ]),
});

export const steamMarket = steamMarketIn(strangersCurrency);
