import Type from 'typebox';
import { FullRows } from '../full-rows.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import { optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireBuyOrderRow, WireBuyOrderRow } from '../wire/buy-order.ts';
import { WireFullBuyOrderRow } from '../wire/full/full-shapes.ts';
import { bestFirst } from '../wire/price.ts';
import { fieldsParameter, gameParameter, optionalMarketplaceParameter, optionalNameParameter } from './parameters.ts';

export const buyOrdersRoute = route({
  path: '/v2/buy-orders',
  id: 'listBuyOrders',
  summary: 'Buy orders of a game, best first',
  description:
    'Covers all items and marketplaces unless `name` or `marketplace` is given. Only some marketplaces publish buy orders; for others the response is 400 and names those that do.',
  parameters: {
    game: gameParameter,
    marketplace: optionalMarketplaceParameter,
    name: optionalNameParameter,
    limit: optionalWhole({ description: 'Maximum number of buy orders to return', absent: 500, max: 5000 }),
    fields: fieldsParameter,
  },
  answer: Type.Union([Type.Array(WireBuyOrderRow), Type.Array(WireFullBuyOrderRow)]),
  example: [
    {
      name: 'AK-47 | Redline (Field-Tested)',
      marketplace: 'CSFloat',
      game: 'CS2',
      orderId: '71300021',
      quantity: 3,
      priceUSD: 29.8,
      priceEUR: 25.66,
      priceCNY: 212.3,
      priceRUB: 2403.02,
      itemPhase: null,
      updatedAt: 1_789_999_000,
    },
  ],
  marketplaces: ({ marketplace, fields }, { lookups }) =>
    fields === null && marketplace !== null ? [lookups.marketplace(marketplace)] : null,
  async read({ game: gameText, marketplace: marketplaceText, name: nameText, limit, fields }, context) {
    const { lookups, book, itemRequested } = context;
    const marketplace = marketplaceText === null ? null : lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    if (marketplace !== null) lookups.requireShowing('buyOrders', marketplace, game);
    const ids = (marketplace === null ? lookups.showing('buyOrders', game) : [marketplace]).map(({ id }) => id);
    const name = nameText === null ? null : lookups.item(game, nameText);
    if (name !== null && book.hasItem(game, name)) itemRequested(game, name, marketplace?.id ?? null);
    const orders =
      name === null ? book.bestBuyOrders(game, ids, limit) : ids.flatMap((id) => book.buyOrders(id, game, name));
    if (fields === null) return orders.map(toWireBuyOrderRow).sort(bestFirst).slice(0, limit);
    const full = new FullRows(context, game);
    const rows = await mapInTurns(orders, (order) => ({ ...toWireBuyOrderRow(order), ...full.buyOrder(order) }));
    return rows.sort(bestFirst).slice(0, limit);
  },
});
