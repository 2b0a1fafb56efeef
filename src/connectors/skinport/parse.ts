import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { pageLink } from '../../contract/text.ts';
import type { PastPrice, Quote } from '../../schema/index.ts';
import type { History, Item } from './wire.ts';

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

export function parseHistory(row: History, { game }: About): PastPrice | null {
  const { median, volume } = row.last_24_hours;
  const paid = money(median, row.currency);
  if (paid === null || volume === 0) return null;
  const name = row.market_hash_name;
  return { kind: 'pastPrice', game, name, phase: phaseOf(row), at: null, median: paid, saleCount: volume };
}

const phaseOf = ({ version }: { readonly version?: string | null }): string | null =>
  version === undefined || version === '' || version === 'default' ? null : version;
