import { guarded } from '../guarded.ts';

// While somebody listens, ended keys are looked for this often
const lookEveryMs = 250;

/** Who listens with which key, and has to be told when it ends. */
export type EndedKeys = {
  /** Calls once when the key may no longer listen; the result stops waiting for it. */
  readonly onEnd: (digest: string, ended: () => void) => () => void;
  /** Tells all whose keys have ended: one look for each key, however many listen with it. */
  readonly tell: () => void;
};

export function createEndedKeys(parts: {
  readonly mayListen: (digest: string) => boolean;
  /** Brings the keys up to date. */
  readonly look: () => unknown;
  readonly failed: (error: unknown) => void;
}): EndedKeys {
  const { mayListen, look, failed } = parts;
  const listeners = new Map<string, Set<() => void>>();
  let looking: NodeJS.Timeout | undefined;

  const tell = (): void => {
    for (const [digest, waiting] of listeners) {
      if (mayListen(digest)) continue;
      listeners.delete(digest);
      for (const ended of waiting) guarded(ended, failed)();
    }
    if (listeners.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  const lookAndTell = (): void => {
    look();
    tell();
  };

  return {
    onEnd(digest, ended) {
      const waiting = listeners.get(digest) ?? new Set();
      waiting.add(ended);
      listeners.set(digest, waiting);
      looking ??= setInterval(guarded(lookAndTell, failed), lookEveryMs).unref();
      return () => {
        waiting.delete(ended);
        if (waiting.size === 0 && listeners.get(digest) === waiting) listeners.delete(digest);
      };
    },
    tell,
  };
}
