import type { Source } from './connector.ts';

/**
 * Path of the rows of a list if they can be told apart in the bytes of an answer; null where only the parsed answer shows them.
 */
export const pathInBytes = ({ kind, rowsAt, decode }: Pick<Source, 'kind' | 'rowsAt' | 'decode'>): string | null =>
  kind === 'bulk' && typeof rowsAt === 'string' && decode === undefined && !rowsAt.includes('*.') ? rowsAt : null;

/**
 * The rows of a payload at the `rowsAt` path of a source: '' is the payload itself, 'data.items' a property,
 * 'data.*' every value of a map or array, 'items?' a property unless the payload is a list. null when that place holds nothing
 * that can hold rows.
 */
export function rowsAtPath(path: string, payload: unknown): readonly unknown[] | null {
  if (path.endsWith('?')) return Array.isArray(payload) ? payload : rowsAtPath(path.slice(0, -1), payload);
  const keys = path === '' ? [] : path.split('.');
  const isMap = keys.at(-1) === '*';
  let node = payload;
  for (const key of isMap ? keys.slice(0, -1) : keys) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return null;
    node = node[key];
  }
  if (Array.isArray(node)) return node;
  return isMap && isObject(node) ? Object.values(node) : null;
}

/**
 * Adds to a row a value given outside it, in place. Anything but an object is left as it is, for the row schema to reject.
 * On Node 20 every copy such as `{ ...row, name }` gets a hidden class of its own, which takes more memory than the row.
 */
export function addToRow(row: unknown, key: string, value: unknown): unknown {
  if (isObject(row)) row[key] = value;
  return row;
}

/** The rows of a map keyed by name, with `name` added to each. */
export const rowsByName = (map: unknown): unknown[] =>
  Object.entries(map as Readonly<Record<string, unknown>>).map(([name, entry]) => addToRow(entry, 'name', name));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A member of something that can be anything; undefined where it has none. */
export const memberOf = (holder: unknown, name: string): unknown => (isObject(holder) ? holder[name] : undefined);
