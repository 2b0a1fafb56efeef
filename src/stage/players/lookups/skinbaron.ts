import type { Phase } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { bareStickerName, exteriorOf, finishOf, isCommodity, isSouvenir, isStatTrak } from '../cs2-name.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';
import { inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'skinbaron';
const site = 'https://skinbaron.de';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const pageRows = 50;
const shownLimit = 100;
const soldRows = 100;

type Body = Readonly<Record<string, unknown>>;
type Method = (body: Body, world: World, now: number) => unknown;

const euros = (usd: number, world: World): number => Math.max(0.01, Math.round(usd * world.rates.EUR * 100) / 100);
const idOf = ({ number }: PlayedListing): string => uuidOf(slug, number);
const itemsOf = (world: World): readonly CatalogueItem[] => world.items('CS2');
const listed = (world: World): readonly PlayedListing[] => itemsOf(world).flatMap((item) => world.listings(slug, item));

const addressOf = (words: string): string => encodeURIComponent(words.replace(/★ ?/g, '').replaceAll(' ', '-'));

const pageOf = (item: CatalogueItem): string => {
  const { name, type } = item;
  const path = [type, ...finishOf(name).split(' | '), exteriorOf(name) ?? ''].filter((part) => part !== '');
  const flags = `${isStatTrak(name) ? '&statTrak=true' : ''}${isSouvenir(name) ? '&souvenir=true' : ''}`;
  return `${site}/csgo/${path.map(addressOf).join('/')}?sort=CF${flags}`;
};

const priceList: Method = (_body, world) => ({
  map: itemsOf(world).flatMap((item) => {
    const listings = world.listings(slug, item);
    const [cheapest] = listings;
    if (cheapest === undefined) return [];
    return [
      {
        name: finishOf(item.name),
        exterior: exteriorOf(item.name)?.toUpperCase().replace(/[ -]/g, '_') ?? null,
        statTrak: isStatTrak(item.name),
        souvenir: isSouvenir(item.name),
        lowestPrice: euros(cheapest.priceUsd, world),
        marketHashName: item.name,
        quantity: listings.length,
        url: pageOf(item),
      },
    ];
  }),
});

/** Cheapest first, so the first listing of each variant is its lowest. */
const extendedPriceList: Method = (_body, world) =>
  itemsOf(world).flatMap((item) => {
    const variants = new Map<Phase | null, PlayedListing>();
    for (const listing of world.listings(slug, item))
      if (!variants.has(listing.phase)) variants.set(listing.phase, listing);
    return [...variants].map(([phase, { priceUsd }]) => ({
      marketHashName: item.name,
      lowestPrice: euros(priceUsd, world),
      minWear: 0,
      maxWear: 1,
      imageUrl: 'https://steamcdn-a.akamaihd.net/economy/image/played',
      ...(phase === null ? {} : { dopplerClassName: classOf(item, phase) }),
    }));
  });

const isOneOf = (names: unknown, item: CatalogueItem): boolean =>
  typeof names !== 'string' ||
  names === '' ||
  names.split(';').some((name) => finishOf(item.name).toLowerCase().includes(name.trim().toLowerCase()));

const isAtMost = (value: number, limit: unknown): boolean => typeof limit !== 'number' || value <= limit;
const isAtLeast = (value: number, limit: unknown): boolean => typeof limit !== 'number' || value >= limit;
const is = (flag: boolean, requested: unknown): boolean => typeof requested !== 'boolean' || flag === requested;

const isWanted = (listing: PlayedListing, body: Body, world: World): boolean => {
  const { item, float, tradableAt } = listing;
  const price = euros(listing.priceUsd, world);
  return (
    isOneOf(body['search_item'], item) &&
    isAtLeast(price, body['min']) &&
    isAtMost(price, body['max']) &&
    isAtLeast(float ?? 0, body['min_wear']) &&
    isAtMost(float ?? 0, body['max_wear']) &&
    is(isStatTrak(item.name), body['stattrak']) &&
    is(isSouvenir(item.name), body['souvenir']) &&
    is(isCommodity(item), body['stackable']) &&
    is(tradableAt !== null, body['tradelocked'])
  );
};

const writeFound = (listing: PlayedListing, world: World) => ({
  id: idOf(listing),
  price: euros(listing.priceUsd, world),
  img: 'https://steamcommunity-a.akamaihd.net/economy/image/played',
  market_name: listing.item.name,
  sbinspect: `${site}/offers/show?offerUuid=${idOf(listing)}&productName=${encodeURIComponent(finishOf(listing.item.name))}`,
  ...(listing.float === null ? {} : { inspect: inspectLinkOf(listing) }),
  stickers: listing.stickers.map(({ name }) => bareStickerName(name)).join(', '),
  ...(listing.float === null ? {} : { wear: listing.float }),
  appid: 730,
});

/** Newest first; a page continues after the last id of the previous one. */
const search: Method = (body, world) => {
  const found = listed(world)
    .filter((listing) => isWanted(listing, body, world))
    .sort((a, b) => b.number - a.number);
  const from = found.findIndex((listing) => idOf(listing) === body['after_saleid']) + 1;
  const size = typeof body['items_per_page'] === 'number' ? Math.min(body['items_per_page'], pageRows) : pageRows;
  return { sales: found.slice(from, from + size).map((listing) => writeFound(listing, world)) };
};

/** Their class names, one of them misspelt. */
const classOf = (item: CatalogueItem, phase: Phase): string => {
  const family = item.name.includes('Gamma Doppler') ? 'gamma-doppler' : 'doppler';
  const word = phase === 'Sapphire' ? 'saphhire' : phase.toLowerCase().replace('phase ', 'phase').replace(' ', '-');
  return `${family}-${word}`;
};

const stickersOf = ({ stickers, patches }: PlayedListing) =>
  [...stickers, ...patches].map(({ name, stickerId }, at) => ({
    localizedName: `${at === 0 ? '' : ' '}${bareStickerName(name)}`,
    imageUrl: `https://steamcdn-a.akamaihd.net/apps/730/icons/econ/stickers/${stickerId}.png`,
  }));

const weaponOf = (item: CatalogueItem) => {
  const exteriorName = exteriorOf(item.name);
  return exteriorName === null ? {} : { exteriorName, variantTypeName: item.type };
};

/** Stackable goods have no price and wear; without a lock or stickers those fields are absent. */
const writeShown = (listing: PlayedListing, world: World, now: number) => {
  const { item, phase, float, stickers, patches, tradableAt } = listing;
  const head = { salesId: idOf(listing), itemName: item.name, rarityName: item.rarity ?? 'Base Grade' };
  if (isCommodity(item)) return { ...head, appId: 730 };
  return {
    ...head,
    itemName: finishOf(item.name),
    ...weaponOf(item),
    ...(phase === null ? {} : { dopplerClassName: classOf(item, phase) }),
    isSouvenir: isSouvenir(item.name),
    itemPrice: euros(listing.priceUsd, world),
    ...(float === null ? {} : { wear: float * 100 }),
    isWearPrecise: float !== null,
    stackable: false,
    ...(stickers.length + patches.length === 0 ? {} : { stickers: stickersOf(listing) }),
    ...(tradableAt === null ? {} : { tradeLockHoursLeft: Math.ceil((tradableAt - now) / hourMs) }),
    appId: 730,
  };
};

const sizeOf = ({ size }: Body): number => (typeof size === 'number' ? Math.min(size, shownLimit) : shownLimit);

// No StatTrak item has been seen among the rows
const isShown = ({ item }: PlayedListing): boolean => !isStatTrak(item.name);

/** Occasionally an item appears twice in a row. */
const newestItems: Method = (body, world, now) => {
  const newest = world.newestListings(slug, 'CS2', 2 * shownLimit).filter(isShown);
  const rows = newest.flatMap((listing, at) => {
    const row = writeShown(listing, world, now);
    return at % 40 === 8 ? [row, row] : [row];
  });
  return { newestItems: rows.slice(0, sizeOf(body)) };
};

const bestDeals: Method = (body, world, now) => {
  const value = ({ priceUsd, item }: PlayedListing): number => priceUsd / item.basePrice;
  const deals = listed(world).filter(isShown);
  deals.sort((a, b) => value(a) - value(b) || a.number - b.number);
  return { bestDeals: deals.slice(0, sizeOf(body)).map((listing) => writeShown(listing, world, now)) };
};

const writeSold = (sale: PlayedSale, world: World) => ({
  itemName: sale.item.name,
  price: euros(sale.priceUsd, world),
  wear: sale.float,
  dateSold: new Date(sale.soldAt).toISOString().slice(0, 10),
  ...(sale.phase === null ? {} : { dopplerPhase: classOf(sale.item, sale.phase) }),
});

/** Everything whose name contains the words. */
const newestSales: Method = (body, world, now) => {
  const { itemName, dopplerPhase } = body;
  if (typeof itemName !== 'string' || itemName.length < 3) return { newestSales30Days: [] };
  const sold = itemsOf(world)
    .filter(({ name }) => name.toLowerCase().includes(itemName.toLowerCase()))
    .filter(({ name }) => is(isStatTrak(name), body['statTrak']) && is(isSouvenir(name), body['souvenir']))
    .flatMap((item) => world.sales(slug, item).slice(0, soldRows))
    .filter(({ soldAt }) => soldAt > now - 30 * dayMs)
    .sort((a, b) => b.soldAt - a.soldAt)
    .map((sale) => writeSold(sale, world))
    .filter((row) => typeof dopplerPhase !== 'string' || row.dopplerPhase === dopplerPhase);
  return { newestSales30Days: sold.slice(0, soldRows) };
};

const methods: Readonly<Record<string, Method>> = {
  GetPriceList: priceList,
  GetExtendedPriceList: extendedPriceList,
  Search: search,
  NewestItems: newestItems,
  BestDeals: bestDeals,
  GetNewestSales30Days: newestSales,
};

const refused: StageReply = { status: 401, body: { generalErrors: ['wrong or unauthenticated request'] } };

const call: Route['answer'] = (request, world, [name = '']) => {
  const method = methods[name];
  const body = bodyObject(request.body);
  if (method === undefined) return null;
  const isKnown = typeof body['apikey'] === 'string' && /^[A-Za-z0-9_-]{8,}$/.test(body['apikey']);
  if (!isKnown) return refused;
  return { body: method(body, world, request.now) };
};

/** SkinBaron: one method per kind of request, all by POST with the key in the body. */
export const skinbaron: Player = {
  slug,
  hosts: ['api.skinbaron.de'],
  demands: [
    {
      host: 'api.skinbaron.de',
      header: 'x-requested-with',
      accepts: (value) => value === 'XMLHttpRequest',
      refusal: refused,
    },
  ],
  answer: answerBy([{ method: 'POST', path: /^\/([A-Za-z0-9]+)$/, answer: call }]),
};
