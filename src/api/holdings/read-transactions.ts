import { Check } from 'typebox/value';
import { type NewTransaction, transactionKinds } from '../../holdings/transaction.ts';
import { turn } from '../../runtime/turn.ts';
import {
  counted,
  csvCells,
  currencies,
  dayMs,
  instantIn,
  marketplaceNamed,
  nameLimit,
  textOfCsv,
} from '../../schema/index.ts';
import { ApiError, invalid, mistakeIn, quoted } from '../errors.ts';
import type { RouteContext } from '../route.ts';
import { maxAdded, maxAmount, maxQuantity, noteLimit, TransactionsRequest } from '../wire/holdings/transaction.ts';

/** A transaction to record, with the id it had where it was exported. */
export type GivenTransaction = { readonly id: string | null; readonly transaction: NewTransaction };

const columns = [
  ...['id', 'kind', 'game', 'name', 'phase', 'effect', 'quantity', 'price', 'currency', 'fee', 'date'],
  ...['marketplace', 'assetId', 'float', 'paintSeed', 'note'],
] as const;
export type Column = (typeof columns)[number];

/** The columns of transactions as CSV, in order. */
export const transactionColumns: readonly Column[] = columns;

/** A row as text by column, and where it stands. */
type Row = { readonly cells: Readonly<Partial<Record<Column, string>>>; readonly at: string };

// A row is read in some microseconds
const rowsAtOnce = 200;
const maxFaultsNamed = 5;

/** Reads transactions of a request, all of them or none; throws with the first faults and where they are. */
export async function readTransactions(
  body: unknown,
  game: string | null,
  context: Pick<RouteContext, 'lookups' | 'now'>,
): Promise<GivenTransaction[]> {
  const rows = typeof body === 'string' ? rowsOfText(body, game) : rowsOfJson(body);
  if (rows.length === 0) throw invalid('there is no transaction in the body');
  if (rows.length > maxAdded)
    throw invalid(`there are ${rows.length} transactions; give at most ${maxAdded} in one request`);
  const given: GivenTransaction[] = [];
  const faults: string[] = [];
  for (const [index, { cells, at }] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await turn();
    try {
      given.push({ id: cells.id ?? null, transaction: new Reader(cells, context).read() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(`${at}: ${error.message}`);
    }
  }
  if (faults.length === 0) return given;
  const others = faults.length - maxFaultsNamed;
  const more = others > 0 ? `; ${counted(others, 'further line')} with faults` : '';
  throw invalid(`${faults.slice(0, maxFaultsNamed).join('; ')}${more}; nothing was recorded`);
}

function rowsOfJson(body: unknown): Row[] {
  if (!Check(TransactionsRequest, body)) {
    throw invalid(
      `${mistakeIn(TransactionsRequest, body)}; give CSV as text, or JSON such as {"transactions": [{"game": "CS2", "name": "AK-47 | Redline (Field-Tested)", "price": 12.5}]}`,
    );
  }
  return body.transactions.map((row, index) => ({
    cells: Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => (value === null ? [] : [[column, String(value)]])),
    ),
    at: `transaction ${index + 1}`,
  }));
}

const otherHeads: Readonly<Record<string, Column>> = {
  itemphase: 'phase',
  unusualeffect: 'effect',
  count: 'quantity',
  at: 'date',
};

/** Reads CSV with a line of heads, or lines with a name each, such as `3x Fracture Case`. */
function rowsOfText(text: string, game: string | null): Row[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line, at: `line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '');
  const [first, ...rest] = lines;
  const separator = first?.line.includes(',') === false && first.line.includes(';') ? ';' : ',';
  const heads = csvCells(first?.line ?? '', separator).map((head) => head.toLowerCase());
  const ofGame = game === null ? {} : { game };
  if (!heads.includes('name'))
    return lines.map(({ line, at }) => {
      const [, count = '1', name = line] = /^\s*(\d+)\s*[x×]\s+(.*)$/i.exec(line) ?? [];
      return { cells: { ...ofGame, quantity: count, name }, at };
    });
  const named = heads.map((head) => {
    const column = otherHeads[head] ?? columns.find((one) => one.toLowerCase() === head);
    if (column === undefined)
      throw invalid(`line 1: the column ${quoted(head)} is not known; columns are ${columns.join(', ')}`);
    return column;
  });
  return rest.map(({ line, at }) => {
    const cells = csvCells(line, separator).map(textOfCsv);
    const filled = named.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : []));
    return { cells: { ...ofGame, ...Object.fromEntries(filled) }, at };
  });
}

/** Reads one row; throws an `ApiError` with what was found and the remedy. */
class Reader {
  readonly #cells: Row['cells'];
  readonly #context: Pick<RouteContext, 'lookups' | 'now'>;

  constructor(cells: Row['cells'], context: Pick<RouteContext, 'lookups' | 'now'>) {
    this.#cells = cells;
    this.#context = context;
  }

  read(): NewTransaction {
    const { lookups } = this.#context;
    const { game: gameText, phase, effect } = this.#cells;
    if (gameText === undefined) throw invalid('there is no game; give the column game, or the parameter game');
    const game = lookups.game(gameText);
    const name = this.#text('name', nameLimit);
    if (name === null) throw invalid('there is no name; give the full name of the item');
    return {
      kind: this.#word('kind', transactionKinds),
      game,
      name: lookups.item(game, name),
      variant: lookups.variant({ phase: phase ?? null, effect: effect ?? null }),
      quantity: this.#whole('quantity', 1, maxQuantity) ?? 1,
      currency: this.#word('currency', currencies),
      price: this.#amount('price'),
      fee: this.#amount('fee') ?? 0,
      at: this.#instant(),
      marketplaceId: this.#marketplace(),
      assetId: this.#text('assetId', 64),
      float: this.#float(),
      paintSeed: this.#whole('paintSeed', 0, 100_000),
      note: this.#text('note', noteLimit),
    };
  }

  #text(column: Column, limit: number): string | null {
    const text = this.#cells[column]?.trim() ?? '';
    if (text.length > limit) throw invalid(`${column} has ${text.length} characters; at most ${limit} are allowed`);
    if (/\p{Cc}/u.test(text)) throw invalid(`${column} contains control characters; leave them out`);
    return text === '' ? null : text;
  }

  #word<const Word extends string>(column: Column, words: readonly [Word, ...Word[]]): Word {
    const text = this.#cells[column];
    const found = text === undefined ? words[0] : words.find((one) => one.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw this.#fault(column, `give one of ${words.join(', ')}`);
    return found;
  }

  #whole(column: Column, min: number, max: number): number | null {
    const text = this.#cells[column];
    if (text === undefined) return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw this.#fault(column, `give a whole number from ${min} to ${max}`);
  }

  #amount(column: Column): number | null {
    const text = this.#cells[column];
    if (text === undefined) return null;
    const value = /^\d{1,10}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    if (value <= maxAmount) return Math.round(value * 1000);
    throw this.#fault(column, `give an amount from 0, with a point and at most three decimals, such as 12.50`);
  }

  #float(): number | null {
    const text = this.#cells.float;
    if (text === undefined) return null;
    const value = Number(text);
    if (value >= 0 && value <= 1) return value;
    throw this.#fault('float', 'give a number from 0 to 1');
  }

  #instant(): number {
    const text = this.#cells.date;
    const now = this.#context.now();
    if (text === undefined) return now;
    const at = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : instantIn(text);
    if (at === null || at < 0)
      throw this.#fault(
        'date',
        'give a day such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z or Unix seconds',
      );
    if (at > now + dayMs) throw this.#fault('date', 'give a time that is not in the future');
    return at;
  }

  #marketplace(): number | null {
    const text = this.#cells.marketplace;
    if (text === undefined) return null;
    const found = marketplaceNamed(text);
    // Says which is meant, or which there are
    return found === null ? this.#context.lookups.marketplace(text).id : found.id;
  }

  #fault(column: Column, remedy: string): ApiError {
    return invalid(`${column} is ${quoted(this.#cells[column] ?? '')}; ${remedy}`);
  }
}
