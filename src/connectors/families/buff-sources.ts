import {
  type AskedItem,
  type Evidence,
  lookup,
  type Source,
  type WireRequest,
  walk,
} from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { type BuffParsers, goodsOf, nextPage, ordersWithGoods, Page, refusal, refusalOfStranger } from './buff.ts';
import { Bill, BuyOrderRow, Goods, SellOrder } from './buff-rows.ts';

/** Offers and orders come ten to a page. */
export const pageRows = 10;

/** What differs in how the sites that run Buff's software are asked. */
export type BuffAsking = {
  readonly evidence: Evidence;
  /** Environment name of the session, which offers and sales ask for everywhere. */
  readonly session: string;
  /** Whether the list of all goods asks for it, too. */
  readonly isListForMembers: boolean;
  readonly list: (game: Game, page: string | number) => WireRequest;
  readonly goods: AskOfItem;
  readonly sellOrders: AskOfItem;
  readonly buyOrders: AskOfItem;
  readonly bills: AskOfItem;
  readonly parsers: BuffParsers;
};

type AskOfItem = (about: AskedItem & { readonly game: Game }) => WireRequest | null;

/** How those are asked who are logged in, and how anybody. */
const policiesOf = ({ evidence, session }: BuffAsking) => ({
  forMembers: { evidence, budget: 'account', credential: session, refusal } as const,
  forAll: { evidence, budget: 'anonymous', refusal: refusalOfStranger } as const,
});

/** The lowest price of every item. */
function quoteSources(asking: BuffAsking): Source[] {
  const { parsers, ...ask } = asking;
  const { forMembers, forAll } = policiesOf(asking);
  return [
    walk({
      ...(ask.isListForMembers ? forMembers : forAll),
      name: 'goods',
      yields: ['quote'],
      covers: 'all',
      everySeconds: 14_400,
      request: ({ game, cursor }) => ask.list(game, cursor ?? 1),
      envelope: Page,
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
function itemSources(asking: BuffAsking): Source[] {
  const { parsers, ...ask } = asking;
  const { forMembers, forAll } = policiesOf(asking);
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
      parse: parsers.parseBuyOrder,
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
    }),
  ];
}

/** All that such a site tells, on the budgets `anonymous` and `account`. */
export const buffSources = (asking: BuffAsking): Source[] => [...quoteSources(asking), ...itemSources(asking)];
