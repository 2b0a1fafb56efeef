import type { MarketRecord, Money, RecordKind } from '../../schema/index.ts';
import type { About, Source } from '../connector.ts';
import { contentFault } from '../tidy.ts';
import { checkRecord, plainCheckOf, readRow } from './read-text.ts';

/** How many rows of an answer are changed; more would only repeat the same. */
const changedRows = 12;

/** A row with the records that are made of it. */
export type ReadRow = { readonly index: number; readonly row: unknown; readonly records: readonly MarketRecord[] };

/** The records of a row as the runtime would read it; null when it would reject the row. */
export function readAlone(source: Source, row: unknown, about: About): readonly MarketRecord[] | null {
  if (plainCheckOf(source.row)(row) !== null) return null;
  const { records, reason } = readRow(source, row, about);
  const isGood = (record: MarketRecord) => checkRecord(record) === null && contentFault(record, about.at) === null;
  return reason === null && records.every(isGood) ? records : null;
}

/** The first rows that hold something, and the first one with each further kind of record. */
export function rowsToChange(source: Source, rows: readonly unknown[], about: About): ReadRow[] {
  const seen = new Set<RecordKind>();
  const chosen: ReadRow[] = [];
  for (const [index, row] of rows.entries()) {
    const records = readAlone(source, row, about) ?? [];
    if (records.length === 0) continue;
    if (chosen.length >= changedRows && records.every(({ kind }) => seen.has(kind))) continue;
    for (const { kind } of records) seen.add(kind);
    chosen.push({ index, row, records });
  }
  return chosen;
}

/** What is asked, bid or was paid; null for a record without a price. */
export function priceOf(record: MarketRecord): Money | null {
  if (record.kind === 'quote') return record.lowest;
  if (record.kind === 'pastPrice') return record.median;
  return 'price' in record ? record.price : null;
}

/** When something was paid; null where that is not said. */
export function paidAt(record: MarketRecord): number | null {
  if (record.kind === 'sale') return record.soldAt;
  return record.kind === 'pastPrice' ? record.at : null;
}

export const kindOf = ({ kind }: MarketRecord): string => kind;

/** Tells records of different prices and times apart, and quotes that say that nothing is on sale. */
export const figuresOf = (record: MarketRecord): string =>
  [record.kind, priceOf(record)?.amount, paidAt(record)].filter((part) => part != null).join(' ');

/** The same, and tells records apart that say different things of an item itself and nothing else. */
export const sayingOf = (record: MarketRecord): string =>
  record.kind === 'item'
    ? `item ${Object.values(record.itemAttributes)
        .filter((value) => value !== null)
        .join(' / ')}`
    : figuresOf(record);

/** The sorts of records of which there are fewer than before, in words; null when there are not. */
export function lossOf(
  before: readonly MarketRecord[],
  after: readonly MarketRecord[],
  sortOf: (record: MarketRecord) => string,
): string | null {
  const missing = new Map<string, number>();
  for (const record of before) missing.set(sortOf(record), (missing.get(sortOf(record)) ?? 0) + 1);
  for (const record of after) missing.set(sortOf(record), (missing.get(sortOf(record)) ?? 0) - 1);
  const lost = [...missing].filter(([, count]) => count > 0).map(([sort]) => sort);
  return lost.length === 0 ? null : lost.join(', ');
}
