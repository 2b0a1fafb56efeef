const forbid = (what: string) => (): never => {
  throw new Error(`${what} was used; parse must depend on its arguments only`);
};

const guessing = (what: string) => (): never => {
  throw new Error(`${what} was used, which guesses at texts that are no time; use isoTime`);
};

class StoppedDate extends Date {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) forbid('new Date()')();
    if (typeof parts[0] === 'string') guessing('new Date(text)')();
    super(...(parts as [number]));
  }
  static override parse = guessing('Date.parse');
  static override now = forbid('Date.now');
}

/** Runs `work` while the clock, the engine's parser of times, Math.random and fetch throw when used. */
export function inStoppedWorld<T>(work: () => T): T {
  const originals = { Date: globalThis.Date, fetch: globalThis.fetch, random: Math.random };
  globalThis.Date = StoppedDate as unknown as DateConstructor;
  globalThis.fetch = forbid('fetch');
  Math.random = forbid('Math.random');
  try {
    return work();
  } finally {
    globalThis.Date = originals.Date;
    globalThis.fetch = originals.fetch;
    Math.random = originals.random;
  }
}

/** Freezes a value and everything in it. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}
