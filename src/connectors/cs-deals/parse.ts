import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { urlPart } from '../../contract/text.ts';
import type { Game, Quote } from '../../schema/index.ts';
import type { Priced } from './wire.ts';

const words: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust', TF2: 'tf2' };

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.marketname,
  phase: null,
  lowest: money(row.lowest_price, 'USD'),
  offerCount: null,
  purchaseLink: `https://cs.deals/market/${words[game]}/?name=${urlPart(row.marketname)}&sort=price`,
  marketplaceItemId: null,
  thumbnail: null,
});
