import type { Clock } from '../../clock.ts';
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
  readonly now: Clock['now'];
  readonly keepMs: number;
  readonly byteLimit: number;
  readonly headers: AnswerHeaders;
  /** Headers of the moment an answer begins to be read, kept with it. */
  readonly stamp?: () => AnswerHeaders;
  /** Resolves once the stream has told everything that an answer read now can show, which has waited so long already. */
  readonly told?: (waitedMs: number) => Promise<void>;
};

// Twice the body covers its packed forms, the rest what an entry takes besides
const sizeOf = ({ answer, key }: CachedAnswer): number => 2 * answer.bytes + 2 * key.length + 1_500;
const sizeOfTarget = (target: string): number => 2 * target.length + 100;

const targetsPerEntry = 16;

class KeptAnswers implements AnswerCache {
  readonly #now;
  readonly #keepMs;
  readonly #byteLimit;
  readonly #headers;
  readonly #stamp;
  readonly #told;
  readonly #byKey = new Map<string, CachedAnswer>();
  readonly #byTarget = new Map<string, CachedAnswer>();
  readonly #making = new Map<string, Promise<CachedAnswer>>();
  #bytes = 0;

  constructor({ now, keepMs, byteLimit, headers, stamp, told }: CacheOptions) {
    this.#now = now;
    this.#keepMs = keepMs;
    this.#byteLimit = byteLimit;
    this.#headers = headers;
    this.#stamp = stamp;
    this.#told = told;
  }

  readonly at: AnswerCache['at'] = (target) => {
    const cached = this.#byTarget.get(target);
    return cached !== undefined && this.#isFresh(cached) ? cached : undefined;
  };

  readonly answer: AnswerCache['answer'] = async (key, route, reading) => {
    const known = this.#byKey.get(key);
    if (known !== undefined && this.#isFresh(known)) return known;
    const begun = this.#making.get(key);
    if (begun !== undefined) return begun;
    const made = this.#make(key, route, reading).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  };

  readonly remember: AnswerCache['remember'] = (target, cached) => {
    if (
      this.#byKey.get(cached.key) !== cached ||
      cached.targets.length >= targetsPerEntry ||
      this.#byTarget.has(target)
    )
      return;
    cached.targets.push(target);
    this.#byTarget.set(target, cached);
    this.#bytes += sizeOfTarget(target);
  };

  readonly size: AnswerCache['size'] = () => ({ entries: this.#byKey.size, bytes: this.#bytes });

  #isFresh({ until }: CachedAnswer): boolean {
    const left = until - this.#now();
    // More than the whole time left means that the clock was set back
    return left > 0 && left <= this.#keepMs;
  }

  #drop(cached: CachedAnswer): void {
    this.#byKey.delete(cached.key);
    this.#bytes -= sizeOf(cached);
    for (const target of cached.targets) {
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
    const stamped = this.#stamp === undefined ? this.#headers : [...this.#headers, ...this.#stamp()];
    const told = this.#told?.(performance.now() - began);
    const made = await read();
    // Whoever joins the stream after an answer is to find the place that it names
    await told;
    const answer = createAnswer(JSON.stringify(made.answer), [...stamped, ...made.headers]);
    const cached = { key, route, answer, until: this.#now() + this.#keepMs, targets: [] };
    const former = this.#byKey.get(key);
    if (former !== undefined) this.#drop(former);
    if (this.#keepMs > 0) {
      this.#byKey.set(key, cached);
      this.#bytes += sizeOf(cached);
      this.#makeRoom();
    }
    return cached;
  }
}

export const createAnswerCache = (options: CacheOptions): AnswerCache => new KeptAnswers(options);
