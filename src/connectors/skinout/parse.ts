import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat, pageLink, urlPart } from '../../contract/text.ts';
import type { Offer, Quote } from '../../schema/index.ts';
import type { Cheapest, Item } from './wire.ts';

const pageOf = (nameId: string): string => `https://skinout.gg/en/market/${urlPart(nameId)}`;

/** The items of an answer, each with the currency, which the answer gives once for all. */
export function itemsIn(payload: unknown): unknown[] {
  const { items, currency } = (payload ?? {}) as { readonly items?: unknown; readonly currency?: unknown };
  const rows: readonly unknown[] = Array.isArray(items) ? items : [];
  const code = typeof currency === 'string' ? currency.toUpperCase() : 'USD';
  return rows.map((row) => addToRow(row, 'currency', code));
}

/** Each row is the cheapest item of a name. It is not known whether variants have separate rows. */
export function cheapestIn(payload: unknown): unknown[] {
  const byName = new Map<unknown, unknown>();
  for (const row of itemsIn(payload)) {
    const name = cell(row, 'market_hash_name') ?? row;
    const known = byName.get(name);
    if (known === undefined || Number(cell(row, 'price')) < Number(cell(known, 'price'))) byName.set(name, row);
  }
  return [...byName.values()];
}

const cell = (row: unknown, column: string): unknown => (row as Readonly<Record<string, unknown>> | null)?.[column];

export const parsePriced = (row: Cheapest, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.market_hash_name,
  phase: null,
  lowest: row.total_count === 0 ? null : moneyOrNone(row.price, row.currency),
  offerCount: row.total_count ?? null,
  purchaseLink: pageOf(row.name_id),
  marketplaceItemId: row.name_id,
  thumbnail: pageLink(row.img),
});

export function parseItem(row: Item, { game, item, at }: About): Offer | null {
  if (item !== null && row.market_hash_name !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.market_hash_name,
    phase: null,
    offerId: row.id,
    price: money(row.price, row.currency),
    // There is only a page per name, so the link has the id as fragment
    purchaseLink: `${pageOf(row.name_id)}#${urlPart(row.id)}`,
    inspectLink: null,
    float: row.float === '0' ? null : itemFloat(row.float),
    paintIndex: null,
    paintSeed: null,
    // The format of stickers has not been seen, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: row.locked === false ? 0 : row.locked === true ? unlockedAt(row.unlock_time ?? '', at) : null,
    ownerId: null,
  };
}

const hourMs = 3_600_000;

/** Hours per unit, by the English and Russian words for it, short or long. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min|mins|minutes?|м|мин|минут[аы]?)$/, 1 / 60],
  [/^(?:h|hrs?|hours?|ч|час(?:а|ов)?)$/, 1],
  [/^(?:d|days?|д|дн|день|дня|дней)$/, 24],
];

/** Rounded to hours, so that every reading gives the same time; null for words that are not understood. */
export function unlockedAt(words: string, at: number): number | null {
  const parts = [...words.toLowerCase().matchAll(/(\d{1,4})\s*(\p{L}+)[.,]?\s*/gu)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === words.toLowerCase().trimStart();
  const hours = parts.map(([, count, unit = '']) => Number(count) * (hoursOf(unit) ?? Number.NaN));
  const sum = hours.reduce((total, one) => total + one, 0);
  return isWhole && Number.isFinite(sum) ? Math.round(at / hourMs + sum) * hourMs : null;
}

const hoursOf = (unit: string): number | undefined => units.find(([pattern]) => pattern.test(unit))?.[1];
