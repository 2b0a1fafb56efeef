import { isObject } from '../schema/index.ts';
import type { Edit } from './edits.ts';

/** A fault of a played marketplace. */
export type Fault =
  /** 429, with Retry-After when seconds are given. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'status'; readonly status: number }
  /** A page shown by a proxy instead of the answer, usually with 200 or 403. */
  | { readonly kind: 'html'; readonly status: number }
  /** Half of the body, either ending normally or with the connection dropped in the middle. */
  | { readonly kind: 'truncated'; readonly isAbrupt?: boolean }
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** The longest list in the answer, cut to this share. */
  | { readonly kind: 'shrunken'; readonly share: number }
  | { readonly kind: 'garbled' }
  /** Requests without this header are refused with this status. */
  | { readonly kind: 'demanding'; readonly header: string; readonly status: number }
  | Edit
  /** The connection is closed without an answer. */
  | { readonly kind: 'dead' }
  /** The connection stays open without an answer. */
  | { readonly kind: 'silent' };

/** A fault of a played feed. */
export type FeedFault =
  /** The connection is lost instead of a message being sent. */
  | { readonly kind: 'cut' }
  /** Nothing is sent on the connection from this message on, heartbeats included. */
  | { readonly kind: 'stall' }
  /** A message is sent after the one that follows it. */
  | { readonly kind: 'reorder' }
  | { readonly kind: 'duplicate' }
  /** A malformed message. */
  | { readonly kind: 'garble' };

export type FaultKind = (Fault | FeedFault)['kind'];

/** An active fault; `requests` is how many more requests (for a feed, messages) it affects, null until cleared. */
export type StandingFault = { readonly fault: Fault | FeedFault; readonly requests: number | null };

const isFeedFault = (fault: Fault | FeedFault): fault is FeedFault =>
  ['cut', 'stall', 'reorder', 'duplicate', 'garble'].includes(fault.kind);

/** Applies to every player without its own fault. */
export const everyone = '*';

export type FaultBoard = {
  readonly set: (slug: string, fault: Fault | FeedFault, requests?: number | null) => void;
  /** Clears all faults when no slug is given. */
  readonly clear: (slug?: string) => void;
  /** The fault for the next request to this player; counts the request. */
  readonly take: (slug: string) => Fault | null;
  /** The fault for the next message of this player's feed; counts the message. */
  readonly takeFeed: (slug: string) => FeedFault | null;
  /** By player; a fault of its feeds is keyed by the slug and "feed". */
  readonly standing: () => Readonly<Record<string, StandingFault>>;
};

/** Faults of one kind, by player. */
const createFaultList = <F extends Fault | FeedFault>() => {
  const list = new Map<string, { readonly fault: F; readonly requests: number | null }>();
  return {
    list,
    take: (slug: string): F | null => {
      const key = list.has(slug) ? slug : everyone;
      const found = list.get(key);
      if (found === undefined) return null;
      if (found.requests !== null) {
        if (found.requests <= 1) list.delete(key);
        else list.set(key, { ...found, requests: found.requests - 1 });
      }
      return found.fault;
    },
  };
};

export const createFaultBoard = (): FaultBoard => {
  const requests = createFaultList<Fault>();
  const feeds = createFaultList<FeedFault>();
  return {
    set: (slug, fault, count = null) => {
      if (isFeedFault(fault)) feeds.list.set(slug, { fault, requests: count });
      else requests.list.set(slug, { fault, requests: count });
    },
    clear: (slug) => {
      for (const { list } of [requests, feeds]) {
        if (slug === undefined) list.clear();
        else list.delete(slug);
      }
    },
    take: requests.take,
    takeFeed: feeds.take,
    standing: () =>
      Object.fromEntries([...requests.list, ...[...feeds.list].map(([slug, one]) => [`${slug} feed`, one] as const)]),
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

/** Cuts the longest list in a JSON value to a share of its entries; an object used as a map counts as a list. */
export const shrink = (value: unknown, share: number): unknown => {
  const whole: unknown = structuredClone(value);
  let largest: Collection | null = null;
  const pending: unknown[] = [whole];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const collection = collectionIn(next);
    if (largest === null || collection.size > largest.size) largest = collection;
    for (const inner of Object.values(next)) pending.push(inner);
  }
  largest?.cut(Math.floor(largest.size * share));
  return whole;
};

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

const readers: Readonly<Record<FaultKind, (value: Readonly<Record<string, unknown>>) => Fault | FeedFault | null>> = {
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
  demanding: ({ header, status = 403 }) =>
    isText(header) && isStatus(status) ? { kind: 'demanding', header: header.toLowerCase(), status } : null,
  renamed: ({ key, to }) => (isText(key) && isText(to) ? { kind: 'renamed', key, to } : null),
  valued: ({ key, value = null }) => (isText(key) ? { kind: 'valued', key, value } : null),
  scaled: ({ key, by }) => (isText(key) && isPositive(by) ? { kind: 'scaled', key, by } : null),
  dead: () => ({ kind: 'dead' }),
  silent: () => ({ kind: 'silent' }),
  cut: () => ({ kind: 'cut' }),
  stall: () => ({ kind: 'stall' }),
  reorder: () => ({ kind: 'reorder' }),
  duplicate: () => ({ kind: 'duplicate' }),
  garble: () => ({ kind: 'garble' }),
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && isPositive(value) && value >= 200 && value <= 599;

const isKind = (text: unknown): text is FaultKind => typeof text === 'string' && Object.hasOwn(readers, text);

/** Parses a fault given to the control endpoint; a string says what is wrong with it. */
export const readFault = (value: unknown): Fault | FeedFault | string => {
  if (!isObject(value) || !isKind(value['kind']))
    return `"fault.kind" must be one of ${Object.keys(readers).join(', ')}`;
  return readers[value['kind']](value) ?? `the fault "${value['kind']}" has a setting that is out of range`;
};
