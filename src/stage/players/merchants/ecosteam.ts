import { isObject } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';
import { isRecent, isSignedBy } from './merchant-signature.ts';

const slug = 'ecosteam';
const pageLimit = 100;
const firstId = 1_000;

type Fields = Readonly<Record<string, unknown>>;

const reply = (ResultCode: string, ResultMsg: string, ResultData: unknown): StageReply => ({
  body: { ResultCode, ResultMsg, ResultData },
});
const accepted = (data: unknown): StageReply => reply('0', '操作成功', data);
const parameterMissing = reply('2001', '参数缺失', null);
const identityInvalid = reply('5005', '身份验证无效', null);

const spelled = (value: unknown): string => {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return Array.isArray(value) || isObject(value) ? JSON.stringify(value) : String(value);
};

/** "name=value&…" of all non-null fields, sorted ignoring case. */
const signedText = ({ Sign: _, ...fields }: Fields): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== null)
    .toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en'))
    .map((name) => `${name}=${spelled(fields[name])}`)
    .join('&');

const merchantOnly =
  (answer: (fields: Fields, world: World) => StageReply): Route['answer'] =>
  ({ body, now }, world) => {
    const fields = bodyObject(body);
    const { PartnerId, Timestamp, Sign } = fields;
    if (PartnerId === undefined || Timestamp === undefined || Sign === undefined) return parameterMissing;
    return isRecent(Number(Timestamp) * 1000, now) && isSignedBy(PartnerId, Sign, signedText(fields))
      ? answer(fields, world)
      : identityInvalid;
  };

const yuan = (world: World, usd: number): number => Math.max(1, Math.round(usd * world.rates.CNY * 100)) / 100;

// The real names are Chinese, which the stage does not know; what matters is that there is no English name
const chineseName = (item: CatalogueItem): string => `饰品${firstId + item.index}`;

/** "Phase1" without a space; gems keep their names. */
const styleOf = (phase: PlayedListing['phase']): string | null => phase?.replace('Phase ', 'Phase') ?? null;

const writePrice = (world: World, item: CatalogueItem, listings: readonly PlayedListing[], style: string | null) => ({
  HashName: item.name,
  GoodsName: chineseName(item),
  IdNum: firstId + item.index,
  Price: listings[0] === undefined ? 0 : yuan(world, listings[0].priceUsd),
  MarketComprePrice: yuan(world, item.basePrice),
  SellingTotal: listings.length,
  RentGoodsBottomPrice: 0,
  StyleName: style,
});

/** One row per name, or per style where styles are requested. */
const writePrices = (world: World, item: CatalogueItem, byStyle: boolean) => {
  const listings = world.listings(slug, item);
  if (!byStyle || item.phases.length === 0) return [writePrice(world, item, listings, null)];
  return item.phases.map(({ phase }) => {
    const ofStyle = listings.filter((listing) => listing.phase === phase);
    return writePrice(world, item, ofStyle, styleOf(phase));
  });
};

const prices = merchantOnly(({ GameID, NeedStyleInfo }, world) => {
  if (String(GameID) !== '730') return parameterMissing;
  return accepted(world.items('CS2').flatMap((item) => writePrices(world, item, NeedStyleInfo === true)));
});

const writeGoods = (world: World, { number, item, priceUsd, float, paintSeed, paintIndex, phase }: PlayedListing) => ({
  GoodsNum: `G${number}`,
  HashName: item.name,
  GoodsName: chineseName(item),
  SellingPrice: yuan(world, priceUsd),
  PaintWear: float === null ? '' : String(float),
  PaintSeed: paintSeed,
  PaintIndex: paintIndex,
  StyleName: styleOf(phase),
});

const goods = merchantOnly((fields, world) => {
  const { GameId, HashName, StyleName = '', PageIndex = 1, PageSize = 20 } = fields;
  const item = world.itemNamed('CS2', String(HashName));
  const page = Number(PageIndex);
  const size = Number(PageSize);
  if (String(GameId) !== '730' || HashName === undefined || !(page >= 1) || !(size >= 1 && size <= pageLimit))
    return parameterMissing;
  const listings = item === null ? [] : world.listings(slug, item);
  const wanted = StyleName === '' ? listings : listings.filter(({ phase }) => styleOf(phase) === StyleName);
  return accepted({
    PageIndex: page,
    PageSize: size,
    TotalRecord: wanted.length,
    PageResult: wanted.slice((page - 1) * size, page * size).map((listing) => writeGoods(world, listing)),
  });
});

export const ecosteam: Player = {
  slug,
  hosts: ['openapi.ecosteam.cn'],
  answer: answerBy([
    { method: 'POST', path: /^\/Api\/Market\/GetHashNameAndPriceList$/, answer: prices },
    { method: 'POST', path: /^\/Api\/Market\/SellGoodsList$/, answer: goods },
  ]),
};
