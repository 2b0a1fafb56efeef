import Type from 'typebox';
import { optionalText, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireComparison, WireComparison } from '../wire/comparison.ts';
import { comparisonExample } from './compare.ts';
import { gameParameter, marketplaceListParameter, nameLimit } from './parameters.ts';

export const listItemsRoute = route({
  path: '/tape/items',
  id: 'listItems',
  summary: 'All items of a game, in parts',
  description:
    'Every item that a marketplace knows, each as GET /v2/items/compare tells it, in the order of the UTF-16 code units of their names. Ask again with the last name of an answer as `after` until the answer is empty: an item that is known all the while is told once, whatever becomes known or changes in between.',
  parameters: {
    game: gameParameter,
    marketplaces: marketplaceListParameter,
    after: optionalText({
      description: 'Name behind which to go on, known or not; left out or empty begins with the first',
      example: 'AK-47 | Redline (Field-Tested)',
      longest: nameLimit,
    }),
    limit: optionalWhole({ description: 'Most items to return', absent: 500, most: 1000 }),
  },
  answer: Type.Array(WireComparison),
  example: [comparisonExample],
  read({ game: gameText, marketplaces, after, limit }, { lookups, book }) {
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    const ids = wanted?.map(({ id }) => id) ?? null;
    const names = book.namesAfter(game, after ?? '', ids, limit);
    return names.map((name) => toWireComparison(name, book.summaries(game, name), wanted));
  },
});
