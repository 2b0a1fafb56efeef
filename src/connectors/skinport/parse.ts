import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { itemFloat, pageLink } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import type { PastPrice, Quote, Sale } from '../../schema/index.ts';
import type { History, Item, SaleHistory, SpanHistory } from './wire.ts';

export const parseItem = (row: Item, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: phaseOf(row),
  lowest: money(row.min_price, row.currency),
  offerCount: row.quantity,
  purchaseLink: pageLink(row.item_page),
  marketplaceItemId: null,
  thumbnail: null,
});

export const parseHistory = (row: History, about: About): readonly Sale[] | PastPrice | null =>
  'sales' in row ? parseSales(row, about) : parseSpans(row, about);

function parseSpans(row: SpanHistory, { game }: About): PastPrice | null {
  const { median, volume } = row.last_24_hours;
  const paid = money(median, row.currency);
  if (paid === null || volume === 0) return null;
  const name = row.market_hash_name;
  return { kind: 'pastPrice', game, name, phase: phaseOf(row), at: null, median: paid, saleCount: volume };
}

function parseSales(row: SaleHistory, { game }: About): readonly Sale[] {
  const name = row.market_hash_name;
  const phase = phaseOf(row);
  const unknown = { paintIndex: null, paintSeed: null, stickers: null };
  const saleIds = naturalKeys(
    row.sales.map(({ price, wear_value, sold_at }) => [name, phase, sold_at, price, wear_value].join('|')),
  );
  return row.sales.flatMap((sale, index): Sale[] => {
    const price = money(sale.price, row.currency);
    const soldAt = secondsTime(sale.sold_at);
    if (price === null || soldAt === null) return [];
    const saleId = saleIds[index] ?? '';
    return [{ kind: 'sale', game, name, phase, saleId, soldAt, price, float: itemFloat(sale.wear_value), ...unknown }];
  });
}

const phaseOf = ({ version }: { readonly version?: string | null }): string | null =>
  version === undefined || version === '' || version === 'default' ? null : version;
