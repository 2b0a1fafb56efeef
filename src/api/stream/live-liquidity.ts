import type { Book } from '../../book/book.ts';
import { liquidityOf } from '../../flags/liquidity.ts';
import { guarded } from '../../runtime/guarded.ts';
import { dayMs, type Game } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';

type LiquidityParts = {
  readonly book: Pick<Book, 'depth'>;
  readonly store: Pick<Store, 'saleCounts'>;
  readonly now: () => number;
};

const weekDays = 7;
const cacheMs = 3_600_000;
const retryMs = 60_000;
const maxStored = 20_000;

type KnownSales = {
  readonly requestedAt: number;
  /** null when no sale is known; undefined until the store has responded. */
  readonly perDay: number | null | undefined;
};

/** Liquidity of items without waiting for the store: sales are requested in the background and kept for an hour. */
export class LiveLiquidity {
  readonly #parts: LiquidityParts;
  readonly #known = new Map<string, KnownSales>();

  constructor(parts: LiquidityParts) {
    this.#parts = parts;
  }

  /** null until the sales of the item are known. */
  of(game: Game, name: string): number | null {
    const perDay = this.#known.get(keyOf(game, name))?.perDay;
    return perDay === undefined ? null : liquidityOf({ ...this.#parts.book.depth(game, name), salesPerDay: perDay });
  }

  isKnown(game: Game, name: string): boolean {
    return this.#known.get(keyOf(game, name))?.perDay !== undefined;
  }

  /** Requests sales that are unknown or too old; calls `known` when sales of a new item have become known. */
  ask(game: Game, names: Iterable<string>, known: () => void): void {
    const at = this.#parts.now();
    const wanted = [...new Set(names)].filter((name) => this.#isDue(this.#known.get(keyOf(game, name)), at));
    if (wanted.length === 0) return;
    for (const name of wanted)
      this.#keep(game, name, { perDay: undefined, ...this.#known.get(keyOf(game, name)), requestedAt: at });
    guarded(async () => {
      const sales = await this.#parts.store.saleCounts(game, wanted, at - weekDays * dayMs).catch(() => null);
      if (sales === null) return;
      const isNews = wanted.some((name) => !this.isKnown(game, name));
      for (const name of wanted) {
        const count = sales.get(name);
        this.#keep(game, name, { requestedAt: at, perDay: count === undefined ? null : count / weekDays });
      }
      if (isNews) known();
    })();
  }

  #isDue(known: KnownSales | undefined, at: number): boolean {
    return known === undefined || Math.abs(at - known.requestedAt) >= (known.perDay === undefined ? retryMs : cacheMs);
  }

  /** Drops the least recently requested item above the limit. */
  #keep(game: Game, name: string, sales: KnownSales): void {
    const key = keyOf(game, name);
    this.#known.delete(key);
    this.#known.set(key, sales);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxStored && oldest !== undefined) this.#known.delete(oldest);
  }
}

const keyOf = (game: Game, name: string): string => `${game}:${name}`;
