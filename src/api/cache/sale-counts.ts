import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';

/** Number of sales in the last week by name; omits items without a stored sale. */
export type WeekSales = (game: Game, names: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const weekDays = 7;
const weekMs = weekDays * 86_400_000;
const keptMs = 600_000;
const mostKept = 20_000;

type Kept = { readonly requestedAt: number; readonly count: number | undefined };

const isDue = (sales: Kept | undefined, at: number): boolean =>
  sales === undefined || Math.abs(at - sales.requestedAt) >= keptMs;

/** Caches the counts for ten minutes, in which sales of a week hardly change. */
export function createWeekSales({ store, now }: { store: Pick<Store, 'saleCounts'>; now: Clock['now'] }): WeekSales {
  const kept = new Map<string, Kept>();
  const keyOf = (game: Game, name: string) => `${game}:${name}`;
  const keep = (key: string, sales: Kept) => {
    // Moves it to the end, so that the least recently requested is dropped first
    kept.delete(key);
    kept.set(key, sales);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  return async (game, names) => {
    const at = now();
    const found = new Map([...new Set(names)].map((name) => [name, kept.get(keyOf(game, name))]));
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
