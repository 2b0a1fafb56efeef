import { isObject } from '../../schema/index.ts';

type RowsAt = string | ((payload: unknown) => Iterable<unknown>);

/** Thrown when the payload has no rows where they should be. */
export class NoRows extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoRows';
  }
}

const named = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : isObject(value) ? 'an object' : `a ${typeof value}`;

/** The value at a path of property names; undefined when there is none. */
export function valueAt(payload: unknown, path: string): unknown {
  let value: unknown = payload;
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Only an empty array means that there are no rows; a missing value throws. */
function listed(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return [value];
  throw new NoRows(`found ${named(value)} instead of rows at "${where}"`);
}

function under(value: unknown, keys: readonly string[], where: string): readonly unknown[] {
  const star = keys.indexOf('*');
  if (star < 0) return listed(valueAt(value, keys.join('.')), where);
  const group = valueAt(value, keys.slice(0, star).join('.'));
  if (typeof group !== 'object' || group === null)
    throw new NoRows(`found ${named(group)} instead of rows at "${where}"`);
  const after = keys.slice(star + 1);
  const values = Object.values(group);
  return after.length === 0 ? values : values.flatMap((one) => under(one, after, where));
}

/**
 * The rows of a whole payload: the elements of the array at `rowsAt`, every value below a '*', or the object there as the
 * only row; with a '?' at the end, the elements of a payload that is an array. Throws NoRows when there is none of these.
 */
export function rowsOf(payload: unknown, rowsAt: RowsAt): Iterable<unknown> {
  if (typeof rowsAt !== 'string') return rowsAt(payload);
  if (rowsAt.endsWith('?')) return Array.isArray(payload) ? payload : rowsOf(payload, rowsAt.slice(0, -1));
  return under(payload, rowsAt === '' ? [] : rowsAt.split('.'), rowsAt);
}
