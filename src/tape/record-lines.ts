import {
  buyOrderFields,
  currencies,
  type Fields,
  filteredFields,
  floorFields,
  type Kind,
  offerFields,
  quoteFields,
  type RecordOf,
  topBidFields,
  variantNamed,
} from '../schema/index.ts';
import type { LineWriter } from './line-writer.ts';

/** The cells of a record, as parsed. */
export type Cells = readonly unknown[];

/** How records with declared fields are written as a list of cells, and read again. */
export type RecordLine<Record> = {
  readonly write: (to: LineWriter, record: Record) => void;
  readonly read: (cells: Cells) => Record;
};

const listed = (calls: readonly string[]): string => `.raw('[')${calls.join(".raw(',')")}.raw(']')`;
const number = (value: string): string => `.number(${value})`;
const text = (value: string): string => `.text(${value})`;

/** Calls of a `LineWriter` that write a value, as source code. */
const written: Readonly<Record<Kind, (value: string) => string>> = {
  game: (value) => `.raw('"').raw(${value}).raw('"')`,
  name: text,
  variant: text,
  marketplace: number,
  text,
  fraction: number,
  whole: number,
  count: number,
  instant: number,
  money: (value) => `.raw('[').number(${value}.amount).raw(',"').raw(${value}.currency).raw('"]')`,
  prices: (value) => listed(currencies.map((currency) => number(`${value}.${currency}`))),
  stickers: (value) => `.json(${value})`,
  patches: (value) => `.json(${value})`,
  charms: (value) => `.json(${value})`,
  tf2: (value) =>
    listed([...tf2Texts.map((key) => text(`${value}.${key}`)), ...tf2Numbers.map((key) => number(`${value}.${key}`))]),
};
const tf2Texts = ['quality', 'elevatedQuality'] as const;
const tf2Numbers = ['craftNumber', 'crateSeries'] as const;

const object = (keys: readonly string[], cell: string): string =>
  `{ ${keys.map((key, at) => `${key}: ${cell}[${at}]`).join(', ')} }`;

/** Values that differ from their cells, as source code. */
const read: Partial<Readonly<Record<Kind, (cell: string) => string>>> = {
  variant: (cell) => `variantNamed(${cell})`,
  money: (cell) => object(['amount', 'currency'], cell),
  prices: (cell) => object(currencies, cell),
  tf2: (cell) => object([...tf2Texts, ...tf2Numbers], cell),
};

function writing(fields: Fields): string {
  const names = Object.keys(fields);
  const puts = Object.entries(fields).map(([name, { kind, presence }], at) => {
    const value = `record.${name}`;
    const before = at === 0 ? '[' : ',';
    const put = `to.raw('${before}')${written[kind](value)};`.replaceAll("').raw('", '');
    if (presence === 'always') return put;
    const either = `if (${value} == null) to.raw('${before}null'); else ${put}`;
    // Also where only a later one is there
    const isThere = names.slice(at).map((one) => `record.${one} !== undefined`);
    return presence === 'late' ? `if (${isThere.join(' || ')}) { ${either} }` : either;
  });
  return `${puts.join('\n')} to.raw(']');`;
}

function reading(fields: Fields): string {
  const values = Object.entries(fields).map(([name, { kind, presence }], at) => {
    const cell = `cells[${at}]`;
    const value = read[kind]?.(cell) ?? cell;
    if (presence === 'late') return `...(${cell} != null && { ${name}: ${value} })`;
    return `${name}: ${presence === 'nullable' && value !== cell ? `${cell} === null ? null : ${value}` : value}`;
  });
  return `return { ${values.join(',\n')} };`;
}

/**
 * The line of records with these fields. Its functions are compiled, as going through the fields took a third more time, and
 * lines are what the service writes and reads most.
 */
export const recordLine = <Of extends Fields>(fields: Of): RecordLine<RecordOf<Of>> => ({
  write: new Function('to', 'record', writing(fields)) as RecordLine<RecordOf<Of>>['write'],
  read: new Function('variantNamed', `return (cells) => { ${reading(fields)} }`)(variantNamed),
});

export const offerLine = recordLine(offerFields);
export const buyOrderLine = recordLine(buyOrderFields);
export const quoteLine = recordLine(quoteFields);
export const floorLine = recordLine(floorFields);
export const topBidLine = recordLine(topBidFields);
export const filteredLine = recordLine(filteredFields);

/** The index of the cell of each field. */
export const cellsOf = <Of extends Fields>(fields: Of): Readonly<Record<keyof Of, number>> =>
  Object.fromEntries(Object.keys(fields).map((name, at) => [name, at])) as Record<keyof Of, number>;
