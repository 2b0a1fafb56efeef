import type { MarketRecord } from '../../schema/index.ts';
import type { Source } from '../connector.ts';
import type { Fixture } from './fixtures.ts';
import { changedAt, formOf, type Path, pathsOf, valueAt } from './paths.ts';
import { plainCheckOf, readRow, readText } from './read-text.ts';

/** A row of a fixture that tells of something on sale, wanted or sold, or of an item itself, and what its records tell. */
type Row = { readonly fixture: Fixture; readonly row: unknown; readonly told: string };

/** The fields that decide what a record says, where it is bought, and which records are about the same thing. */
const deciding: ReadonlySet<string> = new Set([
  ...['kind', 'game', 'name', 'offerId', 'orderId', 'saleId', 'marketplaceItemId', 'purchaseLink'],
  ...['price', 'lowest', 'median', 'amount', 'currency', 'offerCount', 'quantity', 'saleCount', 'soldAt', 'at'],
]);

const isDeciding = (field: string): boolean => deciding.has(field) || /^\d*$/.test(field);

const isOfGoods = ({ kind }: MarketRecord): boolean =>
  kind !== 'withdrawal' && kind !== 'cancellation' && kind !== 'repricing';

const fits = (source: Source, row: unknown): boolean => plainCheckOf(source.row)(row) === null;

/** What the records of a row tell, as text; null where it has none, or is rejected. */
function toldBy(source: Source, row: unknown, { about }: Fixture): string | null {
  if (!fits(source, row)) return null;
  const { records, reason } = readRow(source, row, about);
  const ofGoods = records.filter(isOfGoods);
  if (reason !== null || ofGoods.length === 0) return null;
  return JSON.stringify(ofGoods, (field, value: unknown) => (isDeciding(field) ? value : undefined));
}

/** How many rows of a fixture are tried; more would only repeat the same. */
const triedRows = 12;

const rowsOf = (source: Source, fixtures: readonly Fixture[]): Row[] =>
  fixtures
    .filter(({ outcome }) => outcome === 'read')
    .flatMap((fixture) =>
      readText(source, fixture.text, fixture.about)
        .rows.slice(0, triedRows)
        .flatMap((row) => {
          const told = toldBy(source, row, fixture);
          return told === null ? [] : [{ fixture, row, told }];
        }),
    );

/** Other values of the same type. */
function othersLike(value: unknown): unknown[] {
  if (typeof value === 'string') return ['text', '', '0', '7', `${value}x`, `1${value}`];
  if (typeof value === 'number') return [value + 1, value * 2 + 3, value / 2, 0, -1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [[]];
  return typeof value === 'object' && value !== null ? [{}] : [];
}

const tellsAlike = (source: Source, { fixture, told }: Row, changed: unknown): boolean =>
  toldBy(source, changed, fixture) === told;

/** Whether the values of a row can be others of their type: null if none of those is accepted, else whether all tell the same. */
function isFree(source: Source, row: Row, path: Path): boolean | null {
  const value = valueAt(row.row, path);
  const changed = othersLike(value)
    .filter((other) => JSON.stringify(other) !== JSON.stringify(value))
    .map((other) => changedAt(row.row, path, () => other))
    .filter((other) => fits(source, other));
  return changed.length === 0 ? null : changed.every((other) => tellsAlike(source, row, other));
}

/**
 * The fields in which null rejects a row or changes what its records tell, although they only describe: other values of their
 * type are accepted and change nothing of that in any row. Fields that `decides` of the source names are exempt.
 */
export function nullFaults(source: Source, fixtures: readonly Fixture[]): string[] {
  const costly = new Set<string>();
  const free = new Map<string, boolean>();
  for (const row of rowsOf(source, fixtures)) {
    for (const path of pathsOf(row.row)) {
      const field = formOf(path);
      const nulled = changedAt(row.row, path, () => null);
      if (!tellsAlike(source, row, nulled)) costly.add(field);
      const isFreeHere = isFree(source, row, path);
      if (isFreeHere !== null) free.set(field, isFreeHere && (free.get(field) ?? true));
    }
  }
  const exempt = Object.keys(source.decides ?? {});
  return [
    ...[...costly].filter((field) => free.get(field) === true && !exempt.includes(field)),
    ...exempt.filter((field) => !costly.has(field)).map((field) => `${field}, which "decides" names, can be null`),
  ];
}
