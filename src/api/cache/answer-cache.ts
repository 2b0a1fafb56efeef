import type { Clock } from '../../clock.ts';
import type { Prepared, RouteReading } from '../route.ts';
import { type Answer, type AnswerHeaders, createAnswer } from './answer.ts';

/**
 * Cache of recent answers. An entry is found by its key, which is equal for all spellings of a query, or by an exact
 * request target that led to it. All entries live equally long, so the oldest is dropped first. An entry that can be
 * renewed from prepared parts stays as long as there is room.
 */
export type AnswerCache = {
  /** The answer to exactly this request target (without its key), of any age. */
  readonly at: (target: string) => CachedAnswer | undefined;
  /** The answer to send now: the same while it is fresh, or one renewed from prepared parts; undefined when neither works. */
  readonly current: (cached: CachedAnswer) => CachedAnswer | Promise<CachedAnswer> | undefined;
  /** The answer with this key; concurrent calls share one computation. */
  readonly answer: (key: string, route: string, reading: RouteReading) => Promise<CachedAnswer>;
  /** Makes `at` find the answer by this request target. */
  readonly remember: (target: string, cached: CachedAnswer) => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
};

export type CachedAnswer = {
  readonly key: string;
  readonly route: string;
  readonly answer: Answer;
  readonly until: number;
  /** null when it must be computed again once it is no longer fresh. */
  readonly prepared: Prepared | null;
  /** Number of its prepared text. */
  readonly number: number;
  /** Its own headers, without the shared ones. */
  readonly headers: AnswerHeaders;
  /** Memory of the entry in bytes, targets not included. */
  readonly bytes: number;
};

export type CacheOptions = {
  readonly now: Clock['now'];
  readonly keepMs: number;
  readonly byteLimit: number;
  readonly headers: AnswerHeaders;
  /** Headers that describe the moment at which an answer is read; kept with it. */
  readonly stamp?: () => AnswerHeaders;
  /** Resolves once the stream has published everything that an answer read now can contain; null when it has. */
  readonly untilPublished?: (waitedMs: number) => Promise<void> | null;
};

// Twice the body covers its compressed forms; the constant covers the rest of an entry
const sizeOf = ({ answer, key, prepared }: Omit<CachedAnswer, 'bytes'>): number =>
  2 * answer.bytes + 2 * key.length + 1_500 + (prepared?.bytes() ?? 0);
const sizeOfTarget = (target: string): number => 2 * target.length + 100;

const targetsPerEntry = 16;

/** An answer with its targets, and when it was last moved to the end. */
type Entry = { cached: CachedAnswer; readonly targets: string[]; lastSince: number };

// Limits how often an entry is moved to the end of the map: each move leaves long-lived garbage
const standsFor = 1_000;

class KeptAnswers implements AnswerCache {
  readonly #now;
  readonly #keepMs;
  readonly #byteLimit;
  readonly #headers;
  readonly #stamp;
  readonly #untilPublished;
  readonly #byKey = new Map<string, Entry>();
  readonly #byTarget = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<CachedAnswer>>();
  readonly #renewing = new WeakMap<CachedAnswer, Promise<CachedAnswer>>();
  #bytes = 0;

  constructor({ now, keepMs, byteLimit, headers, stamp, untilPublished: published }: CacheOptions) {
    this.#now = now;
    this.#keepMs = keepMs;
    this.#byteLimit = byteLimit;
    this.#headers = headers;
    this.#stamp = stamp;
    this.#untilPublished = published;
  }

  readonly at: AnswerCache['at'] = (target) => this.#byTarget.get(target)?.cached;

  readonly current: AnswerCache['current'] = (cached) =>
    this.#isFresh(cached) ? cached : (this.#renewing.get(cached) ?? this.#renew(cached));

  readonly answer: AnswerCache['answer'] = async (key, route, reading) => {
    const known = this.#byKey.get(key)?.cached;
    const current = known === undefined ? undefined : this.current(known);
    if (current !== undefined) return current;
    const begun = this.#making.get(key);
    if (begun !== undefined) return begun;
    const made = this.#make(key, route, reading, known?.prepared).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  };

  readonly remember: AnswerCache['remember'] = (target, cached) => {
    const entry = this.#byKey.get(cached.key);
    if (entry?.cached !== cached || entry.targets.length >= targetsPerEntry || this.#byTarget.has(target)) return;
    entry.targets.push(target);
    this.#byTarget.set(target, entry);
    this.#bytes += sizeOfTarget(target);
  };

  readonly size: AnswerCache['size'] = () => ({ entries: this.#byKey.size, bytes: this.#bytes });

  #isFresh({ until }: CachedAnswer): boolean {
    const left = until - this.#now();
    // More than the full lifetime left means that the clock was set back
    return left > 0 && left <= this.#keepMs;
  }

  #drop({ cached, targets }: Entry): void {
    this.#byKey.delete(cached.key);
    this.#bytes -= cached.bytes;
    for (const target of targets) {
      this.#byTarget.delete(target);
      this.#bytes -= sizeOfTarget(target);
    }
  }

  #makeRoom(): void {
    for (const oldest of this.#byKey.values()) {
      const { cached } = oldest;
      if (this.#bytes <= this.#byteLimit && (cached.prepared !== null || this.#isFresh(cached))) break;
      this.#drop(oldest);
    }
  }

  async #make(
    key: string,
    route: string,
    { ready, read }: RouteReading,
    former: Prepared | null | undefined,
  ): Promise<CachedAnswer> {
    const began = performance.now();
    await ready();
    const stamped = this.#stamped();
    const published = this.#untilPublished?.(performance.now() - began);
    const made = await read(former);
    // A client that joins the stream after this answer must find the position that it names
    await published;
    const { headers, number, prepared } = made;
    const answer = createAnswer(made, [...stamped, ...headers]);
    const until = this.#now() + this.#keepMs;
    return this.#keep({ key, route, answer, until, prepared, headers, number });
  }

  /** Renews an answer from prepared parts, if that is possible: often the same text under new headers. */
  #renew(former: CachedAnswer): CachedAnswer | Promise<CachedAnswer> | undefined {
    const until = this.#now() + this.#keepMs;
    const stamped = this.#stamped();
    const written = former.prepared?.writeAgain(former.number) ?? null;
    if (written === null) return undefined;
    const { headers, number } = written === 'same' ? former : written;
    const all = [...stamped, ...headers];
    const answer = written === 'same' ? former.answer.under(all) : createAnswer(written, all);
    const keep = () => this.#keep({ ...former, answer, headers, number, until });
    const published = this.#untilPublished?.(0) ?? null;
    if (published === null) return keep();
    const renewing = published.then(keep).finally(() => this.#renewing.delete(former));
    this.#renewing.set(former, renewing);
    return renewing;
  }

  #putLast(entry: Entry): void {
    const now = this.#now();
    if (Math.abs(now - entry.lastSince) < standsFor) return;
    entry.lastSince = now;
    this.#byKey.delete(entry.cached.key);
    this.#byKey.set(entry.cached.key, entry);
  }

  #stamped(): AnswerHeaders {
    return this.#stamp === undefined ? this.#headers : [...this.#headers, ...this.#stamp()];
  }

  #keep(made: Omit<CachedAnswer, 'bytes'>): CachedAnswer {
    const cached = { ...made, bytes: sizeOf(made) };
    const known = this.#byKey.get(cached.key);
    if (this.#keepMs === 0 && cached.prepared === null) {
      if (known !== undefined) this.#drop(known);
      return cached;
    }
    const entry = known ?? { cached, targets: [], lastSince: Number.NEGATIVE_INFINITY };
    this.#bytes += cached.bytes - (known?.cached.bytes ?? 0);
    entry.cached = cached;
    this.#putLast(entry);
    this.#makeRoom();
    return cached;
  }
}

export const createAnswerCache = (options: CacheOptions): AnswerCache => new KeptAnswers(options);
