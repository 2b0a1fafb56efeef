import type { Clock } from '../../../src/runtime/clock.ts';

export type HandClock = Clock & {
  /** Sets the clock to another time, as an operator or a time server does; timers are not affected. */
  readonly set: (at: number) => void;
  /** Advances the clock, running every timer on the way in order. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Milliseconds until the next timer, null when none is set. */
  readonly untilNext: () => number | null;
};

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that moves only when a test advances it. */
export function createHandClock(start = Date.UTC(2026, 0, 1)): HandClock {
  let at = start;
  /** Total by which `set` has moved the clock; timers go by the time that has passed. */
  let offset = 0;
  let pending: { readonly due: number; readonly run: () => void }[] = [];
  const earliest = () =>
    pending.reduce<(typeof pending)[number] | null>((a, b) => (a === null || b.due < a.due ? b : a), null);

  const after: HandClock['after'] = (milliseconds, run) => {
    const timer = { due: at + Math.max(0, milliseconds), run };
    pending.push(timer);
    return () => {
      pending = pending.filter((one) => one !== timer);
    };
  };

  return {
    now: () => at + offset,
    elapsed: () => at,
    after,
    every: (milliseconds, run) => {
      const again = (): void => {
        cancel = after(milliseconds, again);
        run();
      };
      let cancel = after(milliseconds, again);
      return () => cancel();
    },
    soon: (run) => after(0, run),
    set: (to) => {
      offset = to - at;
    },
    advance: async (milliseconds) => {
      const end = at + milliseconds;
      await settle();
      for (let next = earliest(); next !== null && next.due <= end; next = earliest()) {
        const timer = next;
        at = Math.max(at, timer.due);
        pending = pending.filter((one) => one !== timer);
        timer.run();
        await settle();
      }
      at = end;
      await settle();
    },
    untilNext: () => {
      const next = earliest();
      return next === null ? null : next.due - at;
    },
  };
}
