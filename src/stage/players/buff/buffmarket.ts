import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, onlyFor, type Route, wholeNumber } from '../routes.ts';
import {
  goodsIdOf,
  slug,
  writeBill,
  writeBuyOrder,
  writeGoods,
  writeGoodsHead,
  writeSellOrder,
} from './buffmarket-rows.ts';

const goodsPage = { pageSize: 20, max: 80 };
const rowPage = 10;

/** Refusals also have status 200. */
const refuse = (code: string, error: string): StageReply => ({ body: { code, error, extra: null } });
const loginRequired = refuse('Login Required', 'Please login.');
const invalidArgument = refuse('Invalid Argument', 'Invalid Argument');
const pathNotFound = refuse('Path Not Found', 'Requested object does not exist');

const accept = (data: unknown): StageReply => ({ body: { code: 'OK', data, msg: null } });

/** Any session of eight characters or more is accepted. */
const withSession = onlyFor(
  (request) => /(?:^|;\s*)session=[^;\s]{8,}/.test(request.headers['cookie'] ?? ''),
  loginRequired,
);

const requestedItem = (query: URLSearchParams, world: World): CatalogueItem | null => {
  if (query.get('game') !== 'csgo') return null;
  const name = query.get('market_hash_name');
  if (name !== null) return world.itemNamed('CS2', name);
  const goodsId = wholeNumber(query.get('goods_id'), -1);
  return world.items('CS2').find((item) => goodsIdOf(item) === goodsId) ?? null;
};

const ofGoods =
  (answer: (request: StageRequest, world: World, item: CatalogueItem) => StageReply): Route['answer'] =>
  (request, world) => {
    const item = requestedItem(request.query, world);
    return item === null ? invalidArgument : answer(request, world, item);
  };

const paged = <Row>(query: URLSearchParams, rows: readonly Row[], size: number) => {
  const number = Math.max(1, wholeNumber(query.get('page_num'), 1));
  return {
    rows: rows.slice((number - 1) * size, number * size),
    head: { page_num: number, page_size: size, total_page: Math.ceil(rows.length / size), total_count: rows.length },
  };
};

const goods: Route['answer'] = ({ query }, world) => {
  const size = wholeNumber(query.get('page_size'), goodsPage.pageSize);
  if (query.get('game') !== 'csgo' || size < 1 || size > goodsPage.max) return invalidArgument;
  const { rows, head } = paged(query, world.items('CS2'), size);
  return accept({ ...head, items: rows.map((item) => writeGoods(world, item)) });
};

const orders: Readonly<Record<string, (a: PlayedListing, b: PlayedListing) => number>> = {
  default: (a, b) => a.priceUsd - b.priceUsd,
  'price.asc': (a, b) => a.priceUsd - b.priceUsd,
  'created.desc': (a, b) => b.listedAt - a.listedAt,
};

const sellOrders = ofGoods(({ query, now }, world, item) => {
  const sortBy = query.get('sort_by') || 'default';
  const order = orders[sortBy];
  if (order === undefined) return invalidArgument;
  const { rows, head } = paged(query, world.listings(slug, item).toSorted(order), rowPage);
  return accept({
    fop_str: '',
    goods_infos: { [goodsIdOf(item)]: writeGoodsHead(world, item) },
    has_market_stores: {},
    items: rows.map((listing) => writeSellOrder(listing, now)),
    ...head,
    show_game_cms_icon: false,
    show_pay_method_icon: true,
    sort_by: sortBy,
    src_url_background: '',
  });
});

const buyOrders = ofGoods(({ query }, world, item) => {
  const { rows, head } = paged(query, world.buyOrders(slug, item), rowPage);
  return accept({ ...head, items: rows.map(writeBuyOrder), user_infos: {} });
});

const bills = ofGoods(({ query }, world, item) => {
  const { rows, head } = paged(query, world.sales(slug, item).slice(0, rowPage), rowPage);
  return accept({ ...head, items: rows.map(writeBill), user_infos: {} });
});

const path = (call: string): RegExp => new RegExp(`^/api/market/goods${call}$`);

/** BUFF.Market: Buff's software with ids and spellings of its own, in dollars, for CS2 only. */
export const buffmarket: Player = {
  slug,
  hosts: ['api.buff.market'],
  answer: answerBy([
    { method: 'GET', path: path(''), answer: goods },
    {
      method: 'GET',
      path: path('/info'),
      answer: ofGoods((_request, world, item) => accept(writeGoods(world, item))),
    },
    { method: 'GET', path: path('/sell_order'), answer: withSession(sellOrders) },
    { method: 'GET', path: path('/buy_order'), answer: buyOrders },
    { method: 'GET', path: path('/bill_order'), answer: withSession(bills) },
    { method: 'GET', path: /^\/api\//, answer: () => pathNotFound },
  ]),
};
