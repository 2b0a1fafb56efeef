import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { urlPart } from '../../contract/text.ts';
import { appIdOf, type Game, type Quote } from '../../schema/index.ts';
import type { Priced } from './wire.ts';

const pageOf = (game: Game, name: string): string =>
  `https://skinsmonkey.com/trade?appId=${appIdOf(game)}&sort=price-desc&q=${urlPart(name)}`;

/** Reads the price in money; the other one is paid with items. */
export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: null,
  lowest: row.stock === 0 ? null : moneyOrNone(row.price_cash, 'USD', 100),
  offerCount: row.stock,
  purchaseLink: pageOf(game, row.market_hash_name),
  marketplaceItemId: null,
  thumbnail: null,
});
