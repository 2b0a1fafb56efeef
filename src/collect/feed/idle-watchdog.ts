import type { Clock } from '../../runtime/clock.ts';

/** Watches for silence. */
export type IdleWatchdog = {
  readonly noteActivity: () => void;
  readonly stop: () => void;
};

/** Calls `onIdle` once when there was no activity for `patience()` milliseconds. */
export function watchIdle(options: {
  readonly timeout: () => number;
  /** The least value that `patience` can return. */
  readonly shortest: number;
  readonly onIdle: (milliseconds: number) => void;
  /** Whether silence is to be ignored now. */
  readonly isExcused: () => boolean;
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
}): IdleWatchdog {
  const { timeout, shortest, onIdle, isExcused, clock } = options;
  let activeAt = clock.elapsed();
  let cancel = () => {};
  // One timer for many messages: when it fires, it computes how long it still has to wait
  const restart = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => {
      if (isExcused()) activeAt = clock.elapsed();
      const left = activeAt + timeout() - clock.elapsed();
      if (left > 0) restart(left);
      else onIdle(timeout());
    });
  };
  restart(shortest);
  return {
    noteActivity: () => {
      activeAt = clock.elapsed();
    },
    stop: () => cancel(),
  };
}
