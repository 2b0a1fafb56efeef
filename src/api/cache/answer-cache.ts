import type { Clock } from '../../runtime/clock.ts';
import { type Answer, type AnswerHeaders, createAnswer } from './answer.ts';

/** Steps to an answer: first await `ready`, then `read`. */
export type RouteReading = {
  readonly ready: () => Promise<void>;
  readonly read: () => Promise<JsonAnswer>;
};

/** An answer as JSON text. */
type JsonAnswer = {
  readonly json: string;
  /** Its own headers, names and values alternating. */
  readonly headers: readonly string[];
};

export type CachedAnswer = {
  readonly key: string;
  readonly route: string;
  readonly answer: Answer;
  readonly until: number;
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
const sizeOf = (key: string, { bytes }: Answer): number => 2 * bytes + 2 * key.length + 1_500;
const sizeOfTarget = (target: string): number => 2 * target.length + 100;

const targetsPerEntry = 16;

/** An answer with its targets. */
type Entry = { readonly cached: CachedAnswer; readonly targets: string[] };

/**
 * Cache of recent answers. An entry is found by its key, which is equal for all spellings of a query, or by an exact
 * request target that led to it. All entries live equally long, so the oldest is dropped first.
 */
export class AnswerCache {
  readonly #now;
  readonly #keepMs;
  readonly #byteLimit;
  readonly #headers;
  readonly #stamp;
  readonly #untilPublished;
  readonly #byKey = new Map<string, Entry>();
  readonly #byTarget = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<CachedAnswer>>();
  #bytes = 0;

  constructor({ now, keepMs, byteLimit, headers, stamp, untilPublished }: CacheOptions) {
    this.#now = now;
    this.#keepMs = keepMs;
    this.#byteLimit = byteLimit;
    this.#headers = headers;
    this.#stamp = stamp;
    this.#untilPublished = untilPublished;
  }

  /** The fresh answer to exactly this request target (without its key). */
  at(target: string): CachedAnswer | undefined {
    return this.#fresh(this.#byTarget.get(target));
  }

  /** The answer with this key; concurrent calls share one computation. */
  async answer(key: string, route: string, reading: RouteReading): Promise<CachedAnswer> {
    const begun = this.#fresh(this.#byKey.get(key)) ?? this.#making.get(key);
    if (begun !== undefined) return begun;
    const made = this.#make(key, route, reading).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** Makes `at` find the answer by this request target. */
  remember(target: string, cached: CachedAnswer): void {
    const entry = this.#byKey.get(cached.key);
    if (entry?.cached !== cached || entry.targets.length >= targetsPerEntry || this.#byTarget.has(target)) return;
    entry.targets.push(target);
    this.#byTarget.set(target, entry);
    this.#bytes += sizeOfTarget(target);
  }

  size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#byKey.size, bytes: this.#bytes };
  }

  #fresh(entry: Entry | undefined): CachedAnswer | undefined {
    return entry !== undefined && this.#isFresh(entry) ? entry.cached : undefined;
  }

  #isFresh({ cached }: Entry): boolean {
    const left = cached.until - this.#now();
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
      if (this.#bytes <= this.#byteLimit && this.#isFresh(oldest)) break;
      this.#drop(oldest);
    }
  }

  async #make(key: string, route: string, { ready, read }: RouteReading): Promise<CachedAnswer> {
    const began = performance.now();
    await ready();
    const stamped = this.#stamp?.() ?? [];
    const published = this.#untilPublished?.(performance.now() - began);
    const { json, headers } = await read();
    // A client that joins the stream after this answer must find the position that it names
    await published;
    const answer = createAnswer(json, [...this.#headers, ...stamped, ...headers]);
    return this.#keep({ key, route, answer, until: this.#now() + this.#keepMs, bytes: sizeOf(key, answer) });
  }

  #keep(cached: CachedAnswer): CachedAnswer {
    const known = this.#byKey.get(cached.key);
    if (known !== undefined) this.#drop(known);
    if (this.#keepMs === 0) return cached;
    this.#bytes += cached.bytes;
    this.#byKey.set(cached.key, { cached, targets: [] });
    this.#makeRoom();
    return cached;
  }
}
