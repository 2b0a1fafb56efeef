import { Column, Columns } from './column.ts';
import type { Row } from './numbers.ts';

const second = 1000;
const day = 86_400;
const week = 7 * day;
// What was three days ago weighs a third of what is now
const memory = 3 * day;
/** Of less than that nobody can say what is usual. */
const leastKnown = day;

/** Logarithms of thousandths fit into four bytes so. */
const step = 1e6;

/**
 * What a price usually is, by row in 12 bytes: the middle over time of its logarithm, in which hours of another price weigh
 * little. Known once a price has been there for a day.
 */
export class UsualPrices extends Columns {
  readonly #usual = new Column<Row>('int32');
  /** Up to when `usual` speaks, in seconds, and since when; 0 is nothing. */
  readonly #until = new Column<Row>('int32');
  readonly #since = new Column<Row>('int32');

  protected override get columns() {
    return { usual: this.#usual, until: this.#until, since: this.#since };
  }

  /** A price stood until now; 0 was none. */
  stood(row: Row, usd: number, at: number): void {
    const until = Math.floor(at / second);
    if (usd > 0 && this.#until.get(row) > 0) this.#usual.set(row, this.#with(row, usd, until));
    this.#until.set(row, until);
    if (this.#since.get(row) === 0) this.#since.set(row, until);
  }

  /** A price stands since then, and nothing else is known. */
  begin(row: Row, at: number): void {
    const since = Math.floor(at / second);
    this.#until.set(row, since);
    this.#since.set(row, since);
  }

  /** In thousandths of a dollar where `usd` has stood until now; 0 while it is not known. */
  at(row: Row, usd: number, at: number): number {
    const until = Math.floor(at / second);
    if (usd === 0 || until - this.#since.get(row) < leastKnown || this.#until.get(row) === 0) return 0;
    return Math.exp(this.#with(row, usd, until) / step);
  }

  #with(row: Row, usd: number, until: number): number {
    const former = this.#until.get(row);
    const known = Math.min(former - this.#since.get(row), week);
    const more = Math.max(0, until - former);
    const share = known === 0 ? 1 : Math.max(1 - Math.exp(-more / memory), more / (known + more));
    const usual = this.#usual.get(row);
    return Math.round(usual + share * (Math.log(usd) * step - usual));
  }
}
