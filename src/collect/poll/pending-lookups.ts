/** Items for which a lookup is in progress, so that others can wait for the answer. */
export type PendingLookups = {
  readonly begun: (names: readonly string[]) => void;
  readonly ended: (names: readonly string[]) => void;
  readonly has: (name: string) => boolean;
  /** Resolves when the current lookup of the item has ended, or else the next one. */
  readonly end: (name: string) => Promise<void>;
};

export function createPendingLookups(): PendingLookups {
  const counts = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  return {
    begun: (names) => {
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    ended: (names) => {
      for (const name of names) {
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
        for (const go of waiting.get(name) ?? []) go();
        waiting.delete(name);
      }
    },
    has: (name) => counts.has(name),
    end: (name) =>
      new Promise((go) => {
        waiting.set(name, [...(waiting.get(name) ?? []), go]);
      }),
  };
}
