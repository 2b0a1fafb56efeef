import type { Clock } from '../../clock.ts';
import type { Budget } from '../../contract/connector.ts';
import { heldDelay } from './back-off.ts';
import type { BudgetUse } from './health.ts';
import { nextOf, type PermitRequest, type Urgency, type Waiter } from './request-queue.ts';

export type { PermitRequest } from './request-queue.ts';

/** Leave to make one request; it ends with `done`, or with `unused` when none was made. */
export type Permit = {
  /** The marketplace has begun to answer. */
  readonly answered: () => void;
  /** Leave for one more request within the same exchange, such as after a redirect; false when aborted. */
  readonly again: (signal: AbortSignal) => Promise<boolean>;
  readonly done: () => void;
  readonly unused: () => void;
};

export type RateLimiter = {
  /** Resolves when a request may go out, in the order of asking unless a wish says otherwise; null when the signal aborts first. */
  readonly take: (signal: AbortSignal, permitRequest?: PermitRequest) => Promise<Permit | null>;
  /** Lets no request out before `until`, or for one window, doubling, when null; returns the instant of release. */
  readonly hold: (until: number | null) => number;
  /** The marketplace said itself that nothing is left before `until`, which is no complaint. */
  readonly rest: (until: number) => void;
  /** The marketplace answered without complaint. */
  readonly eased: () => void;
  /** Epoch milliseconds, 0 when not held. */
  readonly heldUntil: () => number;
  /** Epoch milliseconds of the next request for an item, as far as that is known. */
  readonly nextAt: () => number;
  /** Requests that count in the window that ends now. */
  readonly used: () => number;
};

/** Instants in here are of the clock that is never set: a corrected time of day neither gives requests nor takes them. `at` is null until the answer begins: a request on its way may yet be counted at any moment. */
type RequestUse = { at: number | null };

/** Enough that slow answers do not keep a source from its allowance, and few enough to be no burden. */
const itemsAtOnce = 4;

/** So many milliseconds between two requests at least: only played marketplaces allow more, and these share our processor. */
const shortestShared = 50;

/** What was missed while something waited is made up for within this share of a window. */
const catchUpShare = 1 / 4;

class MeteredScope implements RateLimiter {
  readonly #budget;
  readonly #clock;
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

  constructor(budget: Budget, clock: Clock) {
    this.#budget = budget;
    this.#clock = clock;
    this.#window = budget.perSeconds * 1000;
    this.#interval = this.#window / budget.requests;
    const items = this.#interval < shortestShared ? 1 : itemsAtOnce;
    this.#slots = { whole: budget.atOnce ?? 1, item: budget.atOnce ?? items };
  }

  readonly take: RateLimiter['take'] = async (signal, { kind, urgency } = whole) => {
    const use = await this.#queued(kind, urgency, signal);
    return use === null ? null : this.#permitFor(use, kind);
  };

  readonly hold: RateLimiter['hold'] = (until) => {
    // Several requests under way may all be turned away at once: that is one hold
    if (this.#heldUntil <= this.#clock.elapsed()) this.#holdsInARow += 1;
    else if (until === null) return this.#atTimeOfDay(this.#heldUntil);
    const freeFrom =
      until === null
        ? this.#clock.elapsed() + heldDelay(this.#holdsInARow, this.#budget.perSeconds)
        : this.#onClock(until);
    this.#heldUntil = Math.max(this.#heldUntil, freeFrom);
    this.#release();
    return this.#atTimeOfDay(this.#heldUntil);
  };

  readonly rest: RateLimiter['rest'] = (until) => {
    this.#restsUntil = Math.max(this.#restsUntil, this.#onClock(until));
    this.#release();
  };

  readonly eased: RateLimiter['eased'] = () => {
    this.#holdsInARow = 0;
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

  /** When the next request may go out, as far as that is known. */
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
    // Whoever came after its turn has missed nothing
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
      // The clock has cut off a fraction of a millisecond
      use.at = this.#clock.elapsed() + 1;
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
        if (next !== null) use = next;
        return next !== null;
      },
      done: end,
      unused: () => {
        this.#uses = this.#uses.filter((one) => one !== use);
        end();
      },
    };
  }
}

/**
 * Meters one scope of a marketplace. A request counts from its sending until one window after its answer began, so that the
 * marketplace, whose clock reads somewhere in between, never sees more than `requests` in any window of `perSeconds`.
 * Requests for single items, of which there is always another, are spread evenly over the window.
 */
export const createRateLimiter = (budget: Budget, clock: Clock): RateLimiter => new MeteredScope(budget, clock);

/** What the operator is shown of a budget. */
export const budgetUseOf = (name: string, { requests, perSeconds }: Budget, limiter: RateLimiter): BudgetUse => ({
  name,
  requests,
  perSeconds,
  used: limiter.used(),
  heldUntil: limiter.heldUntil() || null,
});

const notUrgent = (): Urgency => 0;
const whole: PermitRequest = { kind: 'whole', urgency: notUrgent };
