import Type from 'typebox';
import type { About, OutcomeOverride } from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { certificateIn } from '../../contract/item-certificate.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { certifiedExtras, charmsOf, fullStickers, nameTagOf, patchName } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type BuyOrder,
  type Currency,
  type Extras,
  type Game,
  type Offer,
  type Quote,
  type Sale,
} from '../../schema/index.ts';
import type { Asset, Bill, BuyOrderRow, Goods, SellOrder } from './buff-rows.ts';

/** What differs between the sites that run Buff's software. */
export type BuffSite = {
  readonly currency: Currency;
  /** The page of an item; it shows all offers of a name. */
  readonly pageOf: (goods: { readonly id: number; readonly name: string }) => string;
};

const goodsParser =
  ({ currency, pageOf }: BuffSite) =>
  (row: Goods, { game }: About): Quote | null => {
    if (row.appid !== appIdOf(game)) return null;
    return {
      kind: 'quote',
      game,
      name: row.market_hash_name,
      phase: null,
      lowest: moneyOrNone(row.sell_min_price, currency),
      offerCount: row.sell_num,
      purchaseLink: pageOf({ id: row.id, name: row.market_hash_name }),
      marketplaceItemId: String(row.id),
      thumbnail: pageLink(row.goods_info?.icon_url),
      ...ofTags(row.goods_info?.info?.tags ?? {}),
    };
  };

type Tags = NonNullable<NonNullable<NonNullable<Goods['goods_info']>['info']>['tags']>;

const ofTags = ({ rarity, type, hero, slot }: Tags) =>
  itemAttributes({
    rarity: rarity?.internal_name,
    kind: type?.internal_name,
    hero: hero?.internal_name,
    slot: slot?.internal_name,
  });

const sellOrderParser =
  ({ currency, pageOf }: BuffSite) =>
  ({ order, goods }: SellOrder, { game, at }: About): Offer | null => {
    if (goods.appid !== appIdOf(game)) return null;
    const asset = order.asset_info ?? {};
    const page = pageOf({ id: order.goods_id, name: goods.market_hash_name });
    return {
      kind: 'offer',
      game,
      name: goods.market_hash_name,
      phase: text(asset.info?.phase_data?.name),
      offerId: order.id,
      price: money(order.price, currency),
      purchaseLink: `${page}${page.includes('#') ? '&' : '#'}sell_order=${urlPart(order.id)}`,
      inspectLink: inspectLink(asset.action_link),
      tradableAt: tradableAt(asset, at),
      ownerId: text(order.user_id),
      ...finishOf(asset, game),
    };
  };

const buyOrderParser =
  ({ currency }: BuffSite) =>
  (row: BuyOrderRow, { game, item }: About): BuyOrder | null => {
    const criteria = criteriaOf(row.specific);
    const quantity = row.num - row.real_num;
    if (item === null || criteria === null || quantity < 1) return null;
    if (row.state !== 'progressing' || row.appid !== appIdOf(game)) return null;
    const price = money(row.price, currency);
    return { kind: 'buyOrder', game, name: item, phase: criteria.phase, orderId: row.id, price, quantity };
  };

const billParser =
  ({ currency }: BuffSite) =>
  (row: Bill, { game, item }: About): Sale | null => {
    // A purchase that is not completed has no time
    if (item === null || row.transact_time === null || row.appid !== appIdOf(game)) return null;
    const asset = row.asset_info ?? {};
    return {
      kind: 'sale',
      game,
      name: item,
      phase: text(asset.info?.phase_data?.name),
      // `id` of a bill is 0 or its place in the answer
      saleId: [row.goods_id, asset.assetid ?? '', row.transact_time, row.price].join(':'),
      soldAt: required(secondsTime(row.transact_time), 'transact_time', row.transact_time),
      price: money(row.price, currency),
      ...finishOf(asset, game),
    };
  };

/** Row to record for every kind of row of one site. */
export const buffParsers = (site: BuffSite) => ({
  parseGoods: goodsParser(site),
  parseSellOrder: sellOrderParser(site),
  parseBuyOrder: buyOrderParser(site),
  parseBill: billParser(site),
});

export type BuffParsers = ReturnType<typeof buffParsers>;

const items = Type.Array(Type.Unknown());

/** The answer around the rows of a page. */
export const Page = Type.Object({ data: Type.Object({ items }) });

/** A page of the list of all goods, which would end at the first page that did not say how many there are. */
export const GoodsPage = Type.Object({ data: Type.Object({ items, total_page: Type.Integer({ minimum: 0 }) }) });

const refusals: ReadonlyMap<string, OutcomeOverride> = new Map([
  ['Login Required', 'refused'],
  ['Steam Binding Required', 'refused'],
  ['Captcha Validate Required', 'blocked'],
  ['Path Not Found', 'gone'],
  ['Invalid Argument', 'gone'],
]);

/** Every answer has status 200; its `code` says what it is. "Action Forbidden" closes the account's access for a while. */
export function refusal(payload: unknown): OutcomeOverride | null {
  const code = memberOf(payload, 'code');
  if (typeof code !== 'string' || code === 'OK') return null;
  return refusals.get(code) ?? outcomeOfUnknown(`${code} ${memberOf(payload, 'error')}`);
}

/** The same for requests without a log-in: being asked for one means that they are blocked. */
export function refusalOfStranger(payload: unknown): OutcomeOverride | null {
  const outcome = refusal(payload);
  return outcome === 'refused' ? 'blocked' : outcome;
}

export function nextPage(payload: unknown, cursor: string | null): string | null {
  const page = Number(cursor ?? 1);
  return page < Number(memberOf(memberOf(payload, 'data'), 'total_page')) ? String(page + 1) : null;
}

/** Each offer of an answer with its goods, which the answer lists separately. */
export function ordersWithGoods(payload: unknown): unknown[] {
  const data = memberOf(payload, 'data');
  const items = memberOf(data, 'items');
  const goods = memberOf(data, 'goods_infos');
  return (Array.isArray(items) ? items : []).map((order: unknown) => ({
    order,
    goods: memberOf(goods, String(memberOf(order, 'goods_id'))),
  }));
}

/** The only row of an answer about one item. */
export const goodsOf = (payload: unknown): unknown[] => [memberOf(payload, 'data')];

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? ((holder as Readonly<Record<string, unknown>>)[name] ?? null) : null;

type Finish = Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'> & Extras;

const noFinish: Finish = { float: null, paintIndex: null, paintSeed: null, stickers: null };

function finishOf(asset: Asset, game: Game): Finish {
  if (game !== 'CS2') return noFinish;
  const info = asset.info ?? {};
  const stickers = stickersOf(info.stickers);
  const certificate = certificateIn(asset.action_link ?? '');
  const extras = { ...certifiedExtras(certificate), ...nameTagIn(info.fraudwarnings), ...charmsOf(info.keychains) };
  // For an item that Buff has not inspected itself, the inspect link can still contain the certificate
  const certified = info.paintindex == null ? certificate : null;
  if (certified !== null)
    return {
      ...extras,
      float: certified.float,
      paintIndex: whole(certified.paintIndex),
      paintSeed: whole(certified.paintSeed),
      stickers,
    };
  return {
    ...extras,
    float: itemFloat(asset.paintwear),
    paintIndex: whole(info.paintindex),
    paintSeed: whole(info.paintseed),
    stickers,
  };
}

/** Buff omits the "Sticker | " with which the name begins on Steam and elsewhere. null when any lacks its name or slot. */
function stickersOf(stickers: NonNullable<Asset['info']>['stickers']): Offer['stickers'] {
  if (stickers == null) return null;
  const isNamedPatch = (one: (typeof stickers)[number]) => one?.category === 'patch' && text(one.name) !== null;
  return fullStickers(stickers.map((one) => (isNamedPatch(one) ? { ...one, name: patchName(one?.name ?? '') } : one)));
}

/** The tag stands in quotation marks behind Chinese or English words, and can contain some itself. */
const nameTagIn = (warnings: unknown) => nameTagOf(/[:：]\s*[“"'‘]+(.*?)[”"'’]+$/s.exec(text(warnings) ?? '')?.[1]);

const hourMs = 3_600_000;

function tradableAt(asset: Asset, at: number): number | null {
  const isLocked = asset.has_tradable_cooldown ?? asset.has_tradeable_cooldown;
  if (isLocked == null) return null;
  if (!isLocked) return 0;
  const unfrozenAt = secondsTime(asset.tradable_unfrozen_time ?? asset.tradeable_unfrozen_time);
  if (unfrozenAt !== null) return unfrozenAt;
  const words = asset.tradable_cooldown_text ?? asset.tradeable_cooldown_text ?? '';
  // "5天20小时" is 5 days 20 hours from now
  const [, days, hours] = /^(?:(\d{1,3})天)?(?:(\d{1,2})小时)?/.exec(words) ?? [];
  if (days === undefined && hours === undefined) return null;
  return Math.ceil(at / hourMs + Number(days ?? 0) * 24 + Number(hours ?? 0)) * hourMs;
}

const phaseWords = /^(?:(?:phase |p)[1-4]|ruby|sapphire|black pearl|emerald)$/i;

/** The condition of an order beyond the name: none or one phase; null for any other, which makes it no plain bid. */
function criteriaOf(specific: readonly unknown[]): { readonly phase: string | null } | null {
  if (specific.length === 0) return { phase: null };
  const [criteria] = specific;
  if (specific.length > 1 || typeof criteria !== 'object' || criteria === null) return null;
  const { type, text: words } = criteria as { readonly type?: unknown; readonly text?: unknown };
  return type === 'phase' && typeof words === 'string' && phaseWords.test(words) ? { phase: words } : null;
}
