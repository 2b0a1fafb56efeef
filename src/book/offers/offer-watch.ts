import type { Watch } from '../best/best-watch.ts';
import type { GameBook } from '../game-book.ts';
import type { NameId } from '../memory/numbers.ts';
import { comparePlaces } from './candidate.ts';
import { findOffers } from './find-offers.ts';
import type { FoundOffer, OfferPlace, OfferQuery } from './offer-query.ts';

export type OfferWish = {
  /** Which items are meant, as far as a query goes by names. */
  readonly isMeant: (name: string) => boolean;
  /** Called when the first item since the last look may have changed. */
  readonly touched: () => void;
};

const fewestSpare = 50;
// From so many on, columns are sooner gone through for all items than rows looked into for those
const fewOf = 4;

/**
 * The first offers of a search, kept as items change: what an item has is found anew once something of it was read
 * anywhere. Some more than are asked for are kept, so that what takes the place of one that has gone is known.
 */
export class OfferWatch implements Watch {
  readonly #book: GameBook;
  readonly #wish: OfferWish;
  readonly #changed = new Set<NameId>();
  #kept: readonly FoundOffer[] | null = null;
  /** Every offer up to here is among those that are kept; null where these are all. */
  #reach: OfferPlace | null = null;

  constructor(book: GameBook, wish: OfferWish) {
    this.#book = book;
    this.#wish = wish;
  }

  touch(_marketplaceId: number, name: NameId): void {
    if (this.#changed.has(name) || !this.#wish.isMeant(this.#book.names.name(name))) return;
    this.#changed.add(name);
    if (this.#changed.size === 1) this.#wish.touched();
  }

  /** What a search for the same finds now; what comes in by the passing of time is found where everything is looked at. */
  take(query: OfferQuery, isOfAll: boolean): readonly FoundOffer[] {
    const depth = query.limit + Math.max(query.limit, fewestSpare);
    const kept = (isOfAll ? null : this.#among(query, depth)) ?? this.#ofAll(query, depth);
    this.#changed.clear();
    this.#kept = kept;
    return kept.slice(0, query.limit);
  }

  #ofAll(query: OfferQuery, depth: number): FoundOffer[] {
    const found = findOffers(this.#book, { ...query, limit: depth });
    this.#reach = found.length < depth ? null : (found.at(-1)?.place ?? null);
    return found;
  }

  /** The first ones from what was kept and has changed; null where that does not tell. */
  #among(query: OfferQuery, depth: number): readonly FoundOffer[] | null {
    const { names } = this.#book;
    if (this.#kept === null || this.#changed.size > names.size / fewOf) return null;
    if (this.#changed.size === 0) return this.#kept;
    const changed = new Set([...this.#changed].map((name) => names.name(name)));
    const found = findOffers(this.#book, { ...query, names: [...changed], words: null, limit: depth });
    const reach = this.#reach;
    const known = [...this.#kept.filter(({ offer }) => !changed.has(offer.name)), ...found]
      .filter(({ place }) => reach === null || comparePlaces(place, reach) <= 0)
      .sort((a, b) => comparePlaces(a.place, b.place));
    if (reach !== null && known.length < query.limit) return null;
    if (known.length < depth) return known;
    this.#reach = known[depth - 1]?.place ?? null;
    return known.slice(0, depth);
  }
}
