import { guarded } from '../runtime/guarded.ts';

// Interval at which keys are checked while there are listeners
const lookEveryMs = 250;

/** Notifies long-lived connections when their key ends. */
export type EndedKeys = {
  /** Calls `ended` once when the key may no longer listen. Returns a function that cancels this. */
  readonly onEnd: (digest: string, ended: () => void) => () => void;
  /** Notifies the listeners of all ended keys, checking each key once. */
  readonly notify: () => void;
};

export function createEndedKeys(parts: {
  readonly mayListen: (digest: string) => boolean;
  /** Rereads the keys. */
  readonly look: () => unknown;
  readonly failed: (error: unknown) => void;
}): EndedKeys {
  const { mayListen, look, failed } = parts;
  const listeners = new Map<string, Set<() => void>>();
  let looking: NodeJS.Timeout | undefined;

  const notify = (): void => {
    for (const [digest, waiting] of listeners) {
      if (mayListen(digest)) continue;
      listeners.delete(digest);
      for (const ended of waiting) guarded(ended, failed)();
    }
    if (listeners.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  const checkKeys = (): void => {
    look();
    notify();
  };

  return {
    onEnd(digest, ended) {
      const waiting = listeners.get(digest) ?? new Set();
      waiting.add(ended);
      listeners.set(digest, waiting);
      looking ??= setInterval(guarded(checkKeys, failed), lookEveryMs).unref();
      return () => {
        waiting.delete(ended);
        if (waiting.size === 0 && listeners.get(digest) === waiting) listeners.delete(digest);
      };
    },
    notify,
  };
}
