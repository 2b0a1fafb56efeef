import {
  type Currency,
  currencies,
  games,
  type Money,
  nativeCurrencies,
  type Prices,
  type Sticker,
} from '../../schema/index.ts';
import type { Block, NumberColumn, TextColumn } from '../engine.ts';
import { type Columns, readColumns } from './columns.ts';
import type { TableDeclaration } from './table.ts';

/** Names that are looked up by stored ids, given as consecutive 32-bit halves. */
export type IdentifiedNames = {
  readonly numbersOf: (identities: Int32Array) => Int32Array;
  readonly name: (number: number) => string;
  /** The variant whose rows are stored under the item; 0 for none. */
  readonly effect: (number: number) => number;
};

/** Columns by name, as read; those who declare a column know what it is read as. */
// biome-ignore lint/suspicious/noExplicitAny: which type a column has follows from its declaration
type ReadColumns = Readonly<Record<string, any>>;

/** The rows of one answer: its columns by name, and the item and the variant of each row. */
export type Page = {
  readonly columns: ReadColumns;
  readonly names: IdentifiedNames;
  readonly nameNumbers: Int32Array;
  /** Numbers of variants; 0 is none. */
  readonly variants: Uint16Array;
};

/** What a page lacks whose rows are all of one item. */
export const unnamed: Omit<Page, 'columns'> = {
  names: { numbersOf: () => new Int32Array(), name: () => '', effect: () => 0 },
  nameNumbers: new Int32Array(),
  variants: new Uint16Array(),
};

/** Rows that are read back; `rowAt` makes an object of one. */
export type StoredTable<Row> = TableDeclaration<Row> & { readonly rowAt: (page: Page, row: number) => Row };

export function rowsOf<Row>({ columns, rowAt }: StoredTable<Row>, block: Block, names: IdentifiedNames): Row[] {
  const read = readColumns<Columns<never>>(columns, block);
  const nameNumbers = names.numbersOf(read['itemId'] as Int32Array);
  const variants = (read['phase'] as Uint16Array).map(
    (phase, row) => phase || names.effect(nameNumbers[row] as number),
  );
  const page = { columns: read, names, nameNumbers, variants };
  return Array.from({ length: block.rows }, (_, row) => rowAt(page, row));
}

export const byteAt = (column: Uint8Array, row: number): number => column[row] as number;

export const gameAt = (column: Uint8Array, row: number) => games[byteAt(column, row)];

export const numberAt = (column: NumberColumn, row: number): number => column[row] as number;

export const knownAt = (column: NumberColumn, row: number): number | null => {
  const value = numberAt(column, row);
  return Number.isNaN(value) ? null : value;
};

export const nullableTextAt = (column: TextColumn, row: number): string | null => column(row);

export const textAt = (column: TextColumn, row: number): string => nullableTextAt(column, row) ?? '';

type MoneyColumns = { readonly amount: NumberColumn; readonly currency: Uint8Array };

export const moneyAt = ({ amount, currency }: MoneyColumns, row: number): Money => ({
  amount: numberAt(amount, row),
  currency: nativeCurrencies[currency[row] as number] as Money['currency'],
});

/** The columns of prices are 0 where none is known. */
export const pricesAt = (columns: Readonly<Record<`price${Currency}`, NumberColumn>>, row: number): Prices => {
  const [USD = null, EUR = null, CNY = null, RUB = null] = currencies.map(
    (currency) => columns[`price${currency}`][row] || null,
  );
  return { USD, EUR, CNY, RUB };
};

export const jsonAt = (column: TextColumn, row: number): unknown => JSON.parse(nullableTextAt(column, row) ?? 'null');

/** The stickers or the traits of an item, which share a column. */
export const stickersAt = (column: TextColumn, row: number): Sticker[] | null => {
  const found = jsonAt(column, row);
  return Array.isArray(found) ? found : null;
};

export const traitsAt = (column: TextColumn, row: number): unknown => {
  const found = jsonAt(column, row);
  return Array.isArray(found) ? null : found;
};
