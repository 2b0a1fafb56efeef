import type { World } from '../market/world.ts';

const cacheMs = 60_000;

/**
 * Caches a list that is read page by page, one for each key: computing it for every page would be slow, and the real sites
 * cache theirs for a while too.
 */
export function cachedList<Key extends string, Row>(make: (world: World, key: Key) => readonly Row[]) {
  const worlds = new WeakMap<World, Map<Key, { readonly madeAt: number; readonly rows: readonly Row[] }>>();
  return (world: World, key: Key, now: number): readonly Row[] => {
    const lists = worlds.get(world) ?? new Map();
    worlds.set(world, lists);
    const known = lists.get(key);
    if (known !== undefined && now >= known.madeAt && now - known.madeAt < cacheMs) return known.rows;
    const rows = make(world, key);
    lists.set(key, { madeAt: now, rows });
    return rows;
  };
}
