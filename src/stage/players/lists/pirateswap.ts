import { createHash } from 'node:crypto';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageRequest } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { bareAppliedName, bareStickerName, exteriorOf, withoutExterior } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'pirateswap';
const pageLimit = 100;
/** Prices in trade credit are higher than in money. */
const tradeMarkup = 1.12;

const dollars = (usd: number): number => Math.round(usd * 100) / 100;

/** A number for each name; how the real ones are computed is not known. */
const codeOf = ({ name }: CatalogueItem): number => createHash('md5').update(`${slug} ${name}`).digest().readInt32LE();

/** A few thousand items, as on the real site. */
const isHeld = ({ name, index }: CatalogueItem): boolean => index % 4 === 0 || name === liquidNames.CS2;

const writeStickers = ({ stickers }: PlayedListing) =>
  stickers.map(({ name, stickerId }) => ({
    name: bareStickerName(name),
    imageUrl: `https://pirateswap.com/stickers/${stickerId}.png`,
  }));

const writeItem = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, priceUsd, tradableAt, number, charm } = listing;
  return {
    id: uuidOf(slug, number),
    assetId: listing.assetId,
    marketHashName: item.name,
    marketNameHashCode: codeOf(item),
    price: dollars(priceUsd * tradeMarkup),
    storePrice: dollars(priceUsd),
    float,
    pattern: paintSeed,
    paintIndex,
    exterior: exteriorOf(item.name),
    inspectInGameLink: float === null ? null : inspectLinkOf(listing),
    stickers: writeStickers(listing),
    keyChains: charm === null ? null : [{ name: bareAppliedName(charm.name) }],
    ...(tradableAt === null ? {} : { tradeableAfter: new Date(tradableAt).toISOString() }),
    icon: uuidOf(slug, 'picture', item.name).replaceAll('-', ''),
    fadePercentage: fadeOf(item, paintSeed),
    category: item.type,
  };
};

const inventoryOf = cachedList((world, _all: 'all') =>
  world
    .items('CS2')
    .filter(isHeld)
    .flatMap((item) => world.listings(slug, item))
    .sort((a, b) => a.priceUsd - b.priceUsd || a.number - b.number),
);

/** Name numbers, separated by commas or as repeated parameters; none means every name. */
const codesIn = (query: URLSearchParams): ReadonlySet<number> =>
  new Set(query.getAll('marketHashNameHashCodes').flatMap((codes) => codes.split(',').filter(Boolean).map(Number)));

const found = ({ query, now }: StageRequest, world: World): readonly PlayedListing[] => {
  const codes = codesIn(query);
  const listings = inventoryOf(world, 'all', now).filter(({ item }) => codes.size === 0 || codes.has(codeOf(item)));
  return query.get('sortOrder') === 'DESC' ? listings.toReversed() : listings;
};

/** The page after the last item says it is empty; totals are never filled in. */
const inventory: Route['answer'] = (request, world) => {
  const size = Math.min(pageLimit, Math.max(1, wholeNumber(request.query.get('results'), 40)));
  const from = (Math.max(1, wholeNumber(request.query.get('page'), 1)) - 1) * size;
  const items = found(request, world)
    .slice(from, from + size)
    .map(writeItem);
  return { body: { items, empty: items.length === 0, totalResults: 0, totalPages: 0 } };
};

/** Names that contain the phrase, without exteriors, whose numbers are listed without labels. */
const autocomplete: Route['answer'] = ({ query }, world) => {
  const phrase = (query.get('searchPhrase') ?? '').toLowerCase();
  const codes = new Map<string, number[]>();
  for (const item of world.items('CS2')) {
    const name = withoutExterior(item.name);
    if (phrase !== '' && name.toLowerCase().includes(phrase))
      codes.set(name, [...(codes.get(name) ?? []), codeOf(item)]);
  }
  return { body: [...codes].map(([marketHashName, marketNameHashCodes]) => ({ marketHashName, marketNameHashCodes })) };
};

/** PirateSwap: the pages its own site reads. Rate limits are not played. */
export const pirateswap: Player = {
  slug,
  hosts: ['web.pirateswap.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/inventory(?:\/v2)?\/ExchangerInventory$/, answer: inventory },
    { method: 'GET', path: /^\/inventory\/search\/v2\/autocomplete$/, answer: autocomplete },
  ]),
};
