export type Path = readonly string[];

/** The way to everything in a value, other than the value itself. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy of a value that differs at the end of a path; what becomes undefined is left out. */
export function changedAt(value: unknown, [step, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const copy: Record<string, unknown> = Array.isArray(value)
    ? (Object.assign([], value) as unknown as Record<string, unknown>)
    : { ...(value as object) };
  const next = changedAt(copy[step], rest, change);
  // JSON arrays have no holes
  if (next === undefined && Array.isArray(copy)) copy.splice(Number(step), 1);
  else if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, step) => (node as Readonly<Record<string, unknown>>)[step], value);

/** How often a place of one form is tried, such as the first field of each member of a list; more would repeat the same. */
const timesEach = 2;

/** Members of a list and numbered entries have one form. */
export const formOf = (path: Path): string => path.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.');

function fewOfEach(paths: readonly Path[]): Path[] {
  const counts = new Map<string, number>();
  return paths.filter((path) => {
    const form = formOf(path);
    const count = (counts.get(form) ?? 0) + 1;
    counts.set(form, count);
    return count <= timesEach;
  });
}

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The way to values of each form in a row: texts, numbers and the like. */
export const leavesOf = (row: unknown): Path[] => fewOfEach(pathsOf(row).filter((path) => isLeaf(valueAt(row, path))));

/** How many keys of a payload are tried. */
const maxKeys = 300;

/** The way to keys of each form in a payload. */
export const keysOf = (payload: unknown): Path[] =>
  fewOfEach(pathsOf(payload).filter((path) => !Array.isArray(valueAt(payload, path.slice(0, -1))))).slice(0, maxKeys);

/** A copy in which the key at the end of the path has another name. */
export function renamedAt(value: unknown, path: Path): unknown {
  const key = path.at(-1) ?? '';
  return changedAt(value, path.slice(0, -1), (holder) =>
    Object.fromEntries(
      Object.entries(holder as object).map(([name, member]) => [name === key ? `${name}2` : name, member]),
    ),
  );
}
