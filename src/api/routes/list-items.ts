import Type from 'typebox';
import { nameLimit } from '../../schema/index.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import { optionalText, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireComparison, WireComparison } from '../wire/comparison.ts';
import { comparisonExample } from './compare.ts';
import { gameParameter, marketplaceListParameter } from './parameters.ts';

export const listItemsRoute = route({
  path: '/tape/items',
  id: 'listItems',
  summary: 'All items of a game, page by page',
  description:
    'Returns every item that a marketplace knows, in the format of GET /v2/items/compare, sorted by the UTF-16 code units of the name. To get the next page, pass the last name of a page as `after`, until a page is empty. An item that is known throughout is returned exactly once, whatever is added or changes in between.',
  parameters: {
    game: gameParameter,
    marketplaces: marketplaceListParameter,
    after: optionalText({
      description: 'Return items after this name, which need not exist; starts at the first if omitted or empty',
      example: 'AK-47 | Redline (Field-Tested)',
      maxLength: nameLimit,
    }),
    limit: optionalWhole({ description: 'Maximum number of items to return', absent: 500, max: 1000 }),
  },
  answer: Type.Array(WireComparison),
  example: [comparisonExample],
  async read({ game: gameText, marketplaces, after, limit }, { lookups, book }) {
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    const ids = wanted?.map(({ id }) => id) ?? null;
    const names = book.namesAfter(game, after ?? '', ids, limit);
    return await mapInTurns(names, (name) => toWireComparison(name, book.summaries(game, name), wanted));
  },
});
