import type { DealFlag } from '../../schema/index.ts';
import type { NameId } from '../memory/numbers.ts';
import type { Watch, WatchedBook } from './best-watch.ts';
import type { Deal, DealQuery } from './deal.ts';
import { DealSearch, type Found } from './find-deals.ts';

const fewestSpare = 50;
// From so many on, bounds are sooner gone through for all items than sides looked at for those
const fewOf = 4;

/**
 * The best deals, kept as items change. Some more than are asked for are kept, so that what takes the place of one that has
 * gone is known; only when these are used up is everything looked through again.
 */
export class DealWatch implements Watch {
  readonly #book: WatchedBook;
  readonly #touched: () => void;
  readonly #changed = new Set<NameId>();
  #kept: readonly Found[] | null = null;
  /** Every deal as good as this is among those that are kept; null where these are all. */
  #reach: Found | null = null;

  constructor(book: WatchedBook, touched: () => void) {
    this.#book = book;
    this.#touched = touched;
  }

  touch(_marketplaceId: number, name: NameId): void {
    this.#changed.add(name);
    if (this.#changed.size === 1) this.#touched();
  }

  /** What a search for the same finds now; of a query only its instants may differ from one look to the next. */
  take(query: DealQuery): Deal[] {
    const { best: table, marketBooks: sources, names } = this.#book;
    const depth = query.limit + Math.max(query.limit, fewestSpare);
    const searchFor = () => new DealSearch({ table, sources, names }, { ...query, limit: depth });
    const kept = this.#among(searchFor, query, depth) ?? searchFor().all();
    this.#changed.clear();
    this.#kept = kept;
    if (kept.length === depth) this.#reach = kept.at(-1) ?? null;
    const search = searchFor();
    return kept.slice(0, query.limit).map((found) => search.dealOf(found));
  }

  /** The best deals from what was kept and has changed; null where that does not tell. */
  #among(searchFor: () => DealSearch, query: DealQuery, depth: number): readonly Found[] | null {
    const reach = this.#reach;
    const isMany = this.#changed.size > this.#book.names.size / fewOf;
    this.#reach = null;
    if (this.#kept === null || isMany || isByAge(query)) return null;
    const search = searchFor();
    const found = search.among(new Set([...this.#kept.map(({ series }) => series.name), ...this.#changed]));
    const known = reach === null ? found : found.filter((one) => search.compare(one, reach) <= 0);
    if (reach !== null && known.length < query.limit) return null;
    if (known.length < depth) this.#reach = reach;
    return known;
  }
}

// Flags that come and go without a change of the item
const byAge: readonly DealFlag[] = ['afterGap', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale'];

/** Whether what is found depends on when something was confirmed or is read by whom, of which nothing is told. */
const isByAge = ({ seenSince, without }: DealQuery): boolean =>
  seenSince > 0 || without.some((flag) => byAge.includes(flag));
