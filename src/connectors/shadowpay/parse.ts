import type { About, HasItem } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime, secondsTime } from '../../contract/time.ts';
import type { Game, Offer, Quote } from '../../schema/index.ts';
import type { Listed, Priced } from './wire.ts';

/** The marketplace's names of the games; it has no TF2. */
export const projects: Readonly<Partial<Record<Game, 'csgo' | 'dota2' | 'rust'>>> = {
  CS2: 'csgo',
  Dota2: 'dota2',
  Rust: 'rust',
};

const sold = ['CS2', 'Dota2', 'Rust'] as const;

/** Messages of the feed rarely name their game: a name known in CS2 counts as CS2, any other must be known in one game only. */
export function gameOfListed({ project, steam_market_hash_name: name }: Listed, hasItem: HasItem): Game | null {
  if (project !== undefined) return sold.find((game) => projects[game] === project) ?? null;
  const having = sold.filter((game) => hasItem(game, name));
  const [first = null] = having;
  return first === 'CS2' || having.length === 1 ? first : null;
}

export function parsePriced(row: Priced, { game }: About): Quote {
  const name = row.steam_market_hash_name;
  return {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: moneyOrNone(row.price, 'USD'),
    offerCount: whole(row.volume),
    purchaseLink: `https://shadowpay.com/en/${projects[game]}-items?search=${urlPart(name)}&currency=USD&sort_column=price&sort_dir=asc`,
    marketplaceItemId: null,
    thumbnail: null,
  };
}

export function parseListed(row: Listed, { game, item }: About): Offer | null {
  const name = row.steam_market_hash_name;
  const isOther = (row.project ?? projects[game]) !== projects[game] || (item !== null && name !== item);
  if (isOther) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: text(row.phase),
    offerId: String(row.id),
    price: money(row.price_usd ?? row.price, 'USD'),
    purchaseLink: `https://shadowpay.com/item/${row.id}`,
    inspectLink: inspectLink(row.inspect_url),
    float: itemFloat(row.floatvalue),
    paintIndex: whole(row.paintindex),
    paintSeed: whole(row.paintseed),
    // Stickers come without slot and wear, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row),
    ownerId: row.user_id == null || row.user_id === '' ? null : String(row.user_id),
  };
}

/** The format of the time is not known: both epoch seconds and ISO 8601 are read. */
function tradableFrom({ is_hold, time_unhold }: Listed): number | null {
  if (is_hold === 0 || is_hold === false) return 0;
  if (is_hold == null || time_unhold == null) return null;
  if (typeof time_unhold === 'number' || /^\d+$/.test(time_unhold)) return secondsTime(time_unhold);
  return isoTime(time_unhold);
}
