import { isObject } from '../../../schema/index.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';
import { isRecent, isSignedBy, youpinText } from './merchant-signature.ts';
import { itemOfTemplate, slug, writeGoods, writePrices, writeTemplate, yuan } from './youpin898-rows.ts';

const max = { names: 200, goods: 200, goodsPages: 50, templates: 100 } as const;

type Fields = Readonly<Record<string, unknown>>;

const open = (now: number, code: number, msg: string, data: unknown): StageReply => ({
  body: { code, msg, timestamp: now, data },
});
const accepted = (now: number, data: unknown): StageReply => open(now, 0, '成功', data);

// Business errors are known to have numbers from 84000 on, but not which means what
const errors = { sign: 84_001, template: 84_002, argument: 84_003 } as const;

/** Epoch milliseconds of "YYYY-MM-DD HH:mm:ss" in Beijing, NaN for anything else. */
const beijingTime = (text: unknown): number =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}+08:00`)
    : Number.NaN;

const merchantOnly =
  (answer: (fields: Fields, world: World, now: number) => StageReply): Route['answer'] =>
  ({ body, now }, world) => {
    const fields = bodyObject(body);
    if (!isRecent(beijingTime(fields['timestamp']), now))
      return open(now, errors.sign, '签名验证失败：时间戳无效', null);
    return isSignedBy(fields['appKey'], fields['sign'], youpinText(fields))
      ? answer(fields, world, now)
      : open(now, errors.sign, '签名验证失败', null);
  };

/** A template is identified by its number or its English name. */
const requestedItem = (world: World, requested: unknown): CatalogueItem | null => {
  if (!isObject(requested)) return null;
  const { templateId, templateHashName: name } = requested;
  if (typeof templateId === 'number') return itemOfTemplate(world, templateId);
  return typeof name === 'string' ? world.itemNamed('CS2', name) : null;
};

const prices = merchantOnly(({ requestList: list }, world, now) => {
  if (!Array.isArray(list) || list.length === 0 || list.length > max.names)
    return open(now, errors.argument, '参数错误', null);
  const items = list.map((requested) => requestedItem(world, requested)).filter((item) => item !== null);
  return accepted(
    now,
    items.map((item) => writePrices(world, item)),
  );
});

const numberIn = (value: unknown, fallback: number): number =>
  value === undefined ? fallback : Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);

const isFrom1 = (value: number, to: number): boolean => Number.isInteger(value) && value >= 1 && value <= to;

const goods = merchantOnly((fields, world, now) => {
  const item = requestedItem(world, fields);
  const page = numberIn(fields['page'], 1);
  const size = numberIn(fields['pageSize'], 50);
  if (item === null) return open(now, errors.template, '模板不存在', null);
  if (!isFrom1(page, max.goodsPages) || !isFrom1(size, max.goods)) return open(now, errors.argument, '参数错误', null);
  const listings = world.listings(slug, item);
  const sorts = [
    () => listings.toSorted((a, b) => b.listedAt - a.listedAt),
    () => listings,
    () => listings.toReversed(),
  ];
  const sorted = (sorts[numberIn(fields['sortType'], 0)] ?? sorts[0])?.() ?? [];
  return accepted(
    now,
    sorted.slice((page - 1) * size, page * size).map((listing) => writeGoods(world, listing)),
  );
});

const templates = ({ body }: StageRequest, world: World): StageReply => {
  const fields = bodyObject(body);
  const page = numberIn(fields['pageIndex'], 1);
  const size = numberIn(fields['pageSize'], 20);
  if (String(fields['gameId']) !== '730' || !isFrom1(page, 1e6) || !isFrom1(size, max.templates))
    return { body: { Code: -1, Msg: '参数错误', Data: null } };
  const items = world.items('CS2');
  const rows = items.slice((page - 1) * size, page * size);
  return {
    body: { Code: 0, Msg: '成功', Data: rows.map((item) => writeTemplate(world, item)), TotalCount: items.length },
  };
};

const purchaseOrders = ({ body, headers, now }: StageRequest, world: World): StageReply => {
  if (!/^Bearer \S{8,}$/.test(headers['authorization'] ?? '') || !headers['uk'])
    return open(now, 401, '登录状态失效，请重新登录', null);
  const fields = bodyObject(body);
  const size = numberIn(fields['pageSize'], 10);
  const page = numberIn(fields['pageIndex'], 1);
  const item = itemOfTemplate(world, numberIn(fields['templateId'], -1));
  if (item === null) return open(now, errors.template, '模板不存在', null);
  // Orders for a variant are in separate lists, whose numbers are not known
  const orders = world.buyOrders(slug, item).filter(({ phase }) => phase === null);
  return accepted(now, {
    total: orders.length,
    purchaseOrderResponseList: orders.slice((page - 1) * size, page * size).map(({ priceUsd, quantity }) => ({
      purchasePrice: Number(yuan(world, priceUsd)),
      surplusQuantity: quantity,
    })),
  });
};

const openPath = (call: string): RegExp => new RegExp(`^/open/v1/api/${call}$`);

export const youpin898: Player = {
  slug,
  hosts: ['gw-openapi.youpin898.com', 'api.youpin898.com'],
  answer: answerBy([
    { method: 'POST', path: openPath('batchGetOnSaleCommodityInfo'), answer: prices },
    { method: 'POST', path: openPath('goodsQuery'), answer: goods },
    { method: 'POST', path: /^\/api\/homepage\/pc\/goods\/market\/querySaleTemplate$/, answer: templates },
    {
      method: 'POST',
      path: /^\/api\/youpin\/bff\/trade\/purchase\/order\/getTemplatePurchaseOrderListPC$/,
      answer: purchaseOrders,
    },
  ]),
};
