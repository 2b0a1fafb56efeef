import { type AskedItem, type Source, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import {
  type BuffParsers,
  GoodsPage,
  goodsOf,
  nextPage,
  ordersWithGoods,
  Page,
  refusal,
  refusalOfStranger,
} from './buff.ts';
import { Bill, BuyOrderRow, Goods, SellOrder } from './buff-rows.ts';

/** Offers and orders on a page. */
export const pageRows = 10;

/** How requests differ between the sites that run Buff's software. */
export type BuffSettings = {
  /** The `facts.json` of the site. */
  readonly facts: unknown;
  /** Whether the list of all goods requires a session, as offers and sales do on every site. */
  readonly isListForMembers: boolean;
  readonly list: (game: Game, page: string | number) => WireRequest;
  readonly goods: ItemRequest;
  readonly sellOrders: ItemRequest;
  readonly buyOrders: ItemRequest;
  readonly bills: ItemRequest;
  readonly parsers: BuffParsers;
};

type ItemRequest = (about: AskedItem & { readonly game: Game }) => WireRequest | null;

/** The lowest price of every item. */
function quoteSources(settings: BuffSettings): Source[] {
  const { parsers, ...ask } = settings;
  const { lookup, walk } = sourcesOf(settings.facts);
  return [
    walk({
      name: 'goods',
      refusal: ask.isListForMembers ? refusal : refusalOfStranger,
      yields: ['quote'],
      covers: 'all',
      request: ({ game, cursor }) => ask.list(game, cursor ?? 1),
      envelope: GoodsPage,
      rowsAt: 'data.items',
      row: Goods,
      parse: parsers.parseGoods,
      cursorAt: nextPage,
      pages: 1000,
    }),
    lookup({
      name: 'goods-info',
      refusal: refusalOfStranger,
      yields: ['quote'],
      replaces: [],
      request: ask.goods,
      rowsAt: goodsOf,
      row: Goods,
      parse: parsers.parseGoods,
    }),
  ];
}

/** Offers, buy orders and sales of one item. */
function itemSources(settings: BuffSettings): Source[] {
  const { parsers, ...ask } = settings;
  const { lookup } = sourcesOf(settings.facts);
  return [
    lookup({
      name: 'sell-orders',
      refusal,
      yields: ['offer'],
      replaces: ['offer'],
      pageRows,
      request: ask.sellOrders,
      envelope: Page,
      rowsAt: ordersWithGoods,
      row: SellOrder,
      decides: { 'order.goods_id': 'finds the goods, and with them the name and the game' },
      parse: parsers.parseSellOrder,
    }),
    lookup({
      name: 'buy-orders',
      refusal: refusalOfStranger,
      yields: ['buyOrder'],
      replaces: ['buyOrder'],
      pageRows,
      request: ask.buyOrders,
      envelope: Page,
      rowsAt: 'data.items',
      row: BuyOrderRow,
      decides: { specific: 'the conditions of the buyer, and an order without conditions is another one' },
      parse: parsers.parseBuyOrder,
      mayLack: {
        type: 'an order with another condition than a phase is for few items of the name',
        text: 'as `type`',
      },
    }),
    lookup({
      name: 'bill-orders',
      refusal,
      yields: ['sale'],
      replaces: [],
      request: ask.bills,
      envelope: Page,
      rowsAt: 'data.items',
      row: Bill,
      parse: parsers.parseBill,
      mayLack: { transact_time: 'a purchase that is not completed' },
    }),
  ];
}

/** All sources of such a site, on the budgets `anonymous` and `account`. */
export const buffSources = (settings: BuffSettings): Source[] => [...quoteSources(settings), ...itemSources(settings)];
