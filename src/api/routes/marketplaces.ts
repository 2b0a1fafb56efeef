import Type from 'typebox';
import { marketplaceWithId } from '../../schema/index.ts';
import { route } from '../route.ts';
import { WireMarketplace } from '../wire/marketplace.ts';

export const marketplacesRoute = route({
  path: '/v2/marketplaces',
  id: 'listMarketplaces',
  summary: 'Marketplaces and their games',
  description: 'Returns all connected marketplaces in a fixed order, with counts for each game they cover.',
  parameters: {},
  answer: Type.Array(WireMarketplace),
  example: [
    {
      marketplace: 'SkinPort',
      games: [{ game: 'CS2', itemCount: 21_714, offerCount: 803_122, salesCount: 120_400, priceHistoryDays: 90 }],
    },
  ],
  async read(_, { book, availability, coverage }) {
    const storedCoverage = await coverage();
    return availability.map(({ marketplaceId, games }) => ({
      marketplace: marketplaceWithId(marketplaceId).name,
      games: games.map(({ game }) => {
        const { itemCount, offerCount } = book.counts(marketplaceId, game);
        const stored = storedCoverage.find((row) => row.marketplaceId === marketplaceId && row.game === game);
        return {
          game,
          itemCount,
          offerCount,
          salesCount: stored?.salesCount ?? 0,
          priceHistoryDays: stored?.priceHistoryDays ?? 0,
        };
      }),
    }));
  },
});
