import type { PlayedListing } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { exteriorOf, isStatTrak, withoutExterior } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { inspectLinkOf } from '../steam-ids.ts';

const slug = 'skinplace';
const pageLimit = 50;
/** The newest offers beyond this limit are not searched. */
const mostNewest = 500;

const dollars = (usd: number): number => Math.round(usd * 100) / 100;

const instant = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** In some rows the exterior is not part of the name but in its own field. */
const nameOf = ({ item, number }: PlayedListing): string =>
  number % 5 === 0 && item.name.includes(' | ') ? withoutExterior(item.name) : item.name;

const writeItem = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, phase, tradableAt } = listing;
  const price = dollars(listing.priceUsd);
  return {
    item_amount: 1,
    id: listing.number,
    item_id: item.index,
    state: 'active',
    price,
    price_market: price,
    price_market_usd: price,
    steam_market_hash_name: nameOf(listing),
    project: 'csgo',
    floatvalue: float,
    paintindex: paintIndex,
    paintseed: paintSeed,
    time_created: instant(listing.listedAt),
    inspect_url: float === null ? null : inspectLinkOf(listing),
    discount: 10,
    steam_exterior: exteriorOf(item.name) ?? '',
    steam_itemtype: item.type,
    phase,
    is_stattrak: isStatTrak(item.name) ? 1 : 0,
    stickers: listing.stickers.map(({ name, stickerId }) => ({ id: stickerId, name })),
    is_hold: tradableAt === null ? 0 : 1,
    time_unhold: tradableAt === null ? null : instant(tradableAt),
  };
};

const items: Route['answer'] = ({ query }, world) => {
  if (query.get('game') !== 'csgo') return { body: { status: 'success', items: [] } };
  const words = (query.get('search') ?? '').toLowerCase();
  const found =
    words === '' && query.get('sort_column') === 'time_created'
      ? world.newestListings(slug, 'CS2', mostNewest)
      : world
          .items('CS2')
          .filter(({ name }) => name.toLowerCase().includes(words))
          .flatMap((item) => world.listings(slug, item))
          .sort((one, other) => one.priceUsd - other.priceUsd || one.number - other.number);
  const size = Math.min(pageLimit, wholeNumber(query.get('limit'), pageLimit));
  const from = wholeNumber(query.get('offset'), 0);
  return { body: { status: 'success', items: found.slice(from, from + size).map(writeItem) } };
};

/** SkinPlace: the offers its own site reads. */
export const skinplace: Player = {
  slug,
  hosts: ['api.skin.place'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/market\/get_items$/, answer: items }]),
};
