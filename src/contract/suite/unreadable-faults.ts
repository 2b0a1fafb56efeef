import type { MarketRecord, RecordKind } from '../../schema/index.ts';
import type { About, Source } from '../connector.ts';
import { isCurrency } from '../money.ts';
import { changedAt, leavesOf, type Path, valueAt } from './paths.ts';
import { figuresOf, kindOf, lossOf, priceOf, type ReadRow, readAlone, rowsToChange } from './read-changed.ts';

/** Figures as no marketplace of today writes them, but as one can tomorrow. */
const unreadable: Readonly<Record<string, (value: unknown) => unknown>> = {
  'with separators': () => '1,234.50',
  'with a blank and a comma': () => '1 234,50',
  'with a currency sign': () => '$12.50',
  'turned to NaN': (value) => (typeof value === 'number' ? Number.NaN : 'NaN'),
  negated: (value) => (typeof value === 'number' ? -value : `-${value}`),
  emptied: () => '',
  nulled: () => null,
};

/** Other values that can be read in the same place. */
function readable(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value * 2, Math.floor(value / 2), value + 1];
  if (typeof value !== 'string') return [];
  if (isPlain(value)) return [`1${value}`];
  return [value.replace(/20\d\d/, '2001'), value.replace(/\d/, '1$&')].filter((other) => other !== value);
}

const isPlain = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);

type Figure = (record: MarketRecord) => string;

/** The kinds of the records of which a figure is read from this place of the row. */
function decidedAt(
  source: Source,
  { row, records }: ReadRow,
  path: Path,
  about: About,
  figureOf: Figure,
): RecordKind[] {
  return readable(valueAt(row, path)).flatMap((value) => {
    const other = readAlone(
      source,
      changedAt(row, path, () => value),
      about,
    );
    // A value that has to agree with another one cannot change alone
    if (other === null && Object.hasOwn(source.decides ?? {}, path.at(-1) ?? ''))
      return records.map(({ kind }) => kind);
    if (other === null || other.length !== records.length) return [];
    return records.filter((record, at) => figureOf(record) !== figureOf(other[at] ?? record)).map(({ kind }) => kind);
  });
}

/** Ways of writing that a text with a sign or separators of its own can have, too. */
const areOwn: ReadonlySet<string> = new Set(['with separators', 'with a currency sign']);

/** Where it is left open what the marketplace has there instead: nothing on sale, or another field with the price. */
const isAbsence = (how: string): boolean => how === 'nulled' || how === 'emptied';

/** What became of the records of a row that was not rejected; null when nothing was lost. */
function lossBy(how: string, before: readonly MarketRecord[], after: readonly MarketRecord[]): string | null {
  const lost = lossOf(before, after, kindOf);
  if (lost !== null) return `the row is not rejected, but gives no ${lost}`;
  if (isAbsence(how) || JSON.stringify(after) === JSON.stringify(before)) return null;
  return 'the row is not rejected, but gives another record';
}

type Changes = Readonly<Record<string, (value: unknown) => unknown>>;

function faultsOf(source: Source, read: ReadRow, path: Path, about: About, changes: Changes): string[] {
  const mayLack = Object.hasOwn(source.mayLack ?? {}, path.at(-1) ?? '');
  const value = valueAt(read.row, path);
  const isPrinted = typeof value === 'string' && !isPlain(value);
  return Object.entries(changes).flatMap(([how, change]) => {
    if ((mayLack && isAbsence(how)) || (isPrinted && areOwn.has(how))) return [];
    const after = readAlone(source, changedAt(read.row, path, change), about);
    const loss = after === null ? null : lossBy(how, read.records, after);
    return loss === null ? [] : [`row ${read.index}, ${path.join('.')} ${how}: ${loss}`];
  });
}

const otherCurrency: Changes = { 'turned to an unknown currency': () => 'XXX' };

/**
 * The prices and times that make a record vanish or change when they cannot be read, in words. They have to reject their row:
 * a marketplace that begins to write them in another way has not sold everything.
 */
export const unreadableFaults = (source: Source, rows: readonly unknown[], about: About): string[] =>
  rowsToChange(source, rows, about).flatMap((read) =>
    leavesOf(read.row).flatMap((path) => {
      const value = valueAt(read.row, path);
      if (typeof value === 'string' && isCurrency(value.toUpperCase()))
        return faultsOf(source, read, path, about, otherCurrency);
      return decidedAt(source, read, path, about, figuresOf).length > 0
        ? faultsOf(source, read, path, about, unreadable)
        : [];
    }),
  );

const amountOf: Figure = (record) => String(priceOf(record)?.amount);

/** The kinds of records of which it is known where their prices are read, so that `unreadableFaults` can break them. */
export const decidedKinds = (source: Source, rows: readonly unknown[], about: About): RecordKind[] =>
  rowsToChange(source, rows, about).flatMap((read) =>
    leavesOf(read.row).flatMap((path) => decidedAt(source, read, path, about, amountOf)),
  );
