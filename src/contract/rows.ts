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

/** The rows of a map by name, each with its name; what is no row stays as it is, and is seen as none. */
export const rowsByName = (map: unknown): unknown[] =>
  Object.entries(map as Readonly<Record<string, unknown>>).map(([name, entry]) =>
    isObject(entry) ? { ...entry, name } : entry,
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
