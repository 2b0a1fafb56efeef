import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import type { Offer, Quote } from '../../schema/index.ts';
import type { Goods, Priced, PriceList } from './wire.ts';

const pageOf = (idNum: number | string): string => `https://www.ecosteam.cn/goods/730-${idNum}-1-laypagesale-0-1.html`;

export function pricesIn(payload: unknown): readonly unknown[] {
  const { ResultData } = payload as Static<typeof PriceList>;
  return 'List' in ResultData ? ResultData.List : ResultData;
}

export function parsePriced(row: Priced, { game }: About): Quote {
  const localName = text(row.GoodsName);
  return {
    kind: 'quote',
    game,
    name: row.HashName,
    phase: text(row.StyleName),
    lowest: moneyOrNone(row.Price, 'CNY'),
    offerCount: row.SellingTotal,
    purchaseLink: row.IdNum == null ? null : pageOf(row.IdNum),
    marketplaceItemId: row.IdNum == null ? null : String(row.IdNum),
    thumbnail: null,
    ...(localName !== null && { localName }),
  };
}

export function parseGoods(row: Goods, { game, item, marketplaceItemId }: About): Offer | null {
  if (row.HashName !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.HashName,
    phase: text(row.StyleName),
    offerId: row.GoodsNum,
    price: money('SellingPrice' in row ? row.SellingPrice : row.Price, 'CNY'),
    // All offers of a name share one page
    purchaseLink: marketplaceItemId && `${pageOf(urlPart(marketplaceItemId))}#${urlPart(row.GoodsNum)}`,
    inspectLink: null,
    float: itemFloat(row.PaintWear),
    paintIndex: whole(row.PaintIndex),
    paintSeed: whole(row.PaintSeed),
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
}
