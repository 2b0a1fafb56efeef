import type { About } from '../../contract/connector.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { addToRow } from '../../contract/rows.ts';
import { itemFloat } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { Sale } from '../../schema/index.ts';
import { euros, phaseNamed, wanted } from './parse.ts';
import type { Sold } from './wire.ts';

/** Sales have no id, so the key is made from their content. Rows are keyed before validation, so they can hold anything. */
export function keyedSales(payload: unknown): unknown[] {
  const { newestSales30Days: list } = (payload ?? {}) as { readonly newestSales30Days?: unknown };
  const rows: readonly unknown[] = Array.isArray(list) ? list : [];
  const keys = naturalKeys(rows.map((row) => `${nameIn(row)}|${keyTextOf(row)}`));
  return rows.map((row, at) => addToRow(row, 'key', keys[at]?.slice(nameIn(row).length + 1)));
}

const cell = (row: unknown, column: string): unknown => ((row ?? {}) as Readonly<Record<string, unknown>>)[column];
const nameIn = (row: unknown): string => plainText(cell(row, 'itemName'));
const keyTextOf = (row: unknown): string =>
  ['dateSold', 'price', 'wear', 'dopplerPhase'].map((column) => plainText(cell(row, column))).join('|');

const plainText = (part: unknown): string => (typeof part === 'string' || typeof part === 'number' ? String(part) : '');

/** The search is fuzzy. A StatTrak or souvenir item can be named with or without that word, which the request asked for. */
export function parseSold(row: Sold, { game, item: name }: About): Sale | null {
  if (name === null) return null;
  if (row.itemName !== name && row.itemName !== bareOf(name)) return null;
  return {
    kind: 'sale',
    game,
    name,
    phase: phaseNamed(row.dopplerPhase),
    saleId: `${name}|${row.key}`,
    soldAt: required(isoTime(row.dateSold), 'dateSold', row.dateSold),
    price: euros(row.price),
    float: itemFloat(row.wear),
    paintIndex: null,
    paintSeed: null,
    stickers: null,
  };
}

function bareOf(name: string): string {
  const { finish, condition } = wanted(name);
  return condition === null ? finish : `${finish} (${condition})`;
}
