import type { Source } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { MarketRecord, Money } from '../../schema/index.ts';
import type { KnownItem } from '../known-item.ts';
import { CurrencyDrift } from './currency-drift.ts';
import { PriceDrift, pricesIn } from './price-drift.ts';
import { ShapeDrift } from './shape-drift.ts';

/** After this long, what changed is the new normal: the operator has had a day to see it. */
const untilNormalMs = 86_400_000;

/** Rows of one answer that are looked at. Rows of a lookup are all about one item, so one speaks for them. */
const rowsLookedAt = { bulk: 20, walk: 20, feed: 20, lookup: 1 } as const;

type DriftWatchSetup = {
  readonly source: Pick<Source, 'kind' | 'row'>;
  /** What is known of an item at the marketplace; null for nothing. */
  readonly known: (name: string) => KnownItem | null;
  readonly clock: Pick<Clock, 'elapsed'>;
};

/** Notices that the answers of a source are no longer what they were, although each can be read. */
export class DriftWatch {
  readonly #source;
  readonly #known;
  readonly #clock;
  readonly #prices = new PriceDrift();
  readonly #currencies = new CurrencyDrift();
  readonly #shape;
  #since: number | null = null;
  #knownEach = 0;

  constructor({ source, known, clock }: DriftWatchSetup) {
    this.#source = source;
    this.#known = known;
    this.#clock = clock;
    this.#shape = new ShapeDrift(source.row);
  }

  note(records: readonly MarketRecord[]): void {
    const prices = pricesIn(records);
    this.#currencies.note(prices.values());
    this.#prices.note(prices, this.#known, this.#knownEach);
  }

  /** In the answer that is used next, so many rows are as they were and are not read for each one that is. */
  expectKnown(each: number): void {
    this.#knownEach = each;
  }

  /** Whether records, of which these are the next ones, can be used; not while prices are in another unit than before. */
  admits(records: readonly MarketRecord[]): boolean {
    this.note(records);
    return !this.isMispriced();
  }

  /** Whether the lowest price of an item looks as if it was in another unit than before. */
  hasMoved(item: string, price: Money | null): boolean {
    return price !== null && this.#prices.hasMoved(price, this.#known(item));
  }

  /** So many prices were seen again without being read. */
  noteSeenAgain(count: number): void {
    this.#prices.noteUnmoved(count);
  }

  noteRows(rows: readonly unknown[]): void {
    this.#shape.note(rows.slice(0, rowsLookedAt[this.#source.kind]));
  }

  isMispriced(): boolean {
    return this.change() !== null && this.#prices.factor() !== null;
  }

  /** What changed, for the operator; null when nothing did. */
  change(): string | null {
    const what = this.#what();
    if (what === null) this.#since = null;
    else this.#since ??= this.#clock.elapsed();
    if (this.#since === null || this.#clock.elapsed() - this.#since < untilNormalMs) return what;
    this.#since = null;
    for (const drift of [this.#prices, this.#currencies, this.#shape]) drift.accept();
    return null;
  }

  #what(): string | null {
    const factor = this.#prices.factor();
    if (factor !== null)
      return `its prices are about ${factor} times what they were, so their unit may have changed: none of them is used for a day; compare one with the marketplace`;
    const currency = this.#currencies.change();
    if (currency !== null)
      return `its prices are in ${currency.to}, and were in ${currency.from}: check from which country it is asked`;
    const shape = this.#shape.change();
    return shape === null ? null : `${shape}: record an answer and compare it with wire.ts`;
  }
}
