const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** The direct parts of a value, each with its path; keys that are ids become '*'. */
const partsOf = (value: unknown, path: string): readonly (readonly [unknown, string])[] => {
  if (Array.isArray(value)) return value.map((inner) => [inner, `${path}[]`]);
  if (typeof value !== 'object' || value === null) return [];
  const isMap = Object.keys(value).every((key) => /^U?\d+$/.test(key));
  return Object.entries(value).map(([key, inner]) => [inner, `${path}.${isMap ? '*' : key}`]);
};

/** Every path of a payload with the types of value seen there: '.items[].price' → string. */
export const shapeOf = (payload: unknown): ReadonlyMap<string, ReadonlySet<string>> => {
  const shape = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string) => {
    shape.set(path, (shape.get(path) ?? new Set()).add(kindOf(value)));
    for (const [inner, innerPath] of partsOf(value, path)) visit(inner, innerPath);
  };
  visit(payload, '');
  return shape;
};

/** Paths of a recorded payload that a played one lacks; `leftOut` excludes paths and everything below them. */
export const missingFrom = (played: unknown, recorded: unknown, leftOut: readonly string[] = []): readonly string[] => {
  const shape = shapeOf(played);
  return [...shapeOf(recorded)].flatMap(([path, kinds]) => {
    if (leftOut.some((out) => path === out || path.startsWith(`${out}.`) || path.startsWith(`${out}[`))) return [];
    const seen = shape.get(path);
    if (seen === undefined) return [path];
    // That an optional value was null says little
    const missing = [...kinds].filter((kind) => kind !== 'null' && !seen.has(kind));
    return missing.map((kind) => `${path} as ${kind}, not ${[...seen].join(' or ')}`);
  });
};
