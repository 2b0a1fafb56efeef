import type { PayoutChoice } from '../../schema/index.ts';
import type { NameId } from '../memory/numbers.ts';
import type { VariantNumber } from './best-source.ts';
import { type BestBook, type BestPrices, readBest } from './read-best.ts';

/** `touch` is called right before a marketplace's change to a name enters the best prices. */
export type Watch = {
  readonly touch: (marketplaceId: number, name: NameId, variant: VariantNumber) => void;
  /** Called when an item is shown by another name. */
  readonly renamed?: (name: NameId) => void;
};

/** What can be watched; returns a function that ends the watch. */
export type WatchableBook = { readonly watch: (watch: Watch) => () => void };

export type BestWatchOptions = {
  /** null means all marketplaces. */
  readonly marketplaceIds: readonly number[] | null;
  /** What the marketplaces whose bids count pay out. */
  readonly payout: PayoutChoice;
  /** Whether an item is wanted. */
  readonly isWanted: (name: string) => boolean;
  /** Called when the first item since the last `take` may have changed. */
  readonly touched: () => void;
};

/** The current best prices of an item, or of a variant of it. */
export type BestRow = { readonly name: string; readonly best: BestPrices };

/**
 * The best prices that have changed since the last look. Over all marketplaces they are compared with those before the first
 * change since then; over some marketplaces with those returned last, so that the first touch of an item always returns it.
 */
export class BestWatch implements Watch {
  readonly close: () => void;
  readonly #book: BestBook;
  readonly #options: BestWatchOptions;
  /** The states to compare with; null returns the item in any case. */
  readonly #before = new Map<NameId, readonly string[] | null>();
  readonly #reported = new Map<NameId, readonly string[]>();

  constructor(book: BestBook & WatchableBook, options: BestWatchOptions) {
    this.#book = book;
    this.#options = options;
    this.close = book.watch(this);
  }

  touch(marketplaceId: number, name: NameId, variant: VariantNumber): void {
    const { marketplaceIds, isWanted: wantsItem, touched } = this.#options;
    if (this.#before.has(name)) return;
    // Even on a marketplace that is not wanted, a new variant matters: buy orders for the whole item accept it
    const isTheirs = marketplaceIds?.includes(marketplaceId) ?? true;
    if (!isTheirs && this.#book.best.isKnown(name, variant)) return;
    if (!wantsItem(this.#book.names.name(name))) return;
    this.#before.set(name, this.#cachedStates(name) ?? this.#reported.get(name) ?? null);
    if (this.#before.size === 1) touched();
  }

  renamed(name: NameId): void {
    if (!this.#options.isWanted(this.#book.names.name(name))) return;
    this.#before.set(name, null);
    this.#options.touched();
  }

  /** Whether touched items are waiting. */
  hasMore(): boolean {
    return this.#before.size > 0;
  }

  /** What has changed since the last look, in its current state; looks at up to `most` items. */
  take(max = Number.POSITIVE_INFINITY): BestRow[] {
    const rows: BestRow[] = [];
    let left = max;
    for (const [name, before] of this.#before) {
      if (left === 0) break;
      left -= 1;
      this.#before.delete(name);
      const text = this.#book.names.name(name);
      const states = this.#cachedStates(name);
      // Most touches do not change the best price
      if (states?.every((state) => before?.includes(state))) continue;
      const found = this.#read(name);
      const now = states ?? found.map(stateOf);
      for (const [at, best] of found.entries())
        if (before?.includes(now[at] as string) !== true) rows.push({ name: text, best });
      if (states === null) this.#reported.set(name, now);
    }
    return rows;
  }

  /** All current best prices, with a null before each item so that the caller can pause. */
  *standing(): Generator<BestRow | null> {
    const { names } = this.#book;
    for (let number = 0; number < names.size; number += 1) {
      yield null;
      const name = number as NameId;
      const text = names.name(name);
      if (!this.#options.isWanted(text)) continue;
      const found = this.#read(name);
      // The item may be half changed here, so the next look must return it
      if (this.#before.has(name)) this.#before.set(name, null);
      if (!this.#isCached) this.#reported.set(name, found.map(stateOf));
      for (const best of found) if (best.ask !== null || best.bid !== null) yield { name: text, best };
    }
  }

  /** Whether the table of best prices has the states. */
  get #isCached(): boolean {
    const { marketplaceIds, payout } = this.#options;
    return marketplaceIds === null && (payout === 'any' || payout === 'money');
  }

  #cachedStates(name: NameId): string[] | null {
    const { payout } = this.#options;
    return this.#isCached ? this.#book.best.statesOf(name, payout === 'money' ? 'money' : 'any') : null;
  }

  #read(name: NameId): BestPrices[] {
    const { marketplaceIds, payout } = this.#options;
    return readBest(this.#book, name, { marketplaceIds, payout, unlockedAt: null });
  }
}

function stateOf({ phase, ask, bid, askAfterFees, bidAfterFees, variants }: BestPrices): string {
  const sides = [ask?.prices.USD, bid?.prices.USD, askAfterFees?.afterFeesUsd, bidAfterFees?.afterFeesUsd];
  const holders = [ask, bid, askAfterFees, bidAfterFees].map((side) => side?.marketplaceId);
  const ranges = [variants?.asks, variants?.bids].map((range) => [range?.lowest.USD, range?.highest.USD]);
  return `${phase} ${sides} ${holders} ${ranges}`;
}
