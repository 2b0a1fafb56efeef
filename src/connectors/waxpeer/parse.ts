import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { charmsOf, isCharm } from '../../contract/pieces.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, pageLink, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { type BuyOrder, type Game, gameNamed, type Offer, type Quote, type Withdrawal } from '../../schema/index.ts';
import type { Best, Event, Listed, Listings, Priced } from './wire.ts';

/** Pages that search for a name; the paths of the other games are not known. */
const searches: Readonly<Partial<Record<Game, string>>> = { CS2: 'en/market', Rust: 'rust' };

export function itemPage(game: Game, name: string): string | null {
  const path = searches[game];
  return path === undefined ? null : `https://waxpeer.com/${path}?search=${urlPart(name)}`;
}

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: moneyOrNone(row.min, 'USD', 1000),
  offerCount: row.count,
  purchaseLink: itemPage(game, row.name),
  marketplaceItemId: null,
  thumbnail: pageLink(row.img),
});

/** The name as ASCII letters and digits joined by hyphens, then the id; without the variant, which only the feed adds. */
function pageOf(name: string, phase: string | null, id: string): string {
  const bare = phase === null ? name : name.replace(` ${phase}`, '');
  const words = bare.toLowerCase().match(/[a-z0-9]+/g) ?? ['item'];
  return `https://waxpeer.com/${words.join('-')}/item/${urlPart(id)}`;
}

export function parseListed(row: Listed, { game }: About): Offer {
  const offerId = String(row.item_id);
  const phase = text(row.phase);
  return {
    kind: 'offer',
    game,
    name: row.name,
    phase,
    offerId,
    price: money(row.price, 'USD', 1000),
    purchaseLink: pageOf(row.name, phase, offerId),
    inspectLink: null,
    float: itemFloat(row.float),
    paintIndex: whole(row.paint_index),
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    // `by` is the marketplace's own id, which the feed lacks
    ownerId: null,
  };
}

/** The listings of every requested name, each with that name; they come in nested arrays or in one. */
export function listingsIn(payload: unknown): unknown[] {
  const { data } = payload as Static<typeof Listings>;
  return Object.entries(data).flatMap(([name, about]) =>
    (about?.listings ?? []).flat().map((row) => addToRow(row, 'name', name)),
  );
}

/** The list gives the price alone: no id, no quantity, none of the lower orders. */
export function parseBest({ name, max }: Best, { game }: About): BuyOrder | null {
  const price = moneyOrNone(max, 'USD', 1000);
  return price && { kind: 'buyOrder', game, name, phase: null, orderId: `best:${name}`, price, quantity: null };
}

/** Events that are read; others are about the connection and the account's own trades. */
export const events: readonly string[] = ['new', 'update', 'removed'];

/** A message is [event, item]. */
export function eventsIn(message: unknown): unknown[] {
  const [event, item]: readonly unknown[] = Array.isArray(message) ? message : [];
  if (typeof event !== 'string') throw new Error('the message names no event');
  if (!events.includes(event)) return [];
  if (typeof item !== 'object' || item === null) throw new Error(`the event ${event} has no item`);
  return [addToRow(item, 'event', event)];
}

export const gameOfEvent = ({ game }: Event): Game | null => gameNamed(game);

/** A removal can be a sale, an expiry, a relisting in progress or a seller going offline; nothing says which. */
export function parseEvent(row: Event, about: About): Offer | Withdrawal {
  if (row.event === 'removed')
    return { kind: 'withdrawal', game: about.game, offerId: String(row.item_id), reason: 'unknown' };
  return {
    // The variant of a Doppler is in its name too
    ...parseListed(row, about),
    ...piecesOf(row.sticker_names),
    // Only a locked item has a time
    tradableAt: row.unlock_at === undefined ? 0 : isoTime(row.unlock_at ?? ''),
    ownerId: text(row.steam_id),
  };
}

/** Stickers and charms in one list. Stickers come without slot and wear, so only their absence is known. */
function piecesOf(told: readonly unknown[] | null | undefined): Pick<Offer, 'stickers' | 'charms'> {
  const names = (told ?? [null]).map(text);
  if (!names.every((name) => name !== null)) return { stickers: null };
  const charms = names.filter(isCharm);
  return {
    stickers: names.length === charms.length ? [] : null,
    ...charmsOf(charms.map((name) => ({ name }))),
  };
}
