import type { Budget } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { heldDelay } from './back-off.ts';
import type { BudgetUse } from './health.ts';
import { nextOf, type PermitRequest, type Urgency, type Waiter } from './request-queue.ts';
import type { BudgetMemory } from './schedule-memory.ts';

export type { PermitRequest } from './request-queue.ts';

/** Permission for one request. End it with `done`, or with `unused` when no request was made. */
export type Permit = {
  /** The marketplace has begun to answer. */
  readonly answered: () => void;
  /** Waits for permission for one more request within the same exchange, such as after a redirect; false when aborted. */
  readonly again: (signal: AbortSignal) => Promise<boolean>;
  readonly done: () => void;
  readonly unused: () => void;
};

export type RateLimiter = {
  /** Resolves when a request is allowed, in the order described in `request-queue.ts`; null when the signal aborts first. */
  readonly take: (signal: AbortSignal, permitRequest?: PermitRequest) => Promise<Permit | null>;
  /** Allows no request before `until`, or, when null, for one window, doubled by each hold in a row; returns the end. */
  readonly hold: (until: number | null) => number;
  /** Pauses until the marketplace allows requests again, as its headers announced; this does not count as a hold. */
  readonly rest: (until: number) => void;
  /** Call when the marketplace answered without limiting us: resets the doubling of `hold`. */
  readonly eased: () => void;
  /** Epoch milliseconds; 0 when not held. */
  readonly heldUntil: () => number;
  /** When the next request for an item is possible, in epoch milliseconds, as far as is known. */
  readonly nextAt: () => number;
  /** Requests that count in the window that ends now. */
  readonly used: () => number;
};

/**
 * A request that counts in the window. Times in this file are on the monotonic clock, so correcting the time of day has no
 * effect. `at` is null until the answer begins, since the marketplace can count the request at any moment until then.
 */
type RequestUse = { at: number | null };

/** Enough to use the full budget despite slow answers, and few enough not to burden a marketplace. */
const itemsAtOnce = 4;

/** Milliseconds. A budget with a shorter interval gets one request at a time: only played marketplaces have such budgets. */
const shortestShared = 50;

/** Share of a window up to which waiting items make up for requests that they missed. */
const catchUpShare = 1 / 4;

class MeteredScope implements RateLimiter {
  readonly #budget;
  readonly #clock;
  readonly #memory: BudgetMemory | null;
  readonly #window;
  readonly #interval;
  readonly #slots;
  readonly #underWay = { whole: 0, item: 0 };
  readonly #queue: Waiter<RequestUse>[] = [];
  #uses: RequestUse[] = [];
  #heldUntil = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #holdsInARow = 0;
  #evenAt = Number.NEGATIVE_INFINITY;
  #cancelTimer = () => {};

  constructor(budget: Budget, clock: Clock, memory: BudgetMemory | null) {
    this.#budget = budget;
    this.#clock = clock;
    this.#memory = memory;
    this.#window = budget.perSeconds * 1000;
    this.#interval = this.#window / budget.requests;
    const items = this.#interval < shortestShared ? 1 : itemsAtOnce;
    this.#slots = { whole: budget.atOnce ?? 1, item: budget.atOnce ?? items };
    if (memory !== null) this.#resume(memory.stored);
  }

  #resume({ uses, heldUntil, restsUntil, holdsInARow }: BudgetMemory['stored']): void {
    this.#uses = uses.map((at) => ({ at: this.#onClock(at) }));
    this.#evenAt = Math.max(...this.#uses.map(({ at }) => at ?? 0), Number.NEGATIVE_INFINITY) + this.#interval;
    if (heldUntil > 0) this.#heldUntil = this.#onClock(heldUntil);
    if (restsUntil > 0) this.#restsUntil = this.#onClock(restsUntil);
    this.#holdsInARow = holdsInARow;
  }

  #noteHeld(): void {
    const at = (instant: number) => (instant > this.#clock.elapsed() ? this.#atTimeOfDay(instant) : 0);
    const [heldUntil, restsUntil] = [at(this.#heldUntil), at(this.#restsUntil)];
    this.#memory?.held({ heldUntil, restsUntil, holdsInARow: this.#holdsInARow });
  }

  readonly take: RateLimiter['take'] = async (signal, { kind, urgency } = whole) => {
    const use = await this.#queued(kind, urgency, signal);
    if (use === null) return null;
    if (this.#memory !== null) await this.#memory.sent();
    return this.#permitFor(use, kind);
  };

  readonly hold: RateLimiter['hold'] = (until) => {
    // When several requests in flight are rejected at once, that is one hold
    if (this.#heldUntil <= this.#clock.elapsed()) this.#holdsInARow += 1;
    else if (until === null) return this.#atTimeOfDay(this.#heldUntil);
    const freeFrom =
      until === null
        ? this.#clock.elapsed() + heldDelay(this.#holdsInARow, this.#budget.perSeconds)
        : this.#onClock(until);
    this.#heldUntil = Math.max(this.#heldUntil, freeFrom);
    this.#noteHeld();
    this.#release();
    return this.#atTimeOfDay(this.#heldUntil);
  };

  readonly rest: RateLimiter['rest'] = (until) => {
    this.#restsUntil = Math.max(this.#restsUntil, this.#onClock(until));
    this.#noteHeld();
    this.#release();
  };

  readonly eased: RateLimiter['eased'] = () => {
    if (this.#holdsInARow === 0) return;
    this.#holdsInARow = 0;
    this.#noteHeld();
  };

  readonly heldUntil: RateLimiter['heldUntil'] = () =>
    this.#heldUntil > this.#clock.elapsed() ? this.#atTimeOfDay(this.#heldUntil) : 0;

  readonly nextAt: RateLimiter['nextAt'] = () => {
    const at = this.#clock.elapsed();
    const free = this.#freeAt(at);
    return this.#atTimeOfDay(Math.max(at, this.#evenAt, Number.isFinite(free) ? free : at));
  };

  readonly used: RateLimiter['used'] = () => {
    this.#freeAt(this.#clock.elapsed());
    return Math.min(this.#uses.length, this.#budget.requests);
  };

  #onClock(at: number): number {
    return this.#clock.elapsed() + (at - this.#clock.now());
  }

  #atTimeOfDay(instant: number): number {
    return Math.ceil(this.#clock.now() + (instant - this.#clock.elapsed()));
  }

  readonly #hasSlot = ({ kind }: Waiter<RequestUse>): boolean =>
    kind === 'hop' ||
    (this.#underWay[kind] < this.#slots[kind] && this.#underWay.whole + this.#underWay.item < this.#slots.item);

  /** When the next request is allowed, as far as is known. */
  #freeAt(at: number): number {
    this.#uses = this.#uses.filter((use) => use.at === null || use.at + this.#window > at);
    const closedUntil = Math.max(this.#heldUntil, this.#restsUntil);
    if (closedUntil > at) return closedUntil;
    if (this.#uses.length < this.#budget.requests) return at;
    return Math.min(...this.#uses.map((use) => (use.at === null ? Number.POSITIVE_INFINITY : use.at + this.#window)));
  }

  #wakeAt(instant: number, at: number): void {
    if (Number.isFinite(instant)) this.#cancelTimer = this.#clock.after(instant - at, this.#release);
  }

  #grant(waiter: Waiter<RequestUse>, at: number): void {
    this.#queue.splice(this.#queue.indexOf(waiter), 1);
    const use: RequestUse = { at: null };
    this.#uses.push(use);
    if (waiter.kind !== 'hop') this.#underWay[waiter.kind] += 1;
    // A waiter that arrived after its time has missed nothing
    const missed = waiter.since > this.#evenAt ? 0 : this.#window * catchUpShare;
    if (waiter.kind === 'item')
      this.#evenAt = Math.max(this.#evenAt, at - Math.min(missed, at - this.#evenAt)) + this.#interval;
    waiter.give(use);
  }

  readonly #release = (): void => {
    this.#cancelTimer();
    for (;;) {
      const able = this.#queue.filter(this.#hasSlot);
      if (able.length === 0) return;
      const at = this.#clock.elapsed();
      const free = this.#freeAt(at);
      const next = free > at ? null : nextOf(able, this.#evenAt <= at);
      if (next === null) {
        this.#wakeAt(free > at ? free : this.#evenAt, at);
        return;
      }
      this.#grant(next, at);
    }
  };

  #queued(kind: Waiter<RequestUse>['kind'], urgency: () => Urgency, signal: AbortSignal): Promise<RequestUse | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const give = (use: RequestUse | null) => {
        signal.removeEventListener('abort', leave);
        resolve(use);
      };
      const waiter: Waiter<RequestUse> = { kind, urgency, since: this.#clock.elapsed(), passed: 0, give };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        give(null);
        this.#release();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiter);
      this.#release();
    });
  }

  #permitFor(first: RequestUse, kind: PermitRequest['kind']): Permit {
    let use = first;
    let isDone = false;
    const answered = () => {
      if (use.at !== null) return;
      // The clock cuts off fractions of a millisecond
      use.at = this.#clock.elapsed() + 1;
      this.#memory?.answered(this.#atTimeOfDay(use.at));
      this.#release();
    };
    const end = () => {
      if (isDone) return;
      isDone = true;
      this.#underWay[kind] -= 1;
      answered();
      this.#release();
    };
    return {
      answered,
      again: async (signal) => {
        answered();
        const next = await this.#queued('hop', notUrgent, signal);
        if (next === null) return false;
        use = next;
        if (this.#memory !== null) await this.#memory.sent();
        return true;
      },
      done: end,
      unused: () => {
        this.#uses = this.#uses.filter((one) => one !== use);
        use.at ??= this.#clock.elapsed();
        this.#memory?.unused();
        end();
      },
    };
  }
}

/**
 * Enforces one budget of a marketplace. A request counts from when it is sent until one window after its answer began: the
 * marketplace counts it at some time in between, so it never sees more than `requests` in any window of `perSeconds`.
 * Requests for single items, which never run out, are spread evenly over the window.
 */
export const createRateLimiter = (budget: Budget, clock: Clock, memory: BudgetMemory | null = null): RateLimiter =>
  new MeteredScope(budget, clock, memory);

/** The use of a budget, as operators see it. */
export const budgetUseOf = (name: string, { requests, perSeconds }: Budget, limiter: RateLimiter): BudgetUse => ({
  name,
  requests,
  perSeconds,
  used: limiter.used(),
  heldUntil: limiter.heldUntil() || null,
});

const notUrgent = (): Urgency => 0;
const whole: PermitRequest = { kind: 'whole', urgency: notUrgent };
