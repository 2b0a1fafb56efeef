import { createHash } from 'node:crypto';

/** The fields of the rows of a source and their types, as a digest: nothing that a row holds can be told from it. */
export type Shape = {
  /** 16 hexadecimal digits, equal for rows of the same shape. */
  readonly digest: string;
  /** Number of fields that every row had. */
  readonly fields: number;
  /** Number of rows that were looked at. */
  readonly rows: number;
};

/** Collects the shape of rows. */
export type ShapeSample = {
  /** False once more rows would change nothing. */
  readonly see: (row: unknown) => boolean;
  /** null before the first row. */
  readonly shape: () => Shape | null;
};

const maxRows = 500;
const maxElements = 20;
const maxFields = 64;
const deepest = 8;

const fieldName = /^[A-Za-z_$][\w$.-]*$/;

/** Whether the keys are data, such as ids or names of items, rather than names of fields. */
const isMap = (keys: readonly string[]): boolean =>
  keys.length > maxFields || !keys.every((key) => fieldName.test(key));

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Notes the types of a value and of all that it holds, by path, such as `.stickers[].wear`. That a value was null says nothing. */
function note(types: Map<string, Set<string>>, value: unknown, path: string, depth: number): void {
  const known = types.get(path) ?? new Set<string>();
  types.set(path, known);
  if (value === null || value === undefined) return;
  known.add(typeOf(value));
  if (typeof value !== 'object' || depth >= deepest) return;
  if (Array.isArray(value)) {
    for (const element of value.slice(0, maxElements)) note(types, element, `${path}[]`, depth + 1);
    return;
  }
  const keys = Object.keys(value);
  const isData = isMap(keys);
  for (const key of keys.slice(0, isData ? maxElements : maxFields))
    note(types, Reflect.get(value, key), isData ? `${path}.*` : `${path}.${key}`, depth + 1);
}

/**
 * Of the first rows only. Fields that some of them lack do not count: whether such a field is seen depends on the items. The
 * digest therefore changes when a field appears in all rows, disappears from some, or changes its type.
 */
export function createShapeSample(): ShapeSample {
  let common: Map<string, Set<string>> | null = null;
  let rows = 0;
  return {
    see: (row) => {
      if (rows >= maxRows) return false;
      rows += 1;
      const types = new Map<string, Set<string>>();
      note(types, row, '', 0);
      common = common === null ? types : inBoth(common, types);
      return rows < maxRows;
    },
    shape: () => {
      if (common === null) return null;
      const lines = [...common].map(([path, types]) => `${path} ${[...types].sort().join(' ')}`).sort();
      const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
      return { digest, fields: common.size - 1, rows };
    },
  };
}

function inBoth(
  common: ReadonlyMap<string, ReadonlySet<string>>,
  types: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Set<string>> {
  const both = new Map<string, Set<string>>();
  for (const [path, known] of common) {
    const more = types.get(path);
    if (more !== undefined) both.set(path, new Set([...known, ...more]));
  }
  return both;
}
