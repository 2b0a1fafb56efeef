import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, urlPart } from '../../contract/text.ts';
import type { Offer, Quote } from '../../schema/index.ts';
import type { Answer, Priced, Sku } from './wire.ts';

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: null,
  lowest: moneyOrNone(row.min_price, 'USD'),
  offerCount: row.count,
  purchaseLink: `https://www.uuskins.com/items?search_word=${urlPart(row.market_hash_name)}`,
  marketplaceItemId: null,
  thumbnail: null,
});

/**
 * Items for sale with keys, since no id of them was seen: a float identifies an item for good, a price until it changes.
 * Equal ones are numbered within their name, since the search also finds other names.
 */
export function keyedSkus(payload: unknown): unknown[] {
  const rows = (payload as Static<typeof Answer>).data.items;
  const keys = naturalKeys(
    rows.map((row) => {
      const { wearValue, price } = (row ?? {}) as Partial<Sku>;
      return `${nameIn(row)}|${itemFloat(wearValue) ? `float-${wearValue}` : `price-${price}`}`;
    }),
  );
  return rows.map((row, index) => addToRow(row, 'key', keys[index]?.slice(nameIn(row).length + 1)));
}

function nameIn(row: unknown): string {
  const { spuHashName } = (row ?? {}) as Partial<Sku>;
  return typeof spuHashName === 'string' ? spuHashName : '';
}

export function parseSku(row: Sku, { game, item }: About): Offer | null {
  // A search by keyword also finds other names that contain the words
  if (row.spuHashName !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.spuHashName,
    phase: null,
    offerId: `${row.spuHashName}|${row.key}`,
    price: money(row.price, 'USD'),
    // All offers of a name share one page
    purchaseLink: `https://uuskins.com/items/${urlPart(row.spuHashName)}#${urlPart(row.key)}`,
    inspectLink: null,
    float: itemFloat(row.wearValue),
    paintIndex: null,
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    ownerId: null,
  };
}
