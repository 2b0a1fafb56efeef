import type { Clock } from '../../clock.ts';

/** Watches that something comes. */
export type IdleWatchdog = {
  readonly noteActivity: () => void;
  readonly stop: () => void;
};

/** Calls once when nothing was heard for as long as patience lasts at that moment, in milliseconds. */
export function watchIdle(options: {
  readonly patience: () => number;
  /** The shortest that patience may be. */
  readonly shortest: number;
  readonly onIdle: (milliseconds: number) => void;
  /** Whether silence means nothing at the moment. */
  readonly isExcused: () => boolean;
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
}): IdleWatchdog {
  const { patience, shortest, onIdle, isExcused, clock } = options;
  let activeAt = clock.elapsed();
  let cancel = () => {};
  // One timer for many messages: when it rings, it looks how long it still has to wait
  const restart = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => {
      if (isExcused()) activeAt = clock.elapsed();
      const left = activeAt + patience() - clock.elapsed();
      if (left > 0) restart(left);
      else onIdle(patience());
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
