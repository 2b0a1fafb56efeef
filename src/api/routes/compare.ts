import Type from 'typebox';
import { FullRows, itemFieldsIn, liquidityIn } from '../full-rows.ts';
import { route } from '../route.ts';
import { comparedOf, toWireComparedMarketplace, toWireComparison, WireComparison } from '../wire/comparison.ts';
import { WireFullComparison } from '../wire/full/full-shapes.ts';
import { asOfParameter, contextAt, refuseFull } from './as-of.ts';
import { fieldsParameter, gameParameter, marketplaceListParameter, nameParameter } from './parameters.ts';

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
  summary: 'Compare one item across marketplaces',
  description:
    'Returns the marketplaces that know the item, lowest price first. Those without an offer come last, with null prices.',
  parameters: {
    game: gameParameter,
    name: nameParameter,
    marketplaces: marketplaceListParameter,
    fields: fieldsParameter,
    asOf: asOfParameter,
  },
  answer: Type.Union([WireComparison, WireFullComparison]),
  example: comparisonExample,
  marketplaces: ({ marketplaces, fields, asOf }, { lookups }) =>
    fields === null && asOf === null ? lookups.marketplaceList(marketplaces) : null,
  async read({ game: gameText, name: nameText, marketplaces, fields, asOf }, present) {
    const { lookups } = present;
    const game = lookups.game(gameText);
    const wanted = lookups.marketplaceList(marketplaces);
    refuseFull(asOf, fields);
    const name = lookups.item(game, nameText);
    const context = asOf === null ? present : await contextAt(present, { asOf, game, name });
    const { book, itemRequested } = context;
    if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    itemRequested(game, name, null);
    if (fields === null) return toWireComparison(name, book.summaries(game, name), wanted);
    const full = new FullRows(context, game);
    const rows = comparedOf(book.summaries(game, name), wanted).map((summary) => ({
      ...toWireComparedMarketplace(summary),
      ...full.lowest(summary),
    }));
    const liquidity = await liquidityIn(context, game, [name]);
    return { name, marketplaces: rows, ...itemFieldsIn(context, game, name), liquidity: liquidity(name) };
  },
});
