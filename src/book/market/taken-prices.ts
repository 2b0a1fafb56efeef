import { bytesOf, Column } from '../memory/column.ts';
import type { Row } from '../memory/numbers.ts';

/** The last taken price of each series, in thousandths of a dollar and in its original currency. */
export class TakenPrices {
  readonly usd = new Column<Row>('float64');
  /** The amount in the original currency; 0 if it equals the dollars. */
  readonly #own = new Column<Row>('float64');

  get bytes(): number {
    return bytesOf([this.usd, this.#own]);
  }

  /** Returns whether the price has changed. Different amounts of a currency can equal the same thousandth of a dollar. */
  take(row: Row, usd: number, amount: number): boolean {
    const own = amount === usd ? 0 : amount;
    if (usd === this.usd.get(row) && own === this.#own.get(row)) return false;
    this.usd.set(row, usd);
    this.#own.set(row, own);
    return true;
  }
}
