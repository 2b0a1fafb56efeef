import type { Timers } from '../schedule/timers.ts';

/** Watches that something comes. */
export type Silence = {
  readonly heard: () => void;
  readonly stop: () => void;
};

/** Calls once when nothing was heard for as long as patience lasts at that moment, in milliseconds. */
export function watchSilence(options: {
  readonly patience: () => number;
  readonly silent: (milliseconds: number) => void;
  /** Whether silence means nothing at the moment. */
  readonly isExcused: () => boolean;
  readonly now: () => number;
  readonly timers: Timers;
}): Silence {
  const { patience, silent, isExcused, now, timers } = options;
  let heardAt = now();
  let cancel = () => {};
  // One timer for many messages: when it rings, it looks how long it still has to wait
  const wind = (milliseconds: number): void => {
    cancel = timers.after(milliseconds, () => {
      if (isExcused()) heardAt = now();
      const left = heardAt + patience() - now();
      if (left > 0) wind(left);
      else silent(patience());
    });
  };
  wind(patience());
  return {
    heard: () => {
      heardAt = now();
    },
    stop: () => cancel(),
  };
}
