import { route } from '../route.ts';
import { toWireComparison, WireComparison } from '../wire/comparison.ts';
import { gameParameter, marketplaceListParameter, nameParameter } from './parameters.ts';

export const comparisonExample = {
  name: 'AK-47 | Redline (Field-Tested)',
  marketplaces: [
    {
      marketplace: 'SkinPort',
      priceUSD: 30.75,
      priceEUR: 26.47,
      priceCNY: 219.06,
      priceRUB: 2479.62,
      offerCount: 212,
      updatedAt: 1_790_000_000,
    },
  ],
};

export const compareRoute = route({
  path: '/v2/items/compare',
  id: 'compareItem',
  summary: 'One item on many marketplaces',
  description: 'Marketplaces that know the item, cheapest first; those without an offer come last with null prices.',
  parameters: { game: gameParameter, name: nameParameter, marketplaces: marketplaceListParameter },
  answer: WireComparison,
  example: comparisonExample,
  read({ game: gameText, name, marketplaces }, { lookups, book, asked }) {
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    asked(game, name);
    return toWireComparison(name, book.summaries(game, name), wanted);
  },
});
