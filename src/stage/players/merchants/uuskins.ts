import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';
import { isSignedBy, youpinText } from './merchant-signature.ts';

const slug = 'uuskins';
const max = { market: 1000, names: 20, skus: 50 } as const;

type Fields = Readonly<Record<string, unknown>>;

/** Both codes mean success; no others are known. */
const success = { merchant: 0, site: 200 } as const;
const items = (code: number, rows: readonly unknown[]): StageReply => ({
  body: { code, msg: 'ok', data: { items: rows } },
});
const refuse = (code: number, msg: string): StageReply => ({ body: { code, msg, data: null } });
const badParameter = refuse(10_001, 'Parameter error');

const dollars = (usd: number): string => usd.toFixed(2);

const size = (value: unknown, limit: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit ? value : null;

const merchantOnly =
  (answer: (fields: Fields, world: World) => StageReply): Route['answer'] =>
  ({ body }, world) => {
    const fields = bodyObject(body);
    return isSignedBy(fields['appKey'], fields['sign'], youpinText(fields))
      ? answer(fields, world)
      : refuse(10_003, 'Invalid sign');
  };

const writePrice = (world: World, item: CatalogueItem) => {
  const listings = world.listings(slug, item);
  return {
    market_hash_name: item.name,
    min_price: dollars(listings[0]?.priceUsd ?? 0),
    count: listings.length,
  };
};

const market = merchantOnly(({ pageIndex, pageSize }, world) => {
  const page = size(pageIndex, 1e6);
  const rows = size(pageSize, max.market);
  if (page === null || rows === null) return badParameter;
  const found = world.items('CS2').slice((page - 1) * rows, page * rows);
  return items(
    success.merchant,
    found.map((item) => writePrice(world, item)),
  );
});

const skusByName = merchantOnly(({ itemSize, marketHashNameList: names }, world) => {
  const each = size(itemSize, max.skus);
  if (each === null || !Array.isArray(names) || names.length > max.names) return badParameter;
  const groups = names.flatMap((name) => {
    const item = world.itemNamed('CS2', String(name));
    if (item === null) return [];
    const skus = world.listings(slug, item).slice(0, each);
    return [{ marketHashName: item.name, skus: skus.map(({ priceUsd }) => ({ price: dollars(priceUsd) })) }];
  });
  return items(success.merchant, groups);
});

/** The keyword is searched for, so longer names also match; 2 is the only known order. */
const search = ({ body }: StageRequest, world: World): StageReply => {
  const { searchKeyword, pageIndex, pageSize, sortType, appId, requestId } = bodyObject(body);
  const page = size(pageIndex, 1e6);
  const rows = size(pageSize, max.skus);
  const isWhole =
    typeof requestId === 'string' && /^[\w+/]{24}==$/.test(requestId) && appId === '730' && sortType === 2;
  if (page === null || rows === null || !isWhole || typeof searchKeyword !== 'string') return badParameter;
  const wanted = searchKeyword.toLowerCase();
  const found = world
    .items('CS2')
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .flatMap((item) => world.listings(slug, item))
    .toSorted((a, b) => a.priceUsd - b.priceUsd);
  return items(
    success.site,
    found.slice((page - 1) * rows, page * rows).map(({ item, priceUsd, float }) => ({
      price: dollars(priceUsd),
      wearValue: float === null ? null : String(float),
      spuHashName: item.name,
    })),
  );
};

export const uuskins: Player = {
  slug,
  hosts: ['api.uuskins.com'],
  answer: answerBy([
    { method: 'POST', path: /^\/api\/vertex\/commodity\/query\/market\/openapi\/list$/, answer: market },
    { method: 'POST', path: /^\/api\/vertex\/commodity\/query\/openapi\/sku\/list$/, answer: skusByName },
    { method: 'POST', path: /^\/api\/vertex\/commodity\/query\/sku\/list$/, answer: search },
  ]),
};
