import { certificateIn } from '../../contract/certificate.ts';
import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import { appIdOf, type BuyOrder, type Game, type Offer, type Quote, type Sale } from '../../schema/index.ts';
import type { Asset, Bill, BuyOrderRow, Goods, SellOrder } from './wire.ts';

const pageOf = (goodsId: number) => `https://buff.163.com/goods/${goodsId}?from=market#tab=selling`;

export function parseGoods(row: Goods, { game }: About): Quote | null {
  if (row.appid !== appIdOf(game)) return null;
  return {
    kind: 'quote',
    game,
    name: row.market_hash_name,
    phase: null,
    lowest: money(row.sell_min_price, 'CNY'),
    offerCount: row.sell_num,
    purchaseLink: pageOf(row.id),
    marketplaceItemId: String(row.id),
    thumbnail: pageLink(row.goods_info?.icon_url),
  };
}

export function parseSellOrder({ order, goods }: SellOrder, { game, at }: About): Offer | null {
  const price = money(order.price, 'CNY');
  if (price === null || goods.appid !== appIdOf(game)) return null;
  const asset = order.asset_info;
  return {
    kind: 'offer',
    game,
    name: goods.market_hash_name,
    phase: text(asset.info.phase_data?.name),
    offerId: order.id,
    price,
    // Buff has one page for all offers of a name
    purchaseLink: `${pageOf(order.goods_id)}&sell_order=${urlPart(order.id)}`,
    inspectLink: inspectLink(asset.action_link),
    tradableAt: tradableAt(asset, at),
    ownerId: text(order.user_id),
    ...finishOf(asset, game),
  };
}

export function parseBuyOrder(row: BuyOrderRow, { game, item }: About): BuyOrder | null {
  const price = money(row.price, 'CNY');
  const wish = wishOf(row.specific);
  const quantity = row.num - row.real_num;
  if (item === null || price === null || wish === null || quantity < 1) return null;
  if (row.state !== 'progressing' || row.appid !== appIdOf(game)) return null;
  return { kind: 'buyOrder', game, name: item, phase: wish.phase, orderId: row.id, price, quantity };
}

export function parseBill(row: Bill, { game, item }: About): Sale | null {
  const price = money(row.price, 'CNY');
  const soldAt = secondsTime(row.transact_time);
  if (item === null || price === null || soldAt === null || row.appid !== appIdOf(game)) return null;
  const asset = row.asset_info;
  return {
    kind: 'sale',
    game,
    name: item,
    phase: text(asset.info.phase_data?.name),
    // `id` of a bill is 0 or its place in the answer
    saleId: [row.goods_id, asset.assetid ?? '', row.transact_time, row.price].join(':'),
    soldAt,
    price,
    ...finishOf(asset, game),
  };
}

type Finish = Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'>;

const noFinish: Finish = { float: null, paintIndex: null, paintSeed: null, stickers: null };

function finishOf(asset: Asset, game: Game): Finish {
  if (game !== 'CS2') return noFinish;
  const stickers = stickersOf(asset.info.stickers);
  // An item that Buff has not looked at itself may still carry its certificate in the inspect link
  const certified = asset.info.paintindex === undefined ? certificateIn(asset.action_link ?? '') : null;
  if (certified !== null)
    return {
      float: certified.float,
      paintIndex: whole(certified.paintIndex),
      paintSeed: whole(certified.paintSeed),
      stickers,
    };
  return {
    float: itemFloat(asset.paintwear),
    paintIndex: whole(asset.info.paintindex),
    paintSeed: whole(asset.info.paintseed),
    stickers,
  };
}

/** Buff leaves out the "Sticker | " with which Steam and others begin the name. */
function stickersOf(stickers: Asset['info']['stickers']): Offer['stickers'] {
  if (stickers == null) return null;
  return stickers
    .filter(({ category, name }) => category !== 'patch' && !name.startsWith('Patch | '))
    .map(({ name, slot, wear }) => ({ name: name.startsWith('Sticker | ') ? name : `Sticker | ${name}`, slot, wear }));
}

const hourMs = 3_600_000;

function tradableAt(asset: Asset, at: number): number | null {
  if (asset.has_tradable_cooldown === undefined) return null;
  if (!asset.has_tradable_cooldown) return 0;
  const unfrozenAt = secondsTime(asset.tradable_unfrozen_time);
  if (unfrozenAt !== null) return unfrozenAt;
  // "5天20小时" is 5 days 20 hours from now
  const [, days, hours] = /^(?:(\d{1,3})天)?(?:(\d{1,2})小时)?/.exec(asset.tradable_cooldown_text ?? '') ?? [];
  if (days === undefined && hours === undefined) return null;
  return Math.ceil(at / hourMs + Number(days ?? 0) * 24 + Number(hours ?? 0)) * hourMs;
}

const phaseWords = /^(?:(?:phase |p)[1-4]|ruby|sapphire|black pearl|emerald)$/i;

/** What an order asks for beyond the name: nothing or one phase; null when it is anything else and no plain bid. */
function wishOf(specific: readonly unknown[]): { readonly phase: string | null } | null {
  if (specific.length === 0) return { phase: null };
  const [wish] = specific;
  if (specific.length > 1 || typeof wish !== 'object' || wish === null) return null;
  const { type, text: words } = wish as { readonly type?: unknown; readonly text?: unknown };
  return type === 'phase' && typeof words === 'string' && phaseWords.test(words) ? { phase: words } : null;
}
