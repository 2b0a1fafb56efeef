import Type from 'typebox';
import { dayMs } from '../../schema/index.ts';
import { FullRows } from '../full-rows.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import { optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { WireFullSales } from '../wire/full/full-shapes.ts';
import { toWireSale, WireSales } from '../wire/sale.ts';
import { fieldsParameter, gameParameter, marketplaceParameter, maxDays, nameParameter } from './parameters.ts';

export const salesRoute = route({
  path: '/v2/sales',
  id: 'listSales',
  summary: 'Past sales of one item on one marketplace',
  description:
    'Newest first. Only some marketplaces publish sales; for others the response is 400 and names those that do.',
  parameters: {
    marketplace: marketplaceParameter,
    game: gameParameter,
    name: nameParameter,
    days: optionalWhole({ description: 'Days to look back, as far as sales are kept', absent: 30, max: maxDays }),
    fields: fieldsParameter,
  },
  answer: Type.Union([WireSales, WireFullSales]),
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    marketplace: 'CSFloat',
    game: 'CS2',
    sales: [
      {
        timestamp: 1_789_900_000,
        priceUSD: 30.4,
        priceEUR: 26.17,
        priceCNY: 216.57,
        priceRUB: 2451.4,
        float: 0.2341,
        paintIndex: 282,
        paintSeed: 611,
        stickers: [],
        rarity: null,
        hero: null,
      },
    ],
  },
  marketplaces: ({ marketplace, fields }, { lookups }) => (fields === null ? [lookups.marketplace(marketplace)] : null),
  async read({ marketplace: marketplaceText, game: gameText, name: nameText, days, fields }, context) {
    const { lookups, book, store, itemRequested, now } = context;
    const marketplace = lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    lookups.requireShowing('sales', marketplace, game);
    const name = lookups.item(game, nameText);
    const isKnown = book.hasItem(game, name);
    if (isKnown) itemRequested(game, name, marketplace.id);
    const rows = await store.sales({ marketplaceId: marketplace.id, game, name }, now() - days * dayMs);
    // An item that is no longer on sale anywhere can still have sales
    if (rows.length === 0 && !isKnown) throw lookups.unknownItem(game, name);
    const head = { name, marketplace: marketplace.name, game };
    const attributes = book.itemAttributes(game, name);
    const plain = (sale: (typeof rows)[number]) => toWireSale(game, sale, attributes);
    if (fields === null) return { ...head, sales: await mapInTurns(rows, plain) };
    const full = new FullRows(context, game);
    const fullOf = (sale: (typeof rows)[number]) => full.sale(marketplace.id, name, sale, rows.length);
    return { ...head, sales: await mapInTurns(rows, (sale) => ({ ...plain(sale), ...fullOf(sale) })) };
  },
});
