import { setImmediate as turn } from 'node:timers/promises';
import type { BestRow } from '../../../book/best/best-watch.ts';
import type { Book } from '../../../book/book.ts';
import { guarded } from '../../../runtime/guarded.ts';
import type { Rate } from '../../../schema/index.ts';
import { type BotPrice, readBotPrice } from './bot-price.ts';
import { type ScrapWorth, scrapWorthOf } from './keys-and-metal.ts';
import type { SkuNames } from './sku-names.ts';

type FeedParts = {
  readonly book: Pick<Book, 'watchBest' | 'askBasis' | 'buyOrders'>;
  readonly names: SkuNames;
  readonly marketplaceIds: readonly number[];
  readonly rates: () => readonly Rate[];
  readonly now: () => number;
  /** Called with every price that differs from the previous one of the item. */
  readonly send: (price: BotPrice) => void;
  readonly failed: (error: unknown) => void;
  /** How long changes are collected before they are processed. */
  readonly gatherMs: number;
};

// Parsing a name for the first time takes a tenth of a millisecond or more
const namesPerTurn = 50;

/** Keeps the prices for bots on some marketplaces up to date, and reports changes. */
export class PriceFeed {
  /** Resolves once all current prices are read. */
  readonly filled: Promise<void>;
  readonly #parts: FeedParts;
  readonly #watch;
  readonly #standing = new Map<string, BotPrice>();
  #waiting: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#watch = parts.book.watchBest('TF2', {
      marketplaceIds: parts.marketplaceIds,
      payout: 'any',
      isWanted: (name) => parts.names.skuOf(name) !== null,
      touched: () => this.#lookIn(parts.gatherMs),
    });
    this.filled = this.#fill().catch(parts.failed);
  }

  /** All current prices. */
  standing(): Iterable<BotPrice> {
    return this.#standing.values();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch.close();
    if (this.#waiting !== null) clearTimeout(this.#waiting);
  }

  #lookIn(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#waiting ??= setTimeout(guarded(this.#look, this.#parts.failed), milliseconds);
  }

  readonly #look = (): void => {
    this.#waiting = null;
    const worth = scrapWorthOf(this.#parts.rates());
    for (const row of this.#watch.take(namesPerTurn)) {
      const price = this.#take(row, worth);
      if (price !== null) this.#parts.send(price);
    }
    if (this.#watch.hasMore()) this.#lookIn(0);
  };

  async #fill(): Promise<void> {
    let passed = 0;
    for (const row of this.#watch.standing()) {
      if (this.#isClosed) return;
      if (row === null) {
        passed += 1;
        if (passed % namesPerTurn === 0) await turn();
      } else this.#take(row, scrapWorthOf(this.#parts.rates()));
    }
  }

  /** The new price if it has changed, otherwise null. */
  #take({ name, best }: BestRow, worth: ScrapWorth | null): BotPrice | null {
    if (best.phase !== null) return null;
    const { book, names, now } = this.#parts;
    const price = worth === null ? null : readBotPrice({ book, names, worth, at: now() }, name, best);
    if (price === null || typeof price === 'string') {
      this.#standing.delete(name);
      return null;
    }
    const former = this.#standing.get(name);
    this.#standing.set(name, price);
    return former !== undefined && isSame(former, price) ? null : price;
  }
}

const isSame = (one: BotPrice, other: BotPrice): boolean =>
  one.buy.keys === other.buy.keys &&
  one.buy.metal === other.buy.metal &&
  one.sell.keys === other.sell.keys &&
  one.sell.metal === other.sell.metal;
