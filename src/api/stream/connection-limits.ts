/** Connections at other nodes of a cluster. */
export type ElsewhereConnected = {
  readonly count: (keyId: string) => number;
  /** Those of this node are others now. */
  readonly changed: (here: ReadonlyMap<string, number>) => void;
};

/** Counts the open connections of each key. */
export type ConnectionLimits = {
  /** Gives the slot back, once; null when the key has no slot left. `most` is fewer than anybody may hold. */
  readonly take: (keyId: string, most?: number) => (() => void) | null;
  /** When to try again: a node that died is counted for a moment. */
  readonly againSeconds: number;
};

export function createConnectionLimits(perKey: number, elsewhere?: ElsewhereConnected): ConnectionLimits {
  const taken = new Map<string, number>();
  return {
    againSeconds: elsewhere === undefined ? 10 : 1,
    take(keyId, most = perKey) {
      const count = taken.get(keyId) ?? 0;
      if (count + (elsewhere?.count(keyId) ?? 0) >= Math.min(most, perKey)) return null;
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
