import Type from 'typebox';
import { FullRows, localNameIn } from '../full-rows.ts';
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
  summary: 'Items by words of their name',
  description:
    'One row for each item and marketplace. The exact name comes first, then names that begin with the query, then the rest; within these the most offered, then by name; rows that are equal in all of it stand in the order of GET /v2/marketplaces. Where these rows are fewer than the limit and no name begins with the query, names follow that are found by short forms: names typed as one word (ak47, m4a1s, ssg08), in CS2 and TF2 the abbreviations of a wear beside another word (fn, mw, ft, ww, bs), in CS2 st for StatTrak and sv for Souvenir as well, and the phases of a Doppler (phase 2, p2, ruby, sapphire, black pearl, emerald), which lead to the item of all phases; and by the name in the language of a marketplace that tells it (红线). Where nothing is found at all, each word of four letters or more may have one error of typing: a letter left out, put in, wrong, or changed with its neighbour. What is still not found is an empty list.',
  parameters: {
    game: gameParameter,
    query: queryParameter,
    marketplace: optionalMarketplaceParameter,
    limit: optionalWhole({ description: 'Most rows to return', absent: 100, most: 1000 }),
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
  read({ game, query, marketplace, limit, nearest, fields }, context) {
    const { lookups, book } = context;
    const meant = lookups.game(game);
    const marketplaceIds = marketplace === null ? null : [lookups.marketplace(marketplace).id];
    const search = nearest ? book.searchNearest : book.search;
    const found = search(meant, query, marketplaceIds, limit);
    if (fields === null) return found.map(toWireSearchRow);
    const full = new FullRows(context, meant);
    return found.map((summary) => ({
      ...toWireSearchRow(summary),
      ...full.lowest(summary),
      ...localNameIn(context, meant, summary.name),
    }));
  },
});

export const searchItemsRoute = route({
  path: '/tape/search',
  id: 'findItems',
  summary: 'Items by words of their name, each on all marketplaces',
  description:
    'The items whose rows GET /v2/items/search tells, in the order of their first rows. The limit is one of items and cuts through none: each has all marketplaces that know it, cheapest first, as GET /v2/items/compare tells it.',
  parameters: {
    game: gameParameter,
    query: queryParameter,
    marketplaces: marketplaceListParameter,
    limit: optionalWhole({ description: 'Most items to return', absent: 20, most: 1000 }),
    nearest: nearestParameter,
  },
  answer: Type.Array(WireSearchItem),
  example: [{ game: 'CS2', thumbnail: null, ...comparisonExample }],
  read({ game: gameText, query, marketplaces, limit, nearest }, { lookups, book }) {
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    const ids = wanted?.map(({ id }) => id) ?? null;
    const search = nearest ? book.searchNearestNames : book.searchNames;
    const names = search(game, query, ids, limit);
    return names.map((name) => toWireSearchItem(game, name, book.summaries(game, name), wanted));
  },
});
