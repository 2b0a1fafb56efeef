/** Connections at other nodes of a cluster. */
export type ElsewhereConnected = {
  readonly count: (keyId: string) => number;
  /** Called when the counts of this node have changed. */
  readonly changed: (here: ReadonlyMap<string, number>) => void;
};

/** Counts the open connections of each key. */
export type ConnectionLimits = {
  /** Takes one of at most `max` slots and returns a function that frees it; null when none is left. */
  readonly take: (keyId: string, max: number) => (() => void) | null;
  /** Seconds to wait before trying again; a node that died is still counted for a moment. */
  readonly againSeconds: number;
};

export function createConnectionLimits(elsewhere?: ElsewhereConnected): ConnectionLimits {
  const taken = new Map<string, number>();
  return {
    againSeconds: elsewhere === undefined ? 10 : 1,
    take(keyId, max) {
      const count = taken.get(keyId) ?? 0;
      if (count + (elsewhere?.count(keyId) ?? 0) >= max) return null;
      taken.set(keyId, count + 1);
      elsewhere?.changed(taken);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        const left = (taken.get(keyId) ?? 1) - 1;
        if (left === 0) taken.delete(keyId);
        else taken.set(keyId, left);
        elsewhere?.changed(taken);
      };
    },
  };
}
