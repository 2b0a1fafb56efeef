import type { Budget } from '../contract/connector.ts';
import { heldDelay } from './backoff.ts';
import type { Timers } from './wait.ts';

/** Leave to make one request; it ends with `done`. */
export type Ticket = {
  /** The marketplace has begun to answer. */
  readonly answered: () => void;
  /** Leave for one more request within the same exchange, such as after a redirect; false when aborted. */
  readonly again: (signal: AbortSignal) => Promise<boolean>;
  readonly done: () => void;
};

export type Meter = {
  /** Resolves when a request may go out, in the order of asking; null when the signal aborts first. */
  readonly take: (signal: AbortSignal) => Promise<Ticket | null>;
  /** Lets no request out before `until`, or for one window, doubling, when null; returns the instant of release. */
  readonly hold: (until: number | null) => number;
  /** The marketplace answered without complaint. */
  readonly eased: () => void;
  /** Epoch milliseconds, 0 when not held. */
  readonly heldUntil: () => number;
};

/** `at` is null until the answer begins: a request on its way may yet be counted at any moment. */
type Use = { at: number | null };
type Waiter = { readonly needsSlot: boolean; readonly grant: (use: Use) => void };

/**
 * Meters one scope of a marketplace. A request counts from its sending until one window after its answer began, so that the
 * marketplace, whose clock reads somewhere in between, never sees more than `requests` in any window of `perSeconds`.
 */
export function createMeter(budget: Budget, now: () => number, timers: Timers): Meter {
  const window = budget.perSeconds * 1000;
  const atOnce = budget.atOnce ?? 1;
  const queue: Waiter[] = [];
  let uses: Use[] = [];
  let underWay = 0;
  let heldUntil = 0;
  let holdsInARow = 0;
  let cancelTimer = () => {};

  /** When the next request may go out, as far as that is known. */
  function freeAt(at: number): number {
    uses = uses.filter((use) => use.at === null || use.at + window > at);
    if (heldUntil > at) return heldUntil;
    if (uses.length < budget.requests) return at;
    return Math.min(...uses.map((use) => (use.at === null ? Number.POSITIVE_INFINITY : use.at + window)));
  }

  function release(): void {
    cancelTimer();
    for (;;) {
      const index = queue.findIndex(({ needsSlot }) => !needsSlot || underWay < atOnce);
      if (index < 0) return;
      const at = now();
      const free = freeAt(at);
      if (free > at) {
        if (Number.isFinite(free)) cancelTimer = timers.after(free - at, release);
        return;
      }
      const [waiter] = queue.splice(index, 1);
      const use: Use = { at: null };
      uses.push(use);
      if (waiter?.needsSlot) underWay += 1;
      waiter?.grant(use);
    }
  }

  function queued(needsSlot: boolean, signal: AbortSignal): Promise<Use | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const give = (use: Use | null) => {
        signal.removeEventListener('abort', leave);
        resolve(use);
      };
      const waiter: Waiter = { needsSlot, grant: give };
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1);
        give(null);
        release();
      };
      signal.addEventListener('abort', leave, { once: true });
      if (needsSlot) queue.push(waiter);
      else queue.unshift(waiter);
      release();
    });
  }

  function ticket(first: Use): Ticket {
    let use = first;
    let isDone = false;
    const answered = () => {
      if (use.at !== null) return;
      use.at = now();
      release();
    };
    return {
      answered,
      again: async (signal) => {
        answered();
        const next = await queued(false, signal);
        if (next !== null) use = next;
        return next !== null;
      },
      done: () => {
        if (isDone) return;
        isDone = true;
        underWay -= 1;
        answered();
        release();
      },
    };
  }

  return {
    take: async (signal) => {
      const use = await queued(true, signal);
      return use === null ? null : ticket(use);
    },
    hold: (until) => {
      // Several requests under way may all be turned away at once: that is one hold
      if (heldUntil <= now()) holdsInARow += 1;
      else if (until === null) return heldUntil;
      heldUntil = Math.max(heldUntil, until ?? now() + heldDelay(holdsInARow, budget.perSeconds));
      release();
      return heldUntil;
    },
    eased: () => {
      holdsInARow = 0;
    },
    heldUntil: () => (heldUntil > now() ? heldUntil : 0),
  };
}
