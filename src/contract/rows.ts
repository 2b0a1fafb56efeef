/**
 * The rows of a payload by the path of a source: '' is the payload itself, 'items' a property,
 * 'data.*' every value of a map or array. Null when nothing that can hold rows stands there.
 */
export function rowsAtPath(path: string, payload: unknown): readonly unknown[] | null {
  let found: readonly unknown[] = [payload];
  const steps = path === '' ? [] : path.split('.');
  for (const step of steps) {
    const next = step === '*' ? found.map(valuesOf) : found.map((holder) => memberOf(holder, step));
    if (next.some((value) => value === null)) return null;
    found = step === '*' ? next.flatMap((values) => values ?? []) : next;
  }
  if (steps.at(-1) === '*') return found;
  return Array.isArray(found[0]) ? found[0] : null;
}

const valuesOf = (holder: unknown): unknown[] | null =>
  typeof holder === 'object' && holder !== null ? Object.values(holder) : null;

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? ((holder as Record<string, unknown>)[name] ?? null) : null;
