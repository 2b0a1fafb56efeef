import Type from 'typebox';
import { FullRows, itemFieldsIn } from '../full-rows.ts';
import { itemFilterParameters, wantedItems } from '../item-filter.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import { optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { WireFullSearchRow } from '../wire/full/full-shapes.ts';
import { toWireSearchRow, WireSearchRow } from '../wire/search-row.ts';
import { toWireSearchItem, WireSearchItem } from '../wire/tape/search-item.ts';
import { comparisonExample } from './compare.ts';
import {
  fieldsParameter,
  gameParameter,
  marketplaceListParameter,
  nearestParameter,
  optionalMarketplaceParameter,
  queryParameter,
} from './parameters.ts';

export const searchRoute = route({
  path: '/v2/items/search',
  id: 'searchItems',
  summary: 'Search items by words of their name',
  description:
    'Returns one row per item and marketplace. The exact name comes first, then names that begin with the query, then the rest; within each group, rows are sorted by number of offers, then by name, then in the order of GET /v2/marketplaces. If these rows are fewer than the limit and no name begins with the query, matches of short forms follow: words typed as one or apart (ak47, casehardened); in CS2 and TF2 wear abbreviations together with another word (fn, mw, ft, ww, bs); in CS2 also st for StatTrak, sv for Souvenir, and Doppler phases (phase 2, p2, ruby, sapphire, black pearl, emerald), which find the item of all phases; what traders call an item (bfk, kara vanilla, ak ch, scout, dlore), also in Chinese and Russian (红线, нож бабочка); and names in the language of a marketplace that provides them. If nothing is found at all, words of a mere kind (skin, mask) may be missing; then each word of four letters or more, short forms and phases included, may contain one typing error: a missing, extra or wrong letter, or two neighbouring letters swapped. With fields=full, isNear says so. If there is still no match, the list is empty.',
  parameters: {
    game: gameParameter,
    query: queryParameter,
    marketplace: optionalMarketplaceParameter,
    limit: optionalWhole({ description: 'Maximum number of rows to return', absent: 100, max: 1000 }),
    nearest: nearestParameter,
    fields: fieldsParameter,
  },
  answer: Type.Union([Type.Array(WireSearchRow), Type.Array(WireFullSearchRow)]),
  example: [
    {
      name: 'AK-47 | Redline (Field-Tested)',
      marketplace: 'SkinPort',
      game: 'CS2',
      priceUSD: 30.75,
      offerCount: 212,
      thumbnail: null,
      updatedAt: 1_790_000_000,
    },
  ],
  read({ game: gameText, query, marketplace, limit, nearest, fields }, context) {
    const { lookups, book } = context;
    const game = lookups.game(gameText);
    const marketplaceIds = marketplace === null ? null : [lookups.marketplace(marketplace).id];
    const found = book[nearest ? 'searchNearest' : 'search'](game, query, marketplaceIds, limit);
    if (fields === null) return found.map(toWireSearchRow);
    const full = new FullRows(context, game);
    return found.map((summary) => ({
      ...toWireSearchRow(summary),
      isNear: summary.isNear,
      ...full.lowest(summary),
      ...itemFieldsIn(context, game, summary.name),
    }));
  },
});

export const searchItemsRoute = route({
  path: '/tape/search',
  id: 'findItems',
  summary: 'Search items by words of their name, each with all marketplaces',
  description:
    'Returns the items whose names contain every word of the query or what it stands for, by the short forms of GET /v2/items/search: names that consist of it first, then by how many of the words are whole words of the name, items before stickers and other things applied to them, by the other words beside those typed, and then by the number of offers times the root of the lowest price. If there are fewer than the limit, names that contain the words elsewhere follow; only if there are none may each word contain a typing error, and isNear is true. The limit counts items: each comes with all marketplaces that know it, lowest price first, in the format of GET /v2/items/compare.',
  parameters: {
    game: gameParameter,
    query: queryParameter,
    marketplaces: marketplaceListParameter,
    ...itemFilterParameters,
    limit: optionalWhole({ description: 'Maximum number of items to return', absent: 20, max: 1000 }),
    nearest: nearestParameter,
  },
  answer: Type.Array(WireSearchItem),
  example: [{ game: 'CS2', thumbnail: null, isNear: false, ...comparisonExample }],
  async read({ game: gameText, query, marketplaces, limit, nearest, ...filter }, { lookups, book }) {
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    const marketplaceIds = wanted?.map(({ id }) => id) ?? null;
    const choice = { marketplaceIds, limit, ...wantedItems(book, game, filter) };
    const names = book[nearest ? 'searchNearestNames' : 'searchNames'](game, query, choice);
    return await mapInTurns(names, (found) => toWireSearchItem(game, found, book.summaries(game, found.name), wanted));
  },
});
