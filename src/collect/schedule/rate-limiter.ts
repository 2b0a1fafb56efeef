import type { Budget } from '../../contract/connector.ts';
import { heldDelay } from './back-off.ts';
import type { BudgetUse } from './health.ts';
import { nextOf, type PermitRequest, type Waiter } from './request-queue.ts';
import type { Timers } from './timers.ts';

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

/**
 * Meters one scope of a marketplace. A request counts from its sending until one window after its answer began, so that the
 * marketplace, whose clock reads somewhere in between, never sees more than `requests` in any window of `perSeconds`.
 * Requests for single items, of which there is always another, are spread evenly over the window.
 */
export function createRateLimiter(budget: Budget, now: () => number, timers: Timers): RateLimiter {
  const clock = timers.elapsed;
  const onClock = (at: number): number => clock() + (at - now());
  const atTimeOfDay = (instant: number): number => Math.ceil(now() + (instant - clock()));
  const window = budget.perSeconds * 1000;
  const interval = window / budget.requests;
  const slots = { whole: budget.atOnce ?? 1, item: budget.atOnce ?? (interval < shortestShared ? 1 : itemsAtOnce) };
  const underWay = { whole: 0, item: 0 };
  const queue: Waiter<RequestUse>[] = [];
  let uses: RequestUse[] = [];
  let heldUntil = Number.NEGATIVE_INFINITY;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let holdsInARow = 0;
  let evenAt = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};

  const hasSlot = ({ kind }: Waiter<RequestUse>): boolean =>
    kind === 'hop' || (underWay[kind] < slots[kind] && underWay.whole + underWay.item < slots.item);

  /** When the next request may go out, as far as that is known. */
  function freeAt(at: number): number {
    uses = uses.filter((use) => use.at === null || use.at + window > at);
    const closedUntil = Math.max(heldUntil, restsUntil);
    if (closedUntil > at) return closedUntil;
    if (uses.length < budget.requests) return at;
    return Math.min(...uses.map((use) => (use.at === null ? Number.POSITIVE_INFINITY : use.at + window)));
  }

  function wakeAt(instant: number, at: number): void {
    if (Number.isFinite(instant)) cancelTimer = timers.after(instant - at, release);
  }

  function grant(waiter: Waiter<RequestUse>, at: number): void {
    queue.splice(queue.indexOf(waiter), 1);
    const use: RequestUse = { at: null };
    uses.push(use);
    if (waiter.kind !== 'hop') underWay[waiter.kind] += 1;
    // Whoever came after its turn has missed nothing
    const missed = waiter.since > evenAt ? 0 : window * catchUpShare;
    if (waiter.kind === 'item') evenAt = Math.max(evenAt, at - Math.min(missed, at - evenAt)) + interval;
    waiter.give(use);
  }

  function release(): void {
    cancelTimer();
    for (;;) {
      const able = queue.filter(hasSlot);
      if (able.length === 0) return;
      const at = clock();
      const free = freeAt(at);
      const next = free > at ? null : nextOf(able, evenAt <= at);
      if (next === null) {
        wakeAt(free > at ? free : evenAt, at);
        return;
      }
      grant(next, at);
    }
  }

  function queued(
    kind: Waiter<RequestUse>['kind'],
    isUrgent: () => boolean,
    signal: AbortSignal,
  ): Promise<RequestUse | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const give = (use: RequestUse | null) => {
        signal.removeEventListener('abort', leave);
        resolve(use);
      };
      const waiter: Waiter<RequestUse> = { kind, isUrgent, since: clock(), passed: 0, give };
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1);
        give(null);
        release();
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiter);
      release();
    });
  }

  function permitFor(first: RequestUse, kind: PermitRequest['kind']): Permit {
    let use = first;
    let isDone = false;
    const answered = () => {
      if (use.at !== null) return;
      // The clock has cut off a fraction of a millisecond
      use.at = clock() + 1;
      release();
    };
    const end = () => {
      if (isDone) return;
      isDone = true;
      underWay[kind] -= 1;
      answered();
      release();
    };
    return {
      answered,
      again: async (signal) => {
        answered();
        const next = await queued('hop', notUrgent, signal);
        if (next !== null) use = next;
        return next !== null;
      },
      done: end,
      unused: () => {
        uses = uses.filter((one) => one !== use);
        end();
      },
    };
  }

  return {
    take: async (signal, { kind, isUrgent } = whole) => {
      const use = await queued(kind, isUrgent, signal);
      return use === null ? null : permitFor(use, kind);
    },
    hold: (until) => {
      // Several requests under way may all be turned away at once: that is one hold
      if (heldUntil <= clock()) holdsInARow += 1;
      else if (until === null) return atTimeOfDay(heldUntil);
      const freeFrom = until === null ? clock() + heldDelay(holdsInARow, budget.perSeconds) : onClock(until);
      heldUntil = Math.max(heldUntil, freeFrom);
      release();
      return atTimeOfDay(heldUntil);
    },
    rest: (until) => {
      restsUntil = Math.max(restsUntil, onClock(until));
      release();
    },
    eased: () => {
      holdsInARow = 0;
    },
    heldUntil: () => (heldUntil > clock() ? atTimeOfDay(heldUntil) : 0),
    nextAt: () => {
      const at = clock();
      const free = freeAt(at);
      return atTimeOfDay(Math.max(at, evenAt, Number.isFinite(free) ? free : at));
    },
    used: () => {
      freeAt(clock());
      return Math.min(uses.length, budget.requests);
    },
  };
}

/** What the operator is shown of a budget. */
export const budgetUseOf = (name: string, { requests, perSeconds }: Budget, limiter: RateLimiter): BudgetUse => ({
  name,
  requests,
  perSeconds,
  used: limiter.used(),
  heldUntil: limiter.heldUntil() || null,
});

const notUrgent = (): boolean => false;
const whole: PermitRequest = { kind: 'whole', isUrgent: notUrgent };
