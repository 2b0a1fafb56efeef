import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import {
  appIdOf,
  type Game,
  gameNamed,
  type Offer,
  type PastPrice,
  type Quote,
  type Repricing,
  type Sale,
  type Withdrawal,
} from '../../schema/index.ts';
import type { Day, Event, Found, InSell, Sold } from './wire.ts';

const thousandths = (amount: unknown) => money(amount, 'USD', 1000);

/** The page of a name is a search encoded as JSON; its words for the other games are not known. */
const pageOfName = (game: Game, name: string): string | null =>
  game === 'CS2' ? `https://bitskins.com/market/csgo?search=${urlPart(JSON.stringify(searchOf(name)))}` : null;

const searchOf = (name: string) => ({ order: [{ field: 'price', order: 'ASC' }], where: { skin_name: name } });

export const parseInSell = (row: InSell, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: moneyOrNone(row.price_min, 'USD', 1000),
  offerCount: row.quantity,
  purchaseLink: pageOfName(game, row.name),
  marketplaceItemId: String(row.skin_id),
  thumbnail: null,
});

export function parseFound(row: Found, { game, item, at }: About): Offer | null {
  const isOther = (row.app_id ?? appIdOf(game)) !== appIdOf(game) || (item !== null && row.name !== item);
  if (isOther) return null;
  return {
    kind: 'offer',
    game,
    name: row.name,
    // The phase is an id explained by another call; the paint index says the same
    phase: null,
    offerId: row.id,
    price: thousandths(row.price),
    purchaseLink: pageOf(game, row.id),
    inspectLink: null,
    float: itemFloat(row.float_value),
    paintIndex: whole(row.paint_index),
    paintSeed: whole(row.paint_seed),
    // Stickers come without slot and wear, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row.tradehold, at),
    ownerId: text(row.bot_steam_id),
  };
}

const pageOf = (game: Game, id: string): string | null =>
  game === 'CS2' ? `https://bitskins.com/item/cs2/${urlPart(id)}` : null;

const dayMs = 86_400_000;

/** Counted in whole days from the day of the answer, so that every reading gives the same time. */
function tradableFrom(days: number | null | undefined, at: number): number | null {
  if (days == null || days < 0 || days > 365) return null;
  return days === 0 ? 0 : (Math.floor(at / dayMs) + Math.ceil(days)) * dayMs;
}

/** Sales have no id, so the key is made from their content. Rows are keyed before validation, so they can hold anything. */
export function keyedSales(payload: unknown): unknown[] {
  const rows: readonly unknown[] = Array.isArray(payload) ? payload : [];
  const keys = naturalKeys(rows.map(keyTextOf));
  return rows.map((row, at) => addToRow(row, 'key', keys[at]));
}

function keyTextOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  const { created_at, created_ad, price, float_value, fload_value } = row as Readonly<Record<string, unknown>>;
  return [created_at ?? created_ad, price, float_value ?? fload_value].map(plainText).join('|');
}

const plainText = (part: unknown): string => (typeof part === 'string' || typeof part === 'number' ? String(part) : '');

export function parseSold(row: Sold, { game, item: name, marketplaceItemId }: About): Sale | null {
  if (name === null) return null;
  const time = 'created_at' in row ? row.created_at : row.created_ad;
  return {
    kind: 'sale',
    game,
    name,
    phase: null,
    saleId: `${marketplaceItemId ?? name}|${row.key}`,
    soldAt: required(isoTime(time), 'time', time),
    price: thousandths(row.price),
    float: itemFloat('created_at' in row ? row.float_value : row.fload_value),
    paintIndex: null,
    paintSeed: null,
    stickers: row.stickers?.length === 0 ? [] : null,
  };
}

export function parseDay(row: Day, { game, item: name }: About): PastPrice | null {
  if (name === null || row.counter === 0) return null;
  const median = thousandths(row.price_avg);
  const at = required(isoTime(row.date), 'date', row.date);
  return { kind: 'pastPrice', game, name, phase: null, at, median, saleCount: row.counter };
}

/** The channels of the feed that are read. */
export const channels: readonly unknown[] = ['listed', 'price_changed', 'delisted_or_sold'];

/** A message is [action, data]. Replies to sent messages look the same and hold no rows. */
export function eventsIn(message: unknown): unknown[] {
  if (!Array.isArray(message)) throw new Error('the message is not an array');
  const [action, data]: readonly unknown[] = message;
  return channels.includes(action) && typeof data === 'object' ? [addToRow(data, 'action', action)] : [];
}

export const gameOfEvent = (row: Event): Game | null => gameNamed(String(row.app_id));

/** A delisting looks the same as a sale. A new price comes without the rest of the offer. */
export function parseEvent(row: Event, about: About): Offer | Repricing | Withdrawal | null {
  const { game } = about;
  if (row.action === 'delisted_or_sold') return { kind: 'withdrawal', game, offerId: row.id, reason: 'unknown' };
  if (row.action === 'price_changed')
    return { kind: 'repricing', game, offerId: row.id, price: thousandths(row.price) };
  return parseFound({ id: row.id, name: row.name, price: row.price }, { ...about, item: null });
}
