import { bytesOf, Column } from './column.ts';
import type { Row } from './numbers.ts';

const second = 1000;
const day = 86_400;
const week = 7 * day;
// A price of three days ago weighs about a third (1/e) of the current one
const memory = 3 * day;
/** Usual prices need at least a day of data. */
const minKnown = day;

/** Scale at which logarithms of thousandths fit into four bytes. */
const step = 1e6;

/**
 * The usual price by row, in 12 bytes: the time-weighted mean of its logarithm, so that a few hours at another price weigh
 * little. Known once a row has been priced for a day.
 */
export class UsualPrices {
  readonly #usual = new Column<Row>('int32');
  /** The end and the start of the time that `usual` covers, in seconds; 0 is none. */
  readonly #until = new Column<Row>('int32');
  readonly #since = new Column<Row>('int32');

  get bytes(): number {
    return bytesOf([this.#usual, this.#until, this.#since]);
  }

  /** Adds the price that was in force until now; 0 is none. */
  stood(row: Row, usd: number, at: number): void {
    const until = Math.floor(at / second);
    if (usd > 0 && this.#until.get(row) > 0) this.#usual.set(row, this.#with(row, usd, until));
    this.#until.set(row, until);
    if (this.#since.get(row) === 0) this.#since.set(row, until);
  }

  /** Like `stood`, for a price that may have been added before. */
  stoodAgain(row: Row, usd: number, at: number): void {
    if (Math.floor(at / second) >= this.#until.get(row)) this.stood(row, usd, at);
  }

  /** Everything kept of a row, for `restore`. */
  stored(row: Row): readonly [mean: number, until: number, since: number] {
    return [this.#usual.get(row), this.#until.get(row), this.#since.get(row)];
  }

  restore(row: Row, [mean, until, since]: readonly [mean: number, until: number, since: number]): void {
    this.#usual.set(row, mean);
    this.#until.set(row, until);
    this.#since.set(row, since);
  }

  /** The usual price in thousandths of a dollar, given the price in force until now; 0 if unknown. */
  at(row: Row, usd: number, at: number): number {
    const until = Math.floor(at / second);
    if (usd === 0 || until - this.#since.get(row) < minKnown || this.#until.get(row) === 0) return 0;
    return Math.exp(this.#with(row, usd, until) / step);
  }

  #with(row: Row, usd: number, until: number): number {
    const previous = this.#until.get(row);
    const known = Math.min(previous - this.#since.get(row), week);
    const more = Math.max(0, until - previous);
    const share = known === 0 ? 1 : Math.max(1 - Math.exp(-more / memory), more / (known + more));
    const usual = this.#usual.get(row);
    return Math.round(usual + share * (Math.log(usd) * step - usual));
  }
}
