const forbid = (what: string) => (): never => {
  throw new Error(`${what} was used; parsing must depend on nothing but its arguments`);
};

class StoppedDate extends Date {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) forbid('new Date()')();
    super(...(parts as [number]));
  }
  static override now = forbid('Date.now');
}

/** Runs work during which the clock, chance and the network throw when used. */
export function inStoppedWorld<T>(work: () => T): T {
  const kept = { Date: globalThis.Date, fetch: globalThis.fetch, random: Math.random };
  globalThis.Date = StoppedDate as unknown as DateConstructor;
  globalThis.fetch = forbid('fetch');
  Math.random = forbid('Math.random');
  try {
    return work();
  } finally {
    globalThis.Date = kept.Date;
    globalThis.fetch = kept.fetch;
    Math.random = kept.random;
  }
}

/** The value with everything in it frozen. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}
