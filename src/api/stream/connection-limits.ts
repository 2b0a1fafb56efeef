/** Counts the open connections of each key. */
export type ConnectionLimits = {
  /** Gives the slot back, once; null when the key has no slot left. */
  readonly take: (keyId: string) => (() => void) | null;
};

export function createConnectionLimits(perKey: number): ConnectionLimits {
  const taken = new Map<string, number>();
  return {
    take(keyId) {
      const count = taken.get(keyId) ?? 0;
      if (count >= perKey) return null;
      taken.set(keyId, count + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        const left = (taken.get(keyId) ?? 1) - 1;
        if (left === 0) taken.delete(keyId);
        else taken.set(keyId, left);
      };
    },
  };
}
