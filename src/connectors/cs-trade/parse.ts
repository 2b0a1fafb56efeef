import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { pageLink, urlPart } from '../../contract/text.ts';
import type { Quote } from '../../schema/index.ts';
import type { Priced } from './wire.ts';

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: row.available_stock === 0 ? null : moneyOrNone(row.available_lowest_store_price, 'USD'),
  offerCount: row.available_stock,
  // The price is that of the store; the page of trades shows the one in balance, half as much again
  purchaseLink: `https://cs.trade/store?market_name=${urlPart(row.name)}`,
  marketplaceItemId: null,
  thumbnail: pageLink(row.i_url),
});
