import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, onlyFor, type Route, wholeNumber } from '../routes.ts';
import {
  gameByWord,
  goodsIdOf,
  itemWithGoodsId,
  phaseNameOf,
  phaseTagOf,
  slug,
  writeGoods,
  writeGoodsInfo,
} from './buff163-goods.ts';
import {
  nobody,
  userIdOf,
  writeBill,
  writeBuyOrder,
  writeGoodsHead,
  writeSellOrder,
  writeUser,
} from './buff163-orders.ts';

const goodsPage = { pageSize: 20, max: 80 };
const rowPage = 10;

/** Refusals also have status 200. */
const refuse = (code: string, error: string): StageReply => ({ body: { code, error, extra: null } });
const loginRequired = refuse('Login Required', 'Please login.');
const bindingRequired = refuse('Steam Binding Required', 'Please connect your Steam account first.');
const pathNotFound = refuse('Path Not Found', 'Requested object does not exist');
const invalidArgument = refuse('Invalid Argument', 'Invalid Argument');

const accept = (data: unknown): StageReply => ({ body: { code: 'OK', data, msg: null } });

const sessionOf = ({ headers }: StageRequest): string =>
  /(?:^|;\s*)session=([^;\s]{8,})/.exec(headers['cookie'] ?? '')?.[1] ?? '';

/** Any session of eight characters or more is accepted. */
const withSession = onlyFor((request) => sessionOf(request) !== '', loginRequired);

/** A session that begins with "unlinked" plays an account not linked to Steam. */
const withSteam = (answer: Route['answer']): Route['answer'] =>
  withSession((request, world, parts) =>
    sessionOf(request).startsWith('unlinked') ? bindingRequired : answer(request, world, parts),
  );

const ofGoods =
  (answer: (request: StageRequest, world: World, item: CatalogueItem) => StageReply): Route['answer'] =>
  (request, world) => {
    const game = gameByWord[request.query.get('game') ?? ''];
    const goodsId = wholeNumber(request.query.get('goods_id'), -1);
    const item = game === undefined ? null : itemWithGoodsId(world, game, goodsId);
    return item === null ? invalidArgument : answer(request, world, item);
  };

const paged = <Row>(query: URLSearchParams, rows: readonly Row[], size: number) => {
  const number = Math.max(1, wholeNumber(query.get('page_num'), 1));
  return {
    rows: rows.slice((number - 1) * size, number * size),
    head: {
      page_num: number,
      page_size: size,
      total_page: Math.ceil(rows.length / size),
      total_count: rows.length,
    },
  };
};

const usersOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, writeUser(id)]));

const goods: Route['answer'] = ({ query }, world) => {
  const game = gameByWord[query.get('game') ?? ''];
  const size = wholeNumber(query.get('page_size'), goodsPage.pageSize);
  if (game === undefined || size < 1 || size > goodsPage.max) return invalidArgument;
  const wanted = (query.get('search') ?? '').toLowerCase();
  const items = world.items(game).filter(({ name }) => name.toLowerCase().includes(wanted));
  const { rows, head } = paged(query, items, size);
  return accept({ ...head, items: rows.map((item) => writeGoods(world, item)) });
};

const goodsInfo = ofGoods((_request, world, item) => accept(writeGoodsInfo(world, item)));

const orders: Readonly<Record<string, (a: PlayedListing, b: PlayedListing) => number>> = {
  default: (a, b) => a.priceUsd - b.priceUsd,
  'price.asc': (a, b) => a.priceUsd - b.priceUsd,
  'price.desc': (a, b) => b.priceUsd - a.priceUsd,
  'created.desc': (a, b) => b.listedAt - a.listedAt,
  'paintwear.asc': (a, b) => (a.float ?? 2) - (b.float ?? 2),
  'paintwear.desc': (a, b) => (b.float ?? -1) - (a.float ?? -1),
};

/** Locked offers are only shown on request. */
const wantedBy = (query: URLSearchParams, now: number): ((listing: PlayedListing) => boolean) => {
  const locked = query.get('allow_tradable_cooldown') === '1';
  const tags = (query.get('tag_ids') ?? '').split(',').filter((tag) => tag !== '');
  const [min, max] = [Number(query.get('min_paintwear') || 0), Number(query.get('max_paintwear') || 1)];
  const seed = query.get('paintseed') ?? '';
  return ({ item, tradableAt, phase, float, paintSeed }) =>
    (locked || tradableAt === null || tradableAt <= now) &&
    (tags.length === 0 || (phase !== null && tags.includes(String(phaseTagOf(item, phase))))) &&
    (float === null || (float >= min && float <= max)) &&
    (seed === '' || String(paintSeed) === seed);
};

const sellOrders = ofGoods(({ query, now }, world, item) => {
  const sortBy = query.get('sort_by') || 'default';
  const order = orders[sortBy];
  if (order === undefined) return invalidArgument;
  const wanted = world.listings(slug, item).filter(wantedBy(query, now)).toSorted(order);
  const { rows, head } = paged(query, wanted, rowPage);
  const users = rows.map(({ sellerId }) => userIdOf(sellerId));
  return accept({
    fop_str: '',
    goods_infos: { [goodsIdOf(item)]: writeGoodsHead(world, item) },
    has_market_stores: Object.fromEntries(users.map((id) => [id, true])),
    items: rows.map((listing) => writeSellOrder(world, listing, now)),
    ...head,
    sort_by: sortBy,
    user_infos: usersOf(users),
  });
});

/** In addition to the world's orders, some painted items have one that pays more for a narrow float range. */
const buyOrders = ofGoods(({ query }, world, item) => {
  const standing = world.buyOrders(slug, item);
  const rows = standing.map((order) => {
    const name = order.phase === null ? null : phaseNameOf(order.phase);
    return writeBuyOrder(
      world,
      order,
      order.priceUsd,
      name === null ? [] : [{ type: 'phase', text: name, values: [name] }],
    );
  });
  const best = standing[0];
  if (best !== undefined && item.minFloat !== null && item.index % 4 === 1) {
    const range = [String(item.minFloat), String(item.minFloat + 0.01)];
    const criteria = { type: 'paintwear', text: range.join('-'), values: range } as const;
    rows.unshift(writeBuyOrder(world, best, best.priceUsd * 1.1, [criteria]));
  }
  const page = paged(query, rows, rowPage);
  return accept({
    ...page.head,
    items: page.rows,
    user_infos: usersOf(page.rows.map((row) => row.user_id)),
    show_pay_method_icon: true,
  });
});

const bills = ofGoods(({ query }, world, item) => {
  const { rows, head } = paged(query, world.sales(slug, item).slice(0, rowPage), rowPage);
  return accept({
    has_market_stores: { [nobody]: false },
    items: rows.map((sale, index) => writeBill(world, sale, index)),
    ...head,
    user_infos: { [nobody]: { ...writeUser(nobody), nickname: 'Anonymous', shop_id: nobody } },
  });
});

export const buff163: Player = {
  slug,
  hosts: ['buff.163.com'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/market\/goods$/, answer: withSession(goods) },
    { method: 'GET', path: /^\/api\/market\/goods\/info$/, answer: goodsInfo },
    { method: 'GET', path: /^\/api\/market\/goods\/sell_order$/, answer: withSteam(sellOrders) },
    { method: 'GET', path: /^\/api\/market\/goods\/buy_order$/, answer: buyOrders },
    { method: 'GET', path: /^\/api\/market\/goods\/bill_order$/, answer: withSteam(bills) },
    { method: 'GET', path: /^\/api\//, answer: () => pathNotFound },
  ]),
};
