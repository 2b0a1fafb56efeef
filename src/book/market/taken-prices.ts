import { Column } from '../memory/column.ts';
import type { Row } from '../memory/numbers.ts';

/** What each series cost when that was taken last: thousandths of a dollar, and as it was asked or bid. */
export class TakenPrices {
  readonly usd = new Column<Row>('float64');
  /** 0 where it says no more than the dollars. */
  readonly own = new Column<Row>('float64');

  /** Whether it is another one than before; several of one currency may be the same thousandth of a dollar. */
  take(row: Row, usd: number, amount: number): boolean {
    const own = amount === usd ? 0 : amount;
    if (usd === this.usd.get(row) && own === this.own.get(row)) return false;
    this.usd.set(row, usd);
    this.own.set(row, own);
    return true;
  }
}
