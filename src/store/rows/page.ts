import {
  type Currency,
  type Game,
  games,
  type Money,
  nativeCurrencies,
  type Prices,
  variantAt,
} from '../../schema/index.ts';
import { type Column, type Columns, pricesRead, type ReadOf, readColumns } from './columns.ts';
import type { NativeBlock, NumberColumn, TextColumn } from './native-block.ts';
import type { Table } from './table.ts';

/** Names that are looked up by stored ids, given as consecutive 32-bit halves. */
export type IdentifiedNames = {
  readonly numbersOf: (identities: Int32Array) => Int32Array;
  readonly name: (number: number) => string;
  /** The variant whose rows are stored under the item; 0 for none. */
  readonly effect: (number: number) => number;
};

/** The marketplace and series of many rows, by column. */
type SeriesColumns = {
  readonly length: number;
  readonly marketplaceId: Uint8Array;
  /** Indexes into `games`. */
  readonly game: Uint8Array;
  readonly names: IdentifiedNames;
  readonly nameNumbers: Int32Array;
  /** Numbers of variants; 0 means none. */
  readonly phase: Uint16Array;
  /** In the order of `currencies`; 0 means not known. */
  readonly prices: readonly NumberColumn[];
};

/** The columns that identify the series of a row, and its prices. */
export type SeriesDeclared = Columns<never> &
  Readonly<Record<'marketplaceId' | 'game', Column<never, Uint8Array>>> &
  Readonly<Record<'phase', Column<never, Uint16Array>>> &
  Readonly<Record<'itemId', Column<never, Int32Array>>> &
  Readonly<Record<`price${Currency}`, Column<never, NumberColumn>>>;

type PageColumns<Of extends Columns<never>> = Omit<ReadOf<Of>, keyof SeriesColumns> & SeriesColumns;

/** A table whose rows are read back; `rowAt` makes an object of one. */
export type KeptTable<Row, Of extends SeriesDeclared> = Table<Row> & {
  readonly columns: Of;
  readonly rowAt: (page: PageColumns<Of>, row: number) => Row;
};

/** The rows of one answer. */
export function* pageOf<Row, Of extends SeriesDeclared>(
  { columns, rowAt }: KeptTable<Row, Of>,
  block: NativeBlock,
  names: IdentifiedNames,
): Generator<Row> {
  const read = readColumns<SeriesDeclared>(columns, block);
  const nameNumbers = names.numbersOf(read.itemId);
  const page = {
    ...read,
    length: block.rows,
    names,
    nameNumbers,
    phase: read.phase.map((phase, row) => phase || names.effect(nameNumbers[row] as number)),
    prices: pricesRead(read),
  } as unknown as PageColumns<Of>;
  for (let row = 0; row < page.length; row += 1) yield rowAt(page, row);
}

export function pricesAt(columns: readonly NumberColumn[], row: number): Prices {
  const [USD = null, EUR = null, CNY = null, RUB = null] = columns.map((column) => column[row] || null);
  return { USD, EUR, CNY, RUB };
}

/** The series of a row, and its prices. */
export const seriesAt = (page: SeriesColumns, row: number) => ({
  marketplaceId: page.marketplaceId[row] as number,
  game: games[page.game[row] as number] as Game,
  name: page.names.name(page.nameNumbers[row] as number),
  phase: variantAt(page.phase[row] as number),
  prices: pricesAt(page.prices, row),
});

export const numberAt = (column: NumberColumn, row: number): number => column[row] as number;

export const knownAt = (column: NumberColumn, row: number): number | null => {
  const value = numberAt(column, row);
  return Number.isNaN(value) ? null : value;
};

export const nullableTextAt = ({ bytes, starts, ends }: TextColumn, row: number): string | null =>
  (starts[row] as number) < 0 ? null : bytes.toString('utf8', starts[row], ends[row]);

export const textAt = (column: TextColumn, row: number): string => nullableTextAt(column, row) ?? '';

type MoneyColumns = { readonly amount: NumberColumn; readonly currency: Uint8Array };

export const moneyAt = ({ amount, currency }: MoneyColumns, row: number): Money => ({
  amount: numberAt(amount, row),
  currency: nativeCurrencies[currency[row] as number] as Money['currency'],
});

type LooksColumns = {
  readonly float: NumberColumn;
  readonly paintIndex: NumberColumn;
  readonly paintSeed: NumberColumn;
  readonly stickers: TextColumn;
};

export const looksAt = (page: LooksColumns, row: number) => {
  const text = nullableTextAt(page.stickers, row);
  const found = text === null ? null : JSON.parse(text);
  return {
    float: knownAt(page.float, row),
    paintIndex: knownAt(page.paintIndex, row),
    paintSeed: knownAt(page.paintSeed, row),
    stickers: Array.isArray(found) ? found : null,
    ...(found !== null && !Array.isArray(found) && { tf2: found }),
  };
};

type TimesColumns = Readonly<Record<'foundAt' | 'changedAt' | 'seenAt', NumberColumn>>;

export const timesAt = (page: TimesColumns, row: number) => ({
  foundAt: numberAt(page.foundAt, row),
  changedAt: numberAt(page.changedAt, row),
  seenAt: numberAt(page.seenAt, row),
});
