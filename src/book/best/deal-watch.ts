import type { DealFlag } from '../../schema/index.ts';
import type { NameId } from '../memory/numbers.ts';
import type { Watch, WatchableBook } from './best-watch.ts';
import type { Deal, DealQuery } from './deal.ts';
import { type DealCandidate, DealSearch } from './find-deals.ts';
import type { BestBook } from './read-best.ts';

const minSpare = 50;
// If more than one name in this many has changed, scanning the bounds of all items is faster than examining the changed ones
const fewOf = 4;

/**
 * The best deals, kept up to date. More deals than requested are kept, so that replacements for vanished ones are known; only
 * when these are used up is everything searched again.
 */
export class DealWatch implements Watch {
  readonly close: () => void;
  readonly #book: BestBook;
  readonly #touched: () => void;
  readonly #changed = new Set<NameId>();
  #cached: readonly DealCandidate[] | null = null;
  /** All deals as good as this one are kept; null means that all deals are. */
  #reach: DealCandidate | null = null;

  constructor(book: BestBook & WatchableBook, touched: () => void) {
    this.#book = book;
    this.#touched = touched;
    this.close = book.watch(this);
  }

  touch(_marketplaceId: number, name: NameId): void {
    this.#changed.add(name);
    if (this.#changed.size === 1) this.#touched();
  }

  /** The current results of the query. Between calls only the instants in the query may differ. */
  take(query: DealQuery): Deal[] {
    const depth = query.limit + Math.max(query.limit, minSpare);
    const searchFor = () => new DealSearch(this.#book, { ...query, limit: depth });
    const cached = this.#among(searchFor, query, depth) ?? searchFor().all();
    this.#changed.clear();
    this.#cached = cached;
    if (cached.length === depth) this.#reach = cached.at(-1) ?? null;
    const search = searchFor();
    return cached.slice(0, query.limit).map((found) => search.dealOf(found));
  }

  /** The best deals from kept ones and changed items; null if these are not enough. */
  #among(searchFor: () => DealSearch, query: DealQuery, depth: number): readonly DealCandidate[] | null {
    const reach = this.#reach;
    const isMany = this.#changed.size > this.#book.names.size / fewOf;
    this.#reach = null;
    if (this.#cached === null || isMany || isByAge(query)) return null;
    const search = searchFor();
    const found = search.among(new Set([...this.#cached.map(({ series }) => series.name), ...this.#changed]));
    const known = reach === null ? found : found.filter((one) => search.compare(one, reach) <= 0);
    if (reach !== null && known.length < query.limit) return null;
    if (known.length < depth) this.#reach = reach;
    return known;
  }
}

// Flags that can appear and disappear without a change of the item
const byAge: readonly DealFlag[] = ['afterGap', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale'];

/** Whether the result depends on ages or on the state of sources, which do not touch the item. */
const isByAge = ({ seenSince, without }: DealQuery): boolean =>
  seenSince > 0 || without.some((flag) => byAge.includes(flag));
