/**
 * The rows of a payload by the path of a source: '' is the payload itself, 'data.items' a property,
 * 'data.*' every value of a map or list. Null when nothing that can hold rows stands there.
 */
export function rowsAtPath(path: string, payload: unknown): readonly unknown[] | null {
  const keys = path === '' ? [] : path.split('.');
  const isMap = keys.at(-1) === '*';
  let place = payload;
  for (const key of isMap ? keys.slice(0, -1) : keys) {
    if (!isObject(place) || !Object.hasOwn(place, key)) return null;
    place = place[key];
  }
  if (Array.isArray(place)) return place;
  return isMap && isObject(place) ? Object.values(place) : null;
}

/**
 * Writes into a row what is said beside it; what is no row stays as it is, and is seen as none. A copy with an addition
 * (`{ ...row, name }`) has a shape of its own on Node 20, each of them, which takes more memory than what is in it.
 */
export function addToRow(row: unknown, key: string, value: unknown): unknown {
  if (isObject(row)) row[key] = value;
  return row;
}

/** The rows of a map by name, each with its name. */
export const rowsByName = (map: unknown): unknown[] =>
  Object.entries(map as Readonly<Record<string, unknown>>).map(([name, entry]) => addToRow(entry, 'name', name));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
