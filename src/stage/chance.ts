/** A number in [0, 1) that depends on nothing but the seed and the keys: the same keys always give the same number. */
export type Chance = (...keys: readonly number[]) => number;

export const createChance =
  (seed: number): Chance =>
  (...keys) => {
    let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
    for (const key of keys) {
      hash = Math.imul(hash ^ (key | 0), 0xcc9e2d51);
      hash = (hash << 15) | (hash >>> 17);
      hash = (Math.imul(hash, 5) + 0x52dce729) | 0;
    }
    // Without the final mixing, neighbouring keys would give neighbouring numbers
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };

/** The element a chance points at. */
export const pick = <T>(from: readonly T[], chance: number): T => {
  const found = from[Math.min(from.length - 1, Math.floor(chance * from.length))];
  if (found === undefined) throw new Error('nothing to pick from: the list is empty');
  return found;
};
