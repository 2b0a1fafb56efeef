import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { stickerWear } from '../../contract/pieces.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, pageLink, text, whole } from '../../contract/text.ts';
import type { BuyOrder, Offer, Quote } from '../../schema/index.ts';
import type { Goods, Priced, PurchaseOrder, PurchaseOrderPage, Template } from './wire.ts';

const pageOf = (templateId: number): string =>
  `https://youpin898.com/market/goods-list?listType=10&templateId=${templateId}&gameId=730`;

export function parseTemplate(row: Template, { game }: About): Quote {
  const localName = text(row.commodityName);
  return {
    kind: 'quote',
    game,
    name: row.commodityHashName,
    phase: null,
    lowest: moneyOrNone(row.price, 'CNY'),
    offerCount: row.onSaleCount,
    purchaseLink: pageOf(row.id),
    marketplaceItemId: String(row.id),
    thumbnail: pageLink(row.iconUrl),
    ...(localName !== null && { localName }),
  };
}

export function parsePriced(row: Priced, { game }: About): Quote {
  const { templateId, templateHashName, iconUrl } = row.saleTemplateResponse;
  return {
    kind: 'quote',
    game,
    name: templateHashName,
    phase: null,
    lowest: moneyOrNone(text(row.saleCommodityResponse.minSellPrice), 'CNY'),
    offerCount: row.saleCommodityResponse.sellNum,
    purchaseLink: pageOf(templateId),
    marketplaceItemId: String(templateId),
    thumbnail: pageLink(iconUrl),
  };
}

export function parseGoods(row: Goods, { game, item }: About): Offer | null {
  if (item === null) return null;
  return {
    kind: 'offer',
    game,
    // The row has only a Chinese name; a single name was requested
    name: item,
    phase: text(row.commodityDoppler?.title),
    offerId: String(row.id),
    price: money(row.commodityPrice, 'CNY'),
    // All offers of a name share one page
    purchaseLink: `${pageOf(row.templateId)}#${row.id}`,
    inspectLink: null,
    float: itemFloat(row.commodityAbrade),
    paintIndex: whole(row.commodityPaintIndex),
    paintSeed: whole(row.commodityPaintSeed),
    stickers: stickersOf(row.commodityStickers),
    tradableAt: null,
    ownerId: null,
  };
}

/** All stickers or null, since a list with gaps would claim that there are fewer. */
function stickersOf(stickers: Goods['commodityStickers']): Offer['stickers'] {
  if (stickers == null) return null;
  const read = [];
  for (const sticker of stickers) {
    const [name, slot, wear] = [text(sticker?.hashName), sticker?.rawIndex ?? null, stickerWear(sticker?.abrade)];
    if (name === null || wear === null || slot === null) return null;
    read.push({ name, wear, slot });
  }
  return read;
}

/** Orders with keys, since no id of them was seen. */
export function keyedOrders(payload: unknown): unknown[] {
  const { data } = payload as Static<typeof PurchaseOrderPage>;
  const rows = data.purchaseOrderResponseList;
  const keys = naturalKeys(rows.map((row) => String((row as Partial<PurchaseOrder> | null)?.purchasePrice)));
  return rows.map((row, index) => addToRow(row, 'key', keys[index]));
}

export function parseOrder(row: PurchaseOrder, { game, item: name }: About): BuyOrder | null {
  const quantity = row.surplusQuantity;
  if (name === null || quantity === 0) return null;
  // All Doppler variants share one template, and the order can be for one of them
  if (name.includes('Doppler')) return null;
  const price = money(row.purchasePrice, 'CNY');
  return { kind: 'buyOrder', game, name, phase: null, orderId: `${name}|${row.key}`, price, quantity };
}
