/**
 * Numbers that depend on nothing but the seed and the keys: the same keys always give the same number.
 * Keys are 32-bit integers, a fixed number of them, because spread arguments took most of the time of a large answer.
 */
export type SeededRandom = {
  /** In [0, 1). */
  readonly of: (a: number, b?: number, c?: number, d?: number) => number;
  /** A 32-bit integer derived from the keys, usable as a key itself. */
  readonly key: (a: number, b?: number, c?: number, d?: number) => number;
};

const mixed = (hash: number, key: number): number => {
  const next = Math.imul(hash ^ Math.imul(key, 0xcc9e2d51), 0x1b873593);
  return Math.imul((next << 15) | (next >>> 17), 5) + 0x52dce729;
};

export const createSeededRandom = (seed: number): SeededRandom => {
  const start = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const key = (a: number, b = 0, c = 0, d = 0): number => {
    let hash = mixed(mixed(mixed(mixed(start, a), b), c), d);
    // Without the final mixing, neighbouring keys would give neighbouring numbers
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  };
  return { key, of: (a, b, c, d) => (key(a, b, c, d) >>> 0) / 2 ** 32 };
};

/** The element selected by a random number in [0, 1). */
export const pick = <T>(from: readonly T[], random: number): T => {
  const found = from[Math.min(from.length - 1, Math.floor(random * from.length))];
  if (found === undefined) throw new Error('nothing to pick from: the list is empty');
  return found;
};
