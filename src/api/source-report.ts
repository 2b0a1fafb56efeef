import type { Book } from '../book/book.ts';
import type { AgedKind, Ages } from '../book/freshness.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Game, marketplaceNamed } from '../schema/index.ts';

/** A source with what the book holds of its marketplace and game. */
export type SourceReport = SourceHealth & {
  /** Milliseconds since it became due, whether waiting for its turn or being read; 0 before it is due. */
  readonly lateMs: number;
  /** Ages of the first kind among offers, quotes and buy orders that the source yields and the book holds; null if none. */
  readonly ages: Ages | null;
  readonly coverage: ItemCoverage;
};

export type ItemCoverage = ReturnType<Book['coverage']>;

type CachedReport = {
  readonly at: number;
  readonly ages: Map<string, Ages | null>;
  readonly coverages: Map<string, ItemCoverage>;
};

const agedKinds: readonly AgedKind[] = ['offer', 'quote', 'buyOrder'];

// Anyone can request this often without a key, and ages are computed over every marketplace
const heldMs = 2000;

const doubted =
  'quote and offers count differently: its lowest prices repeatedly left out cheaper offers that the marketplace lists, so offers are no longer removed because of them';

const cached = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const value = map.has(key) ? (map.get(key) as T) : make();
  map.set(key, value);
  return value;
};

export function createSourceReports(options: {
  readonly health: () => readonly SourceHealth[];
  readonly book: Pick<Book, 'ages' | 'areQuotesDoubted' | 'coverage'>;
  readonly now: Clock['now'];
}): () => SourceReport[] {
  const { health, book, now } = options;
  let held: CachedReport | null = null;

  function lookedAt(at: number): CachedReport {
    if (held === null || at - held.at > heldMs || at < held.at) held = { at, ages: new Map(), coverages: new Map() };
    return held;
  }

  return () => {
    const at = now();
    const { ages, coverages } = lookedAt(at);
    const agesOf = (id: number, game: Game, kind: AgedKind) =>
      cached(ages, `${id} ${game} ${kind}`, () => book.ages(id, game, kind, at));
    const coverageOf = (id: number, game: Game) => cached(coverages, `${id} ${game}`, () => book.coverage(id, game));
    return health().map((source) => {
      const id = marketplaceNamed(source.slug)?.id ?? 0;
      const kinds = agedKinds.filter((kind) => source.yields.includes(kind));
      const [first = null] = kinds.flatMap((kind) => agesOf(id, source.game, kind) ?? []);
      const lateMs = Math.max(0, at - (source.nextAskAt ?? at));
      const isDoubted = source.yields.includes('quote') && book.areQuotesDoubted(id, source.game, at);
      const detail = source.detail ?? (isDoubted ? doubted : null);
      return { ...source, detail, lateMs, ages: first, coverage: coverageOf(id, source.game) };
    });
  };
}

/** null when `whole` is 0. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
