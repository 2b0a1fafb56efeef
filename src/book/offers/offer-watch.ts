import type { Watch } from '../best/best-watch.ts';
import type { GameBook } from '../game-book.ts';
import type { NameId } from '../memory/numbers.ts';
import { comparePositions } from './candidate.ts';
import { findOffers } from './find-offers.ts';
import type { FoundOffer, OfferPosition, OfferQuery } from './offer-query.ts';

export type OfferWatchOptions = {
  /** Whether the query's names and words can match an item. */
  readonly isWanted: (name: string) => boolean;
  /** Called when the first item since the last `take` may have changed. */
  readonly touched: () => void;
};

const minSpare = 50;
// If more than one name in this many has changed, scanning all columns is faster than reading the rows of the changed ones
const fewOf = 4;

/**
 * The first results of a search, kept up to date: an item is searched again once anything of it was read anywhere. More
 * offers than requested are kept, so that replacements for removed ones are known.
 */
export class OfferWatch implements Watch {
  readonly close: () => void;
  readonly #book: GameBook;
  readonly #options: OfferWatchOptions;
  readonly #changed = new Set<NameId>();
  #cached: readonly FoundOffer[] | null = null;
  /** All offers up to this place are kept; null means that all matching offers are. */
  #reach: OfferPosition | null = null;

  constructor(book: GameBook, options: OfferWatchOptions) {
    this.#book = book;
    this.#options = options;
    this.close = book.watch(this);
  }

  touch(_marketplaceId: number, name: NameId): void {
    if (this.#changed.has(name) || !this.#options.isWanted(this.#book.names.name(name))) return;
    this.#changed.add(name);
    if (this.#changed.size === 1) this.#options.touched();
  }

  /** The current results. Offers that begin to match only because time passes are found when `isOfAll` is true. */
  take(query: OfferQuery, isOfAll: boolean): readonly FoundOffer[] {
    const depth = query.limit + Math.max(query.limit, minSpare);
    const cached = (isOfAll ? null : this.#among(query, depth)) ?? this.#ofAll(query, depth);
    this.#changed.clear();
    this.#cached = cached;
    return cached.slice(0, query.limit);
  }

  #ofAll(query: OfferQuery, depth: number): FoundOffer[] {
    const found = findOffers(this.#book, { ...query, limit: depth });
    this.#reach = found.length < depth ? null : (found.at(-1)?.position ?? null);
    return found;
  }

  /** The results from kept offers and changed items; null if these are not enough. */
  #among(query: OfferQuery, depth: number): readonly FoundOffer[] | null {
    const { names } = this.#book;
    if (this.#cached === null || this.#changed.size > names.size / fewOf) return null;
    if (this.#changed.size === 0) return this.#cached;
    const changed = new Set([...this.#changed].map((name) => names.name(name)));
    const found = findOffers(this.#book, { ...query, names: [...changed], words: null, limit: depth });
    const reach = this.#reach;
    const known = [...this.#cached.filter(({ offer }) => !changed.has(offer.name)), ...found]
      .filter(({ position }) => reach === null || comparePositions(position, reach) <= 0)
      .sort((a, b) => comparePositions(a.position, b.position));
    if (reach !== null && known.length < query.limit) return null;
    if (known.length < depth) return known;
    this.#reach = known[depth - 1]?.position ?? null;
    return known.slice(0, depth);
  }
}
