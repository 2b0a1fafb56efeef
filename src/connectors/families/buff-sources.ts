import {
  type AskedItem,
  type Evidence,
  lookup,
  type Permission,
  type Source,
  type WireRequest,
  walk,
} from '../../contract/connector.ts';
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
  readonly evidence: Evidence;
  readonly permission: Permission;
  /** `env` of the session, which offers and sales require on every site. */
  readonly session: string;
  /** Whether the list of all goods requires it too. */
  readonly isListForMembers: boolean;
  readonly list: (game: Game, page: string | number) => WireRequest;
  readonly goods: ItemRequest;
  readonly sellOrders: ItemRequest;
  readonly buyOrders: ItemRequest;
  readonly bills: ItemRequest;
  readonly parsers: BuffParsers;
};

type ItemRequest = (about: AskedItem & { readonly game: Game }) => WireRequest | null;

/** Request policies with and without a log-in. */
const policiesOf = ({ evidence, permission, session }: BuffSettings) => ({
  forMembers: { evidence, permission, budget: 'account', credential: session, refusal } as const,
  forAll: { evidence, permission, budget: 'anonymous', refusal: refusalOfStranger } as const,
});

/** The lowest price of every item. */
function quoteSources(settings: BuffSettings): Source[] {
  const { parsers, ...ask } = settings;
  const { forMembers, forAll } = policiesOf(settings);
  return [
    walk({
      ...(ask.isListForMembers ? forMembers : forAll),
      name: 'goods',
      yields: ['quote'],
      covers: 'all',
      everySeconds: 14_400,
      request: ({ game, cursor }) => ask.list(game, cursor ?? 1),
      envelope: GoodsPage,
      rowsAt: 'data.items',
      row: Goods,
      parse: parsers.parseGoods,
      cursorAt: nextPage,
      pages: 1000,
    }),
    lookup({
      ...forAll,
      name: 'goods-info',
      yields: ['quote'],
      replaces: [],
      everySeconds: 600,
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
  const { forMembers, forAll } = policiesOf(settings);
  return [
    lookup({
      ...forMembers,
      name: 'sell-orders',
      yields: ['offer'],
      replaces: ['offer'],
      pageRows,
      everySeconds: 300,
      request: ask.sellOrders,
      envelope: Page,
      rowsAt: ordersWithGoods,
      row: SellOrder,
      decides: { 'order.goods_id': 'finds the goods, and with them the name and the game' },
      parse: parsers.parseSellOrder,
    }),
    lookup({
      ...forAll,
      name: 'buy-orders',
      yields: ['buyOrder'],
      replaces: ['buyOrder'],
      pageRows,
      everySeconds: 600,
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
      ...forMembers,
      name: 'bill-orders',
      yields: ['sale'],
      replaces: [],
      everySeconds: 3600,
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
