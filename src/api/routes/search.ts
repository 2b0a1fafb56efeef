import Type from 'typebox';
import { optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireSearchRow, WireSearchRow } from '../wire/search-row.ts';
import { gameParameter, optionalMarketplaceParameter, queryParameter } from './parameters.ts';

export const searchRoute = route({
  path: '/v2/items/search',
  id: 'searchItems',
  summary: 'Items by words of their name',
  description:
    'One row for each item and marketplace. The exact name comes first, then names that begin with the query, then the rest; within these the most offered.',
  parameters: {
    game: gameParameter,
    query: queryParameter,
    marketplace: optionalMarketplaceParameter,
    limit: optionalWhole({ description: 'Most rows to return', absent: 100, most: 1000 }),
  },
  answer: Type.Array(WireSearchRow),
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
  read({ game, query, marketplace, limit }, { lookups, shelf }) {
    const meant = lookups.game(game);
    const marketplaceId = marketplace === null ? null : lookups.marketplace(marketplace).id;
    return shelf.search(meant, query, marketplaceId, limit).map(toWireSearchRow);
  },
});
