import { type Game, gameNamed, isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { answerBy, bodyObject, type Route, wholeNumber } from '../routes.ts';
import { fullNameOf, isNamedBy, nameIdOf, writeBotItem, writeOrder } from './csmoney-order.ts';

const slug = 'csmoney';
const pageRows = 60;
const offsetLimit = 5000;

const tooFar: StageReply = { body: { errors: [{ code: 1 }] } };

/** A page beyond the end of a list is a distinct error. */
const beyondEnd: StageReply = { body: { error: 2 } };

const pageOf = <One>(ones: readonly One[], offset: number, write: (one: One) => unknown): StageReply => {
  const page = ones.slice(offset, offset + pageRows);
  return offset > 0 && page.length === 0 ? beyondEnd : { body: { items: page.map(write) } };
};

const nameOf = ({ item, phase }: PlayedListing): string => fullNameOf(item.name, phase);

/** Items whose name, including the variant, contains the words. */
const found = (world: World, words: string): readonly PlayedListing[] =>
  world
    .items('CS2')
    .filter((item) => item.phases.length > 0 || item.name.toLowerCase().includes(words))
    .flatMap((item) => world.listings(slug, item))
    .filter((listing) => nameOf(listing).toLowerCase().includes(words));

const byPrice = (one: PlayedListing, other: PlayedListing): number => one.priceUsd - other.priceUsd;

const sellOrders: Route['answer'] = ({ query }, world) => {
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset > offsetLimit) return tooFar;
  const isRising = query.get('order') !== 'desc';
  const words = query.get('name')?.toLowerCase() ?? '';
  if (query.get('sort') === 'insertDate' && words === '' && !isRising)
    return pageOf(world.newestListings(slug, 'CS2', offset + pageRows), offset, writeOrder);
  const key = (listing: PlayedListing): number =>
    query.get('sort') === 'insertDate' ? listing.listedAt : listing.priceUsd;
  const sorted = [...found(world, words)].sort((one, other) => key(one) - key(other));
  return pageOf(isRising ? sorted : sorted.reverse(), offset, writeOrder);
};

const sellOrder: Route['answer'] = (_request, world, [id = '']) => {
  const listing = world.listingNumbered(Number(id));
  return listing === null ? null : { body: { item: writeOrder(listing) } };
};

/** An item for each of its variants that is on sale, or one. */
const variantsOf = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  const phases = item.phases.length === 0 ? [null] : item.phases.map(({ phase }) => phase);
  return phases.map((phase) => ({ phase, listings: listings.filter((listing) => listing.phase === phase) }));
};

const minPrices: Route['answer'] = (_request, world) => ({
  body: Object.fromEntries(
    world.items('CS2').flatMap((item) =>
      variantsOf(world, item).flatMap(({ phase, listings: [cheapest, ...others] }) => {
        if (cheapest === undefined) return [];
        const { asset, stickers } = writeOrder(cheapest);
        const entry = {
          fullName: asset.names.full,
          type: asset.type,
          subtype: item.type,
          quality: asset.quality,
          isStatTrak: asset.isStatTrak,
          icon: asset.images.steam,
          steamIcon: asset.images.steam,
          preview: null,
          assetId: asset.id,
          price: cheapest.priceUsd,
          marketCount: 1 + others.length,
          float: asset.float ?? 0,
          stickers,
          paintseed: asset.pattern,
        };
        return [[nameIdOf(item, phase), entry]];
      }),
    ),
  ),
});

/** The name in page URLs: StatTrak first, without the star and other symbols. */
const pageNameOf = (name: string): string => {
  const words = name
    .replace('★ ', '')
    .replace('StatTrak™ ', '')
    .toLowerCase()
    .replace(/[|()]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...(name.includes('StatTrak™') ? ['stattrak'] : []), ...words].join('-');
};

const notFound: StageReply = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><html><body>Not found</body></html>',
};

const page: Route['answer'] = (_request, world, [requested = '']) => {
  // Searching for the longest word first is cheaper than making every page name
  const word = requested.split('-').reduce((one, other) => (other.length > one.length ? other : one));
  const item = world
    .items('CS2')
    .find(({ name }) => name.toLowerCase().includes(word) && pageNameOf(name) === requested);
  if (item === undefined) return notFound;
  const listings = world.listings(slug, item);
  const described = { fullName: item.name, minPrice: listings[0]?.priceUsd ?? null, offerCount: listings.length };
  const params = JSON.stringify({ data: { itemDetails: { item: described } } });
  return {
    // Without charset, as on the real site
    headers: { 'content-type': 'text/html' },
    body: `<!DOCTYPE html><html><head><title>${item.type}</title></head><body><script id="__page-params" type="application/json">${params}</script></body></html>`,
  };
};

/** Prices paid for a variant, as a daily mean. */
const valuesOf = (world: World, item: CatalogueItem, nameId: number) => {
  const days = new Map<string, number[]>();
  for (const { soldAt, phase, priceUsd } of world.sales(slug, item)) {
    if (nameIdOf(item, phase) !== nameId) continue;
    const time = `${new Date(soldAt).toISOString().slice(0, 10)}T00:00:00.000Z`;
    days.set(time, [...(days.get(time) ?? []), priceUsd]);
  }
  return [...days].reverse().map(([time, paid]) => ({
    price_trader_new: Math.round((paid.reduce((sum, usd) => sum + usd, 0) / paid.length) * 100) / 100,
    time,
  }));
};

const priceLog: Route['answer'] = ({ body }, world) => {
  const { operationName, variables } = bodyObject(body);
  const ids: unknown = isObject(variables) ? variables['name_ids'] : null;
  if (operationName !== 'price_trader_log' || !Array.isArray(ids))
    return { status: 400, body: { errors: [{ message: 'Cannot query this field.' }] } };
  const numbers = ids.filter((id: unknown): id is number => typeof id === 'number');
  const log = numbers.flatMap((id) =>
    world
      .items('CS2')
      .filter((item) => isNamedBy(item, id))
      .map((item) => ({ name_id: id, values: valuesOf(world, item, id) })),
  );
  return { body: { data: { price_trader_log: log } } };
};

/** Items of one name and price are stacked. */
const stacksOf = (listings: readonly PlayedListing[]): readonly (readonly PlayedListing[])[] => {
  const stacks = new Map<string, PlayedListing[]>();
  for (const listing of listings) {
    const key = `${nameOf(listing)}\n${listing.priceUsd}`;
    stacks.set(key, [...(stacks.get(key) ?? []), listing]);
  }
  return [...stacks.values()];
};

const botStacks = cachedList((world, key: `${'csmoney' | 'csmoney-trade'} ${Game}`) => {
  const [marketplace = slug, game] = key.split(' ') as [string, Game];
  const listings = world.items(game).flatMap((item) => world.listings(marketplace, item));
  return stacksOf(listings.sort(byPrice));
});

/** The older URL is read with the market, the newer one belongs to the trade site. */
const botInventory: Route['answer'] = ({ query, host, now }, world, [appId = '']) => {
  const game = gameNamed(appId);
  if (game === null || game === 'TF2') return { body: { error: 1 } };
  const offset = wholeNumber(query.get('offset'), 0);
  const rising = botStacks(world, `${host === 'cs.money' ? 'csmoney-trade' : slug} ${game}`, now);
  const stacks = query.get('order') === 'desc' ? rising.toReversed() : rising;
  return offset > offsetLimit ? tooFar : pageOf(stacks, offset, writeBotItem);
};

/** CS.Money: the market's lists and pages, the wiki's price log, and the inventory of its trading bots. */
export const csmoney: Player = {
  slug,
  hosts: ['cs.money', 'wiki.cs.money', 'inventories.cs.money'],
  answer: answerBy([
    { method: 'GET', path: /^\/[12]\.0\/market\/sell-orders$/, answer: sellOrders },
    { method: 'GET', path: /^\/[12]\.0\/market\/sell-orders\/(\d+)$/, answer: sellOrder },
    { method: 'GET', path: /^\/api\/min_price\/market\/all$/, answer: minPrices },
    { method: 'GET', path: /^\/en\/csgo\/([^/]+)\/$/, answer: page },
    { method: 'POST', path: /^\/api\/graphql$/, answer: priceLog },
    { method: 'GET', path: /^\/5\.0\/load_bots_inventory\/(\d+)$/, answer: botInventory },
  ]),
};
