import { setImmediate as turn } from 'node:timers/promises';
import type { PriceColumns } from '../../book/prices/price-copies.ts';

type Variants = Record<string, number>;

/** Prices by name number, in thousandths of the currency; the best of all marketplaces taken. */
export class PricesByName {
  readonly ask: number[] = [];
  readonly offerCount: number[] = [];
  readonly bid: number[] = [];
  readonly askOf = new Map<number, Variants>();
  readonly bidOf = new Map<number, Variants>();

  take(columns: PriceColumns, at: number): void {
    const number = columns.names[at] as number;
    const ask = columns.price[at] as number;
    const bid = columns.bid[at] as number;
    const phase = columns.phaseAt(at);
    if (phase !== null) {
      if (ask > 0) note(this.askOf, number, phase, ask, Math.min);
      if (bid > 0) note(this.bidOf, number, phase, bid, Math.max);
      return;
    }
    this.offerCount[number] = (this.offerCount[number] ?? 0) + (columns.offerCount[at] as number);
    if (ask > 0) this.ask[number] = Math.min(this.ask[number] ?? ask, ask);
    if (bid > 0) this.bid[number] = Math.max(this.bid[number] ?? bid, bid);
  }
}

function note(
  all: Map<number, Variants>,
  number: number,
  phase: string,
  amount: number,
  better: (a: number, b: number) => number,
): void {
  const variants = all.get(number) ?? {};
  variants[phase] = better(variants[phase] ?? amount, amount);
  all.set(number, variants);
}

const rowsPerTurn = 4_000;

/** Adds the rows of each marketplace to its prices; returns the names by number. */
export async function gather(
  copies: { readonly next: () => PriceColumns | null },
  prices: (marketplaceId: number) => PricesByName | undefined,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  let count = 0;
  for (let columns = copies.next(); columns !== null; columns = copies.next()) {
    const own = prices(columns.marketplaceId);
    if (own === undefined) continue;
    for (let at = 0; at < columns.length; at += 1) {
      const number = columns.names[at] as number;
      if (!names.has(number)) names.set(number, columns.nameOf(number));
      own.take(columns, at);
      count += 1;
      if (count % rowsPerTurn === 0) await turn();
    }
  }
  return names;
}

const entriesPerPiece = 400;

/** The entries of all names joined by commas, in pieces; omits names whose entry is null. */
export async function* entryPieces(
  names: ReadonlyMap<number, string>,
  entry: (number: number, name: string) => string | null,
): AsyncGenerator<Buffer> {
  let text = '';
  let isFirst = true;
  let count = 0;
  for (const [number, name] of names) {
    const made = entry(number, name);
    if (made !== null) {
      text += isFirst ? made : `,\n${made}`;
      isFirst = false;
    }
    count += 1;
    if (count % entriesPerPiece !== 0) continue;
    yield Buffer.from(text);
    text = '';
    await turn();
  }
  yield Buffer.from(text);
}
