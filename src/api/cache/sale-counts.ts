import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';

/** Number of sales in the last week by name; omits items without a stored sale. */
export type WeekSales = (game: Game, names: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const weekDays = 7;
const weekMs = weekDays * 86_400_000;
const cacheMs = 600_000;
const maxStored = 20_000;

type CachedCount = { readonly requestedAt: number; readonly count: number | undefined };

const isDue = (sales: CachedCount | undefined, at: number): boolean =>
  sales === undefined || Math.abs(at - sales.requestedAt) >= cacheMs;

/** Caches the counts for ten minutes, in which sales of a week hardly change. */
export function createWeekSales({ store, now }: { store: Pick<Store, 'saleCounts'>; now: Clock['now'] }): WeekSales {
  const cached = new Map<string, CachedCount>();
  const keyOf = (game: Game, name: string) => `${game}:${name}`;
  const keep = (key: string, sales: CachedCount) => {
    // Moves it to the end, so that the least recently requested is dropped first
    cached.delete(key);
    cached.set(key, sales);
    const [oldest] = cached.keys();
    if (cached.size > maxStored && oldest !== undefined) cached.delete(oldest);
  };
  return async (game, names) => {
    const at = now();
    const found = new Map([...new Set(names)].map((name) => [name, cached.get(keyOf(game, name))]));
    const wanted = [...found].filter(([, sales]) => isDue(sales, at)).map(([name]) => name);
    const counts = wanted.length === 0 ? null : await store.saleCounts(game, wanted, at - weekMs);
    for (const name of wanted) {
      const sales = { requestedAt: at, count: counts?.get(name) };
      keep(keyOf(game, name), sales);
      found.set(name, sales);
    }
    return new Map([...found].flatMap(([name, sales]) => (sales?.count === undefined ? [] : [[name, sales.count]])));
  };
}

/** Sales per day over the last week by name, without items that have no stored sale; null while the store does not respond. */
export async function salesPerDay(
  weekSales: WeekSales,
  game: Game,
  names: readonly string[],
): Promise<ReadonlyMap<string, number> | null> {
  const counts = await weekSales(game, names).catch(() => null);
  return counts && new Map([...counts].map(([name, count]) => [name, count / weekDays]));
}
