import { ColumnReader, ColumnWriter } from './column.ts';

/** In their order within a body; each is compressed separately. */
export const columnNames = [
  'letters',
  'times',
  'words',
  'names',
  'marketplaces',
  'ids',
  'amounts',
  'prices',
  'links',
  'inspects',
  'floats',
  'paints',
  'seeds',
  'stickers',
  'tradables',
  'owners',
  'founds',
  'counts',
  'rests',
  'others',
  'digits',
  'hex',
  'singles',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** All columns; some are accessed by name, the others by index. */
export class Columns<Column> {
  readonly all: readonly Column[];
  readonly letters: Column;
  readonly words: Column;
  readonly names: Column;
  readonly ids: Column;
  readonly amounts: Column;
  readonly prices: Column;
  readonly others: Column;
  readonly digits: Column;
  readonly hex: Column;
  readonly singles: Column;

  constructor(all: readonly Column[]) {
    const named = (name: ColumnName): Column => all[columnNames.indexOf(name)] as Column;
    this.all = all;
    this.letters = named('letters');
    this.words = named('words');
    this.names = named('names');
    this.ids = named('ids');
    this.amounts = named('amounts');
    this.prices = named('prices');
    this.others = named('others');
    this.digits = named('digits');
    this.hex = named('hex');
    this.singles = named('singles');
  }
}

export const newColumns = (): Columns<ColumnWriter> => new Columns(columnNames.map(() => new ColumnWriter()));

/** Splits concatenated columns, given the length of each. */
export function columnsIn(bytes: Buffer, lengths: readonly number[]): Columns<ColumnReader> {
  let start = 0;
  const all = lengths.map((length) => {
    const column = new ColumnReader(bytes.subarray(start, start + length));
    start += length;
    return column;
  });
  return new Columns(all);
}
