import type { Timers } from '../schedule/timers.ts';

/** Watches that something comes. */
export type IdleWatchdog = {
  readonly noteActivity: () => void;
  readonly stop: () => void;
};

/** Calls once when nothing was heard for as long as patience lasts at that moment, in milliseconds. */
export function watchIdle(options: {
  readonly patience: () => number;
  readonly onIdle: (milliseconds: number) => void;
  /** Whether silence means nothing at the moment. */
  readonly isExcused: () => boolean;
  readonly now: () => number;
  readonly timers: Timers;
}): IdleWatchdog {
  const { patience, onIdle, isExcused, now, timers } = options;
  let activeAt = now();
  let cancel = () => {};
  // One timer for many messages: when it rings, it looks how long it still has to wait
  const restart = (milliseconds: number): void => {
    cancel = timers.after(milliseconds, () => {
      if (isExcused()) activeAt = now();
      const left = activeAt + patience() - now();
      if (left > 0) restart(left);
      else onIdle(patience());
    });
  };
  restart(patience());
  return {
    noteActivity: () => {
      activeAt = now();
    },
    stop: () => cancel(),
  };
}
