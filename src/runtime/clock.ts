import { guarded } from './guarded.ts';

/** The time source of every part, which tests can control. */
export type Clock = {
  /** Epoch milliseconds; they can jump when the system clock is set. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for waiting and metering. */
  readonly elapsed: () => number;
  /** Calls `run` once after this many milliseconds; the result cancels. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Calls `run` repeatedly at this interval; the result stops it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
  /** Calls `run` after everything else that is ready has had its turn; the result cancels. */
  readonly soon: (run: () => void) => () => void;
};

// Node fires a longer timer immediately
const maxTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(guarded(run), Math.min(milliseconds, maxTimer));
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

/** Resolves after this many milliseconds, when the signal aborts, or when the function passed to `onBegin` is called. */
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
