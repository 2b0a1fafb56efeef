import type { Transaction } from '../../../src/holdings/transaction.ts';
import type { Currency } from '../../../src/schema/index.ts';

type Fraction = readonly [numerator: bigint, denominator: bigint];

export const keyOf = ({ game, name, variant }: Pick<Transaction, 'game' | 'name' | 'variant'>): string =>
  JSON.stringify([game, name, variant]);

/** Pieces one by one, as whole fractions: what a patient clerk would do. */
export class Clerk {
  readonly #convert: (amount: number, from: Currency, at: number) => number;
  readonly #pieces = new Map<string, Fraction[]>();
  readonly #profits = new Map<string, Fraction[]>();
  unmatched = 0;

  constructor(convert: (amount: number, from: Currency, at: number) => number) {
    this.#convert = convert;
  }

  enter(transaction: Omit<Transaction, 'id'>): void {
    const { kind, quantity, price, fee, currency, at } = transaction;
    const key = keyOf(transaction);
    const pieces = this.#pieces.get(key) ?? [];
    const profits = this.#profits.get(key) ?? [];
    this.#pieces.set(key, pieces);
    this.#profits.set(key, profits);
    const sign = kind === 'buy' ? 1 : -1;
    const total = BigInt(this.#convert((price ?? 0) * quantity + sign * fee, currency, at));
    for (let piece = 0; piece < quantity; piece += 1) {
      if (kind === 'buy') {
        pieces.push([total, BigInt(quantity)]);
        continue;
      }
      const cost = pieces.shift();
      if (cost === undefined) this.unmatched += 1;
      else profits.push([total, BigInt(quantity)], [-cost[0], cost[1]]);
    }
  }

  profits(): Map<string, number> {
    return new Map([...this.#profits].map(([key, profits]) => [key, sum(profits)]));
  }

  costs(): Map<string, number> {
    return new Map([...this.#pieces].map(([key, pieces]) => [key, sum(pieces)]));
  }

  held(): Map<string, number> {
    return new Map([...this.#pieces].flatMap(([key, { length }]) => (length === 0 ? [] : [[key, length] as const])));
  }
}

/** Sums fractions by their denominators; exact until the last division. */
function sum(fractions: readonly (readonly [bigint, bigint])[]): number {
  const byDenominator = new Map<bigint, bigint>();
  for (const [numerator, denominator] of fractions)
    byDenominator.set(denominator, (byDenominator.get(denominator) ?? 0n) + numerator);
  return [...byDenominator].reduce(
    (total, [denominator, numerator]) => total + Number((numerator * 1_000_000n) / denominator) / 1_000_000,
    0,
  );
}
