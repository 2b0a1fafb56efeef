import { type Game, gameNamed } from '../../../schema/index.ts';
import { steamPriceOf } from '../../market/market-profiles.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { exteriorOf } from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { addressOf } from '../skinport-pages.ts';
import { inspectLinkOf } from '../steam-ids.ts';

const slug = 'avan-market';
const pageRows = 40;

const dollars = (usd: number): number => Math.round(usd * 100) / 100;

const instant = (at: number): string => new Date(at).toISOString();

const writeSellItem = (listing: PlayedListing) => ({
  id: listing.number,
  inspect_in_game: listing.float === null ? null : inspectLinkOf(listing),
  created_at: instant(listing.listedAt),
  // Sometimes a number, sometimes text
  float: listing.float === null || listing.number % 2 === 0 ? listing.float : String(listing.float),
  raw_sell_price: dollars(listing.priceUsd),
  sell_price: dollars(listing.priceUsd),
  unhold_at: instant(listing.tradableAt ?? listing.listedAt),
  item_id: listing.item.index,
  preview_link: null,
  item_stickers: listing.stickers.map(({ name }) => ({ name })),
});

type Entry = { readonly item: CatalogueItem; readonly listings: readonly PlayedListing[] };

/** An entry for each variant of a name. */
const entriesOf = cachedList((world, game: Game) =>
  world.items(game).flatMap((item): readonly Entry[] => {
    const listings = world.listings(slug, item);
    const phases = [...new Set(listings.map(({ phase }) => phase))];
    return phases.map((phase) => ({ item, listings: listings.filter((listing) => listing.phase === phase) }));
  }),
);

const writeEntry = ({ item, listings }: Entry) => ({
  id: item.index,
  rarity: item.rarity,
  quality: exteriorOf(item.name),
  phase: listings[0]?.phase ?? null,
  name: item.name,
  type: item.type,
  hero: item.hero,
  full_name: item.name,
  slugified_name: addressOf(item.name),
  steam_price: steamPriceOf(item).toFixed(2),
  profit_percentage: 5,
  sell_items: listings.map(writeSellItem),
  variants: [],
});

const catalog: Route['answer'] = ({ query, now }, world) => {
  const game = gameNamed(query.get('app_id') ?? '');
  if (game === null) return { status: 400, body: { statusCode: 400, message: 'Bad Request' } };
  const entries = entriesOf(world, game, now);
  const page = Math.max(1, wholeNumber(query.get('page'), 1));
  const count = Math.max(1, Math.ceil(entries.length / pageRows));
  return {
    body: {
      count: entries.length,
      page_count: count,
      limit: pageRows,
      prev_page: page > 1 ? page - 1 : null,
      page,
      next_page: page < count ? page + 1 : null,
      data: entries.slice((page - 1) * pageRows, page * pageRows).map(writeEntry),
      rateId: 1,
    },
  };
};

/** Avan.Market: its site's catalogue, in pages of names. */
export const avanMarket: Player = {
  slug,
  hosts: ['avan.market'],
  answer: answerBy([{ method: 'GET', path: /^\/v1\/api\/users\/catalog$/, answer: catalog }]),
};
