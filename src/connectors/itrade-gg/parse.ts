import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { urlPart } from '../../contract/text.ts';
import type { Game, Quote } from '../../schema/index.ts';
import type { Stocked } from './wire.ts';

const words: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Rust: 'rust' };

export const parseStocked = (row: Stocked, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: row.stock === 0 ? null : moneyOrNone(row.cash_value, 'USD'),
  offerCount: row.stock,
  purchaseLink: `https://itrade.gg/trade/${words[game]}?search=${urlPart(row.name)}`,
  marketplaceItemId: null,
  thumbnail: null,
});
