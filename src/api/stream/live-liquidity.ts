import type { Book } from '../../book/book.ts';
import { liquidityOf } from '../../flags/liquidity.ts';
import { guarded } from '../../guarded.ts';
import { dayMs, type Game } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';

type LiquidityParts = {
  readonly book: Pick<Book, 'depth'>;
  readonly store: Pick<Store, 'saleCounts'>;
  readonly now: () => number;
};

const weekDays = 7;
const keptMs = 3_600_000;
const retryMs = 60_000;
const mostKept = 20_000;

type KnownSales = {
  readonly askedAt: number;
  /** Null where no sale is known; undefined while the store has not answered. */
  readonly perDay: number | null | undefined;
};

/** How easily items are traded, for whoever cannot wait for the store: their sales are asked for and kept for an hour. */
export class LiveLiquidity {
  readonly #parts: LiquidityParts;
  readonly #known = new Map<string, KnownSales>();

  constructor(parts: LiquidityParts) {
    this.#parts = parts;
  }

  /** Null while the sales of the item were not asked for, or not told. */
  of(game: Game, name: string): number | null {
    const perDay = this.#known.get(keyOf(game, name))?.perDay;
    return perDay === undefined ? null : liquidityOf({ ...this.#parts.book.depth(game, name), salesPerDay: perDay });
  }

  isKnown(game: Game, name: string): boolean {
    return this.#known.get(keyOf(game, name))?.perDay !== undefined;
  }

  /** Asks for what is not known or too old; `known` is called when something is known that was not. */
  ask(game: Game, names: Iterable<string>, known: () => void): void {
    const at = this.#parts.now();
    const wanted = [...new Set(names)].filter((name) => this.#isDue(this.#known.get(keyOf(game, name)), at));
    if (wanted.length === 0) return;
    for (const name of wanted)
      this.#keep(game, name, { perDay: undefined, ...this.#known.get(keyOf(game, name)), askedAt: at });
    guarded(async () => {
      const sales = await this.#parts.store.saleCounts(game, wanted, at - weekDays * dayMs).catch(() => null);
      if (sales === null) return;
      const isNews = wanted.some((name) => !this.isKnown(game, name));
      for (const name of wanted) {
        const count = sales.get(name);
        this.#keep(game, name, { askedAt: at, perDay: count === undefined ? null : count / weekDays });
      }
      if (isNews) known();
    })();
  }

  #isDue(known: KnownSales | undefined, at: number): boolean {
    return known === undefined || Math.abs(at - known.askedAt) >= (known.perDay === undefined ? retryMs : keptMs);
  }

  /** What was asked for longest ago goes first. */
  #keep(game: Game, name: string, sales: KnownSales): void {
    const key = keyOf(game, name);
    this.#known.delete(key);
    this.#known.set(key, sales);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest);
  }
}

const keyOf = (game: Game, name: string): string => `${game}:${name}`;
