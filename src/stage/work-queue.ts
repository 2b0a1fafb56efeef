import type { Clock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';

/** Waits for a turn: true when it has come, false when nobody waits for the answer any more. */
export type WorkQueue = {
  /** `about` names the request, as its duration is estimated from the last time. */
  readonly take: (about: string, isWanted: () => boolean) => Promise<boolean>;
};

type WaitingRequest = {
  readonly about: string;
  /** Milliseconds of the monotonic clock. */
  readonly dueAt: number;
  readonly isWanted: () => boolean;
  readonly come: (isWanted: boolean) => void;
};

/** A list that takes half a second lets quicker requests pass that arrive within ten seconds after it. */
const timeoutPerCost = 20;
/** The longest that a request waits for ones that arrived after it, in milliseconds. */
const maxTimeout = 10_000;

/**
 * Processes requests one at a time, quick ones before long ones, with a turn of the event loop in between, in which closed
 * connections are noticed. Otherwise, on a slow machine, long answers and work that nobody waits for any more would block
 * everything else indefinitely.
 */
export const createWorkQueue = (now: Clock['now']): WorkQueue => {
  const waiting: WaitingRequest[] = [];
  const costs = new Map<string, number>();
  let isRunning = false;
  const first = (): WaitingRequest | undefined => {
    let at = 0;
    for (const [index, one] of waiting.entries()) if (one.dueAt < (waiting[at] ?? one).dueAt) at = index;
    return waiting.splice(at, 1)[0];
  };
  const run = (): void => {
    for (let next = first(); next !== undefined; next = first()) {
      const isWanted = next.isWanted();
      next.come(isWanted);
      if (!isWanted) continue;
      const { about } = next;
      const began = now();
      // The answer is produced before the event loop continues
      const proceed = (): void => {
        costs.set(about, now() - began);
        run();
      };
      setImmediate(guarded(proceed));
      return;
    }
    isRunning = false;
  };
  return {
    take: (about, isWanted) =>
      new Promise((come) => {
        const timeout = Math.min(timeoutPerCost * (costs.get(about) ?? 0), maxTimeout);
        waiting.push({ about, dueAt: now() + timeout, isWanted, come });
        if (isRunning) return;
        isRunning = true;
        setImmediate(guarded(run));
      }),
  };
};
