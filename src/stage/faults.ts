/** A way for a played marketplace to misbehave. */
export type Fault =
  /** 429, with Retry-After when seconds are given. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'status'; readonly status: number }
  /** The page a proxy shows instead of the answer, mostly with 200 or 403. */
  | { readonly kind: 'html'; readonly status: number }
  /** Half of the body: as if it were all, or with the connection dropped in the middle. */
  | { readonly kind: 'truncated'; readonly isAbrupt?: boolean }
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** The longest list of the answer cut to this share. */
  | { readonly kind: 'shrunken'; readonly share: number }
  | { readonly kind: 'garbled' }
  /** The connection is closed without an answer. */
  | { readonly kind: 'dead' }
  /** The connection stays open without an answer. */
  | { readonly kind: 'silent' };

export type FaultKind = Fault['kind'];

/** A fault in force; `requests` is how many more requests it meets, null until it is cleared. */
export type StandingFault = { readonly fault: Fault; readonly requests: number | null };

/** Stands for every player that has no fault of its own. */
export const everyone = '*';

export type FaultBoard = {
  readonly set: (slug: string, fault: Fault, requests?: number | null) => void;
  /** Without a slug, all of them. */
  readonly clear: (slug?: string) => void;
  /** The fault the next request of this player meets; counts it. */
  readonly take: (slug: string) => Fault | null;
  readonly standing: () => Readonly<Record<string, StandingFault>>;
};

export const createFaultBoard = (): FaultBoard => {
  const board = new Map<string, StandingFault>();
  return {
    set: (slug, fault, requests = null) => {
      board.set(slug, { fault, requests });
    },
    clear: (slug) => {
      if (slug === undefined) board.clear();
      else board.delete(slug);
    },
    take: (slug) => {
      const key = board.has(slug) ? slug : everyone;
      const found = board.get(key);
      if (found === undefined) return null;
      if (found.requests !== null) {
        if (found.requests <= 1) board.delete(key);
        else board.set(key, { ...found, requests: found.requests - 1 });
      }
      return found.fault;
    },
    standing: () => Object.fromEntries(board),
  };
};

type Collection = { readonly size: number; readonly cut: (keep: number) => void };

const collectionIn = (value: object): Collection => {
  if (Array.isArray(value)) return { size: value.length, cut: (keep) => void value.splice(keep) };
  const keys = Object.keys(value);
  const cut = (keep: number) => {
    for (const key of keys.slice(keep)) Reflect.deleteProperty(value, key);
  };
  return { size: keys.length, cut };
};

/** Cuts the longest list of a JSON value to a share of its entries; an object that is used as a list counts as one. */
export const shrink = (value: unknown, share: number): unknown => {
  const whole: unknown = structuredClone(value);
  let longest: Collection | null = null;
  const pending: unknown[] = [whole];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const collection = collectionIn(next);
    if (longest === null || collection.size > longest.size) longest = collection;
    for (const inner of Object.values(next)) pending.push(inner);
  }
  longest?.cut(Math.floor(longest.size * share));
  return whole;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

const readers: Readonly<Record<FaultKind, (value: Readonly<Record<string, unknown>>) => Fault | null>> = {
  limited: ({ retryAfterSeconds: seconds }) => {
    if (seconds === undefined) return { kind: 'limited' };
    return isPositive(seconds) ? { kind: 'limited', retryAfterSeconds: seconds } : null;
  },
  status: ({ status }) => (isStatus(status) ? { kind: 'status', status } : null),
  html: ({ status = 200 }) => (isStatus(status) ? { kind: 'html', status } : null),
  truncated: ({ isAbrupt }) => ({ kind: 'truncated', isAbrupt: isAbrupt === true }),
  drip: ({ bytes = 16, everyMs = 1000 }) =>
    isPositive(bytes) && isPositive(everyMs) ? { kind: 'drip', bytes: Math.ceil(bytes), everyMs } : null,
  shrunken: ({ share = 0.1 }) => (isPositive(share) && share < 1 ? { kind: 'shrunken', share } : null),
  garbled: () => ({ kind: 'garbled' }),
  dead: () => ({ kind: 'dead' }),
  silent: () => ({ kind: 'silent' }),
};

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && isPositive(value) && value >= 200 && value <= 599;

const isKind = (text: unknown): text is FaultKind => typeof text === 'string' && Object.hasOwn(readers, text);

/** A fault as the control address takes it; a text says what is wrong with it. */
export const readFault = (value: unknown): Fault | string => {
  if (!isObject(value) || !isKind(value['kind']))
    return `"fault.kind" must be one of ${Object.keys(readers).join(', ')}`;
  return readers[value['kind']](value) ?? `the fault "${value['kind']}" has a setting that is out of range`;
};
