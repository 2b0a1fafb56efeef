import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, PlayedListing, PlayedSale, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { bareStickerName, exteriorOf, isSouvenir, isStatTrak, withoutExterior } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { classIdOf, inspectLinkOf } from '../steam-ids.ts';

const slug = 'gamerpay';
const pageRows = 40;
/** The newest offers beyond this limit are not searched. */
const mostNewest = 2000;

const euros = (usd: number, world: World): number => Math.round(usd * world.rates.EUR * 100) / 100;
const cents = (usd: number, world: World): number => Math.round(usd * world.rates.EUR * 100);

/** A row for each phase of a name. */
const prices: Route['answer'] = (_request, world) => ({
  body: world.items('CS2').flatMap((item) => {
    const phases = new Map<string | null, PlayedListing[]>();
    for (const listing of world.listings(slug, item))
      phases.set(listing.phase, [...(phases.get(listing.phase) ?? []), listing]);
    return [...phases].map(([phase, listings]) => ({
      item: item.name,
      phase,
      price: euros(listings[0]?.priceUsd ?? 0, world),
      currency: 'EUR',
      count: listings.length,
      url: `https://gamerpay.gg/?query=${encodeURIComponent(item.name)}`,
    }));
  }),
});

const writeStickers = ({ stickers }: PlayedListing) =>
  stickers.map(({ name, stickerId, slot: index, wear }) => ({
    codename: bareStickerName(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_'),
    imageURL: null,
    material: 'stickers/played',
    name: bareStickerName(name),
    slot: String(index),
    stickerId,
    stickerPrice: 100,
    wear,
  }));

const writeFinish = (listing: PlayedListing) => ({
  stickers: writeStickers(listing),
  inspectLink: listing.float === null ? null : inspectLinkOf(listing),
  floatValue: listing.float,
  wearName: exteriorOf(listing.item.name),
  paintseed: listing.paintSeed,
  paintindex: listing.paintIndex,
  defindex: listing.item.defIndex,
  phase: listing.phase,
});

/** Items without a market name have one of the site's own, without the exterior. */
const writeName = ({ item, number }: PlayedListing) =>
  number % 7 === 0 && !isStatTrak(item.name)
    ? { name: withoutExterior(item.name), marketHashName: null }
    : { name: item.name, marketHashName: item.name };

/** Ids are JSON numbers, for which Steam's will one day be too large. */
const writeItem = (listing: PlayedListing, world: World) => ({
  id: listing.number,
  createdAt: listing.listedAt,
  modifiedAt: listing.listedAt,
  gameId: 1,
  ...writeName(listing),
  price: cents(listing.priceUsd, world),
  forSale: true,
  delisted: false,
  privateSale: false,
  sellerId: Number(listing.sellerId.slice(-7)),
  bargainEnabled: listing.number % 2 === 0,
  appId: 730,
  contextId: 2,
  assetId: Number(listing.assetId),
  classId: Number(classIdOf(listing.item)),
  instanceId: 188_530_139,
  tradable: listing.tradableAt === null,
  type: listing.item.type,
  ...writeFinish(listing),
  buffPrice: cents(listing.item.basePrice * 0.95, world),
  steamPrice: cents(steamPriceOf(listing.item), world),
  tradeLockExpiresAt: listing.tradableAt,
  listedAt: listing.listedAt,
});

/** Keeps their ids apart from those of buyable items, which are far larger. */
const ghostIds = 1_000_000_007;

const ghosts = [{ delisted: true }, { privateSale: true }, { forSale: false }] as const;

/** Occasionally the list contains an item that cannot be bought. */
const writeItems = (listings: readonly PlayedListing[], world: World) =>
  listings.flatMap((listing, index) => {
    const item = writeItem(listing, world);
    const ghost = index % 4 === 0 ? ghosts[(index / 4) % ghosts.length] : undefined;
    return ghost === undefined ? [item] : [item, { ...item, id: item.id % ghostIds, ...ghost }];
  });

const fitsFlag = (wanted: string | null, is: boolean): boolean => wanted === null || (wanted === 'true') === is;

const fits = ({ name }: CatalogueItem, query: URLSearchParams): boolean => {
  const words = (query.get('query') ?? '').toLowerCase();
  const wear = query.get('wear');
  return (
    name.replace('StatTrak™ ', '').toLowerCase().includes(words) &&
    (wear === null || wear === exteriorOf(name)) &&
    fitsFlag(query.get('stattrak'), isStatTrak(name)) &&
    fitsFlag(query.get('souvenir'), isSouvenir(name))
  );
};

const found = ({ query }: StageRequest, world: World): readonly PlayedListing[] => {
  if (!query.has('query') && query.get('sortBy') !== 'price') return world.newestListings(slug, 'CS2', mostNewest);
  const turn = query.get('ascending') === 'true' ? 1 : -1;
  return world
    .items('CS2')
    .filter((item) => fits(item, query))
    .flatMap((item) => world.listings(slug, item))
    .sort((a, b) => turn * (a.priceUsd - b.priceUsd));
};

const feed: Route['answer'] = (request, world) => {
  const listings = found(request, world);
  const from = (Math.max(1, wholeNumber(request.query.get('page'), 1)) - 1) * pageRows;
  return {
    body: {
      items: writeItems(listings.slice(from, from + pageRows), world),
      hasMore: listings.length > from + pageRows,
    },
  };
};

const refused: StageReply = { status: 401, body: { message: 'Unauthorized' } };

const writeSale = ({ float, priceUsd, soldAt }: PlayedSale, world: World) => ({
  floatvalue: float,
  price: euros(priceUsd, world),
  soldAt: new Date(soldAt).toISOString(),
});

/** The header holds only the key; with a scheme in front it is not recognised. */
const sales: Route['answer'] = ({ headers }, world) => {
  if (!/^[A-Za-z0-9-]{8,}$/.test(headers['authorization'] ?? '')) return refused;
  const byName = world.items('CS2').flatMap((item) => {
    const sold = world.sales(slug, item).map((sale) => writeSale(sale, world));
    return sold.length === 0 ? [] : [[item.name, sold] as const];
  });
  return { body: Object.fromEntries(byName) };
};

/** GamerPay: a price list, a searchable list of offers, and sales for those with a key. */
export const gamerpay: Player = {
  slug,
  hosts: ['api.gamerpay.gg'],
  answer: answerBy([
    { method: 'GET', path: /^\/prices$/, answer: prices },
    { method: 'GET', path: /^\/feed$/, answer: feed },
    { method: 'GET', path: /^\/v1\/platform\/sales$/, answer: sales },
  ]),
};
