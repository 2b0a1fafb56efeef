import { guarded } from './guarded.ts';

/** Time as every part is given it, so that tests can turn the hands themselves. */
export type Clock = {
  /** Epoch milliseconds; whoever keeps the machine may set them. */
  readonly now: () => number;
  /** Milliseconds of a clock that only ever goes forward, at one pace: for everything that waits or is metered. */
  readonly elapsed: () => number;
  /** Calls once after that many milliseconds; the result cancels. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Calls again and again; the result ends it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
  /** Calls once everything else that is ready had its turn; the result cancels. */
  readonly soon: (run: () => void) => () => void;
};

// Node fires a longer timer at once
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(guarded(run), Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
  every: (milliseconds, run) => {
    const timer = setInterval(guarded(run), milliseconds);
    return () => clearInterval(timer);
  },
  soon: (run) => {
    const waiting = setImmediate(guarded(run));
    return () => clearImmediate(waiting);
  },
};

/** Resolves after that many milliseconds, as soon as the signal aborts, or when what is given to `onBegin` is called. */
export function wait(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  signal: AbortSignal,
  onBegin: (end: () => void) => void = () => {},
): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end, { once: true });
    onBegin(end);
  });
}
