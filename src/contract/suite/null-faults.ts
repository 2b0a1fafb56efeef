import type { MarketRecord } from '../../schema/index.ts';
import type { Source } from '../connector.ts';
import type { Fixture } from './fixtures.ts';
import { plainCheckOf, readText, recordsOf } from './read-text.ts';

type Path = readonly string[];

/** A row of a fixture that tells of something on sale, wanted or sold, and what its records tell. */
type Row = { readonly fixture: Fixture; readonly row: unknown; readonly told: string };

/** The fields that decide what a record says, where it is bought, and which records are about the same thing. */
const deciding: ReadonlySet<string> = new Set([
  ...['kind', 'game', 'name', 'offerId', 'orderId', 'saleId', 'marketplaceItemId', 'purchaseLink'],
  ...['price', 'lowest', 'median', 'amount', 'currency', 'offerCount', 'quantity', 'saleCount', 'soldAt', 'at'],
]);

const isDeciding = (field: string): boolean => deciding.has(field) || /^\d*$/.test(field);

const isOfGoods = ({ kind }: MarketRecord): boolean =>
  kind !== 'withdrawal' && kind !== 'cancellation' && kind !== 'repricing';

/** What the records of a row tell, as text; null where it has none. */
function toldBy(source: Source, row: unknown, { about }: Fixture): string | null {
  const records = recordsOf(source, row, about).filter(isOfGoods);
  if (records.length === 0) return null;
  return JSON.stringify(records, (field, value: unknown) => (isDeciding(field) ? value : undefined));
}

const fits = (source: Source, row: unknown): boolean => plainCheckOf(source.row)(row) === null;

/** How many rows of a fixture are tried; more would only repeat the same. */
const triedRows = 12;

const rowsOf = (source: Source, fixtures: readonly Fixture[]): Row[] =>
  fixtures
    .filter(({ outcome }) => outcome === 'read')
    .flatMap((fixture) =>
      readText(source, fixture.text, fixture.about)
        .rows.slice(0, triedRows)
        .flatMap((row) => {
          const told = fits(source, row) ? toldBy(source, row, fixture) : null;
          return told === null ? [] : [{ fixture, row, told }];
        }),
    );

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) => [[...path, key], ...pathsOf(member, [...path, key])]);

const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);

function withMember(value: unknown, [step, ...rest]: Path, member: unknown): unknown {
  if (step === undefined) return member;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[step] = withMember(copy[step], rest, member);
  return copy;
}

/** The field without its place in lists, as it is named in `decides`. */
const fieldOf = (path: Path): string => path.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.');

/** Other values of the same type. */
function othersLike(value: unknown): unknown[] {
  if (typeof value === 'string') return ['text', '', '0', '7', `${value}x`, `1${value}`];
  if (typeof value === 'number') return [value + 1, value * 2 + 3, value / 2, 0, -1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [[]];
  return typeof value === 'object' && value !== null ? [{}] : [];
}

function tellsAlike(source: Source, { fixture, told }: Row, changed: unknown): boolean {
  try {
    return toldBy(source, changed, fixture) === told;
  } catch {
    return false;
  }
}

/** Whether the values of a row can be others of their type: null if none of those is accepted, else whether all tell the same. */
function isFree(source: Source, row: Row, path: Path): boolean | null {
  const value = memberAt(row.row, path);
  const changed = othersLike(value)
    .filter((other) => JSON.stringify(other) !== JSON.stringify(value))
    .map((other) => withMember(row.row, path, other))
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
      const field = fieldOf(path);
      const nulled = withMember(row.row, path, null);
      if (!fits(source, nulled) || !tellsAlike(source, row, nulled)) costly.add(field);
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
