import type { RouteReading } from '../route.ts';
import { type Answer, type AnswerHeaders, createAnswer } from './answer.ts';

/**
 * Answers of the last seconds. An entry is found in two ways: by its key, which is the same for all ways to write a
 * query, and by the exact request targets that led to it. All entries live equally long, so the oldest goes first.
 */
export type AnswerCache = {
  /** The answer to exactly this request target (without its key), if it is still fresh. */
  readonly at: (target: string) => CachedAnswer | undefined;
  /** The answer with this key, made at most once at a time. */
  readonly answer: (key: string, route: string, reading: RouteReading) => Promise<CachedAnswer>;
  /** Lets a request target find the answer from now on. */
  readonly remember: (target: string, cached: CachedAnswer) => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
};

export type CachedAnswer = {
  readonly key: string;
  readonly route: string;
  readonly answer: Answer;
  readonly until: number;
  readonly targets: string[];
};

export type CacheOptions = {
  readonly now: () => number;
  readonly keepMs: number;
  readonly byteLimit: number;
  readonly headers: AnswerHeaders;
  /** Headers of the moment an answer begins to be read, kept with it. */
  readonly stamp?: () => AnswerHeaders;
};

// Twice the body covers its packed forms, the rest what an entry takes besides
const sizeOf = ({ answer, key }: CachedAnswer): number => 2 * answer.bytes + 2 * key.length + 1_500;
const sizeOfTarget = (target: string): number => 2 * target.length + 100;

const targetsPerEntry = 16;

export function createAnswerCache({ now, keepMs, byteLimit, headers, stamp }: CacheOptions): AnswerCache {
  const byKey = new Map<string, CachedAnswer>();
  const byTarget = new Map<string, CachedAnswer>();
  const making = new Map<string, Promise<CachedAnswer>>();
  let bytes = 0;

  const isFresh = ({ until }: CachedAnswer): boolean => {
    const left = until - now();
    // More than the whole time left means that the clock was set back
    return left > 0 && left <= keepMs;
  };

  const drop = (cached: CachedAnswer): void => {
    byKey.delete(cached.key);
    bytes -= sizeOf(cached);
    for (const target of cached.targets) {
      byTarget.delete(target);
      bytes -= sizeOfTarget(target);
    }
  };

  const makeRoom = (): void => {
    for (const oldest of byKey.values()) {
      if (bytes <= byteLimit && isFresh(oldest)) break;
      drop(oldest);
    }
  };

  const make = async (key: string, route: string, { ready, read }: RouteReading): Promise<CachedAnswer> => {
    await ready();
    const stamped = stamp === undefined ? headers : [...headers, ...stamp()];
    const made = await read();
    const answer = createAnswer(JSON.stringify(made.answer), [...stamped, ...made.headers]);
    const cached = { key, route, answer, until: now() + keepMs, targets: [] };
    const former = byKey.get(key);
    if (former !== undefined) drop(former);
    if (keepMs > 0) {
      byKey.set(key, cached);
      bytes += sizeOf(cached);
      makeRoom();
    }
    return cached;
  };

  return {
    at(target) {
      const cached = byTarget.get(target);
      return cached !== undefined && isFresh(cached) ? cached : undefined;
    },
    async answer(key, route, reading) {
      const known = byKey.get(key);
      if (known !== undefined && isFresh(known)) return known;
      const begun = making.get(key);
      if (begun !== undefined) return begun;
      const made = make(key, route, reading).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
    remember(target, cached) {
      if (byKey.get(cached.key) !== cached || cached.targets.length >= targetsPerEntry || byTarget.has(target)) return;
      cached.targets.push(target);
      byTarget.set(target, cached);
      bytes += sizeOfTarget(target);
    },
    size: () => ({ entries: byKey.size, bytes }),
  };
}
