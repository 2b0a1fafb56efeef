import type { NameId } from '../memory/numbers.ts';
import type { BestSource, Variant } from './best-source.ts';
import type { BestTable } from './best-table.ts';
import { type BestPrices, readBest } from './read-best.ts';

/** What the best prices of a game are read from. */
export type WatchedBook = {
  readonly best: BestTable;
  readonly marketBooks: readonly BestSource[];
  readonly names: { readonly size: number; readonly name: (number: NameId) => string };
};

/** Told of a name right before the best prices take in what a marketplace has of it now. */
export type Watch = { readonly touch: (marketplaceId: number, name: NameId, variant: Variant) => void };

export type BestWish = {
  /** Null is all marketplaces. */
  readonly marketplaceIds: readonly number[] | null;
  /** Which items are meant. */
  readonly isMeant: (name: string) => boolean;
  /** Called when the first item since the last look may have changed. */
  readonly touched: () => void;
};

/** The best prices of an item, or of a variant of it, as they are now. */
export type BestRow = { readonly name: string; readonly best: BestPrices };

/**
 * The best prices that differ from what they were at the look before. Over all marketplaces they are compared with what
 * stood before the first change since; over some, with what was told last, so that the first change of an item is told even
 * where it changes nothing.
 */
export class BestWatch implements Watch {
  readonly #book: WatchedBook;
  readonly #wish: BestWish;
  /** Null is to be told however it stood. */
  readonly #before = new Map<NameId, readonly string[] | null>();
  readonly #told = new Map<NameId, readonly string[]>();

  constructor(book: WatchedBook, wish: BestWish) {
    this.#book = book;
    this.#wish = wish;
  }

  touch(marketplaceId: number, name: NameId, variant: Variant): void {
    const { marketplaceIds, isMeant, touched } = this.#wish;
    if (this.#before.has(name)) return;
    // A variant that anybody brings up has the bids of those that are meant for any
    const isTheirs = marketplaceIds?.includes(marketplaceId) ?? true;
    if (!isTheirs && this.#book.best.isKnown(name, variant)) return;
    if (!isMeant(this.#book.names.name(name))) return;
    this.#before.set(name, marketplaceIds === null ? this.#book.best.statesOf(name) : (this.#told.get(name) ?? null));
    if (this.#before.size === 1) touched();
  }

  /** Whether something was touched since it was looked at. */
  get hasMore(): boolean {
    return this.#before.size > 0;
  }

  /** What has changed since the last look, each in its last state; of so many items at most. */
  take(most = Number.POSITIVE_INFINITY): BestRow[] {
    const rows: BestRow[] = [];
    let left = most;
    for (const [name, before] of this.#before) {
      if (left === 0) break;
      left -= 1;
      this.#before.delete(name);
      const text = this.#book.names.name(name);
      const states = this.#wish.marketplaceIds === null ? this.#book.best.statesOf(name) : null;
      // Most that is touched is not the best one
      if (states?.every((state) => before?.includes(state))) continue;
      const found = this.#read(name);
      const now = states ?? found.map(stateOf);
      for (const [at, best] of found.entries())
        if (before?.includes(now[at] as string) !== true) rows.push({ name: text, best });
      if (states === null) this.#told.set(name, now);
    }
    return rows;
  }

  /** Everything as it stands, and null for each item that is passed over. */
  *standing(): Generator<BestRow | null> {
    const { names } = this.#book;
    for (let number = 0; number < names.size; number += 1) {
      yield null;
      const name = number as NameId;
      const text = names.name(name);
      if (!this.#wish.isMeant(text)) continue;
      const found = this.#read(name);
      // What is shown in the middle of a change may be taken back by the next look
      if (this.#before.has(name)) this.#before.set(name, null);
      if (this.#wish.marketplaceIds !== null) this.#told.set(name, found.map(stateOf));
      for (const best of found) if (best.ask !== null || best.bid !== null) yield { name: text, best };
    }
  }

  #read(name: NameId): BestPrices[] {
    const { best, marketBooks } = this.#book;
    return readBest(best, marketBooks, name, { marketplaceIds: this.#wish.marketplaceIds, unlockedAt: null });
  }
}

function stateOf({ phase, ask, bid, askAfterFees, bidAfterFees }: BestPrices): string {
  const sides = [ask?.prices.USD, bid?.prices.USD, askAfterFees?.afterFeesUsd, bidAfterFees?.afterFeesUsd];
  const holders = [ask, bid, askAfterFees, bidAfterFees].map((side) => side?.marketplaceId);
  return `${phase} ${sides} ${holders}`;
}
