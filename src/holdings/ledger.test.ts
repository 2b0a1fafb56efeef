import { expect, it } from 'vitest';
import { seededNumbers } from '../../test/support/runner/seed.ts';
import { currencies, phases } from '../schema/index.ts';
import { type ConvertAt, type Ledger, ledgerInPieces, type SoldLot } from './ledger.ts';
import type { Transaction } from './transaction.ts';

const dayMs = 86_400_000;

const base: Transaction = {
  id: '1',
  kind: 'buy',
  game: 'CS2',
  name: 'AK-47 | Redline (Field-Tested)',
  variant: null,
  quantity: 1,
  currency: 'USD',
  price: 10_000,
  fee: 0,
  at: 0,
  marketplaceId: null,
  assetId: null,
  float: null,
  paintSeed: null,
  note: null,
};

function ledgerOf(transactions: readonly Transaction[], convert: ConvertAt): Ledger {
  const pieces = ledgerInPieces(transactions, convert);
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}

const asItIs = (amount: number): number => amount;

it('takes what was bought first, and leaves no thousandth of a purchase out', () => {
  const { holdings, sold } = ledgerOf(
    [
      { ...base, quantity: 3, price: 3_333, fee: 1 },
      { ...base, id: '2', at: dayMs, quantity: 2, price: 5_000 },
      { ...base, id: '3', at: 2 * dayMs, kind: 'sell', quantity: 4, price: 6_000, fee: 2_000 },
    ],
    asItIs,
  );
  expect(sold.map(({ buy, quantity, cost, proceeds }) => [buy?.id, quantity, cost, proceeds])).toEqual([
    ['1', 3, 10_000, 16_500],
    ['2', 1, 5_000, 5_500],
  ]);
  expect(holdings).toMatchObject([{ quantity: 1, lots: [{ buy: { id: '2' }, quantity: 1, cost: 5_000 }] }]);
});

it('says of pieces that nobody is known to have bought that their cost is not known', () => {
  const { holdings, sold } = ledgerOf(
    [
      { ...base, id: '2', kind: 'sell', quantity: 2 },
      { ...base, at: dayMs },
    ],
    asItIs,
  );
  expect(sold).toMatchObject([{ buy: null, quantity: 2, cost: null, proceeds: 20_000 }]);
  expect(holdings).toMatchObject([{ quantity: 1 }]);
});

it('has no cost and no proceeds where a price or a rate is not known', () => {
  const sale: Transaction = { ...base, id: '2', at: 1, kind: 'sell', currency: 'EUR' };
  const { sold } = ledgerOf([{ ...base, price: null }, sale], (amount, from) => (from === 'EUR' ? null : amount));
  expect(sold).toMatchObject([{ buy: { id: '1' }, cost: null, proceeds: null }]);
});

type Fraction = readonly [numerator: bigint, denominator: bigint];

const keyOf = ({ game, name, variant }: Pick<Transaction, 'game' | 'name' | 'variant'>): string =>
  JSON.stringify([game, name, variant]);

/** Pieces one by one, as whole fractions: what a patient clerk would do. */
class Clerk {
  readonly #pieces = new Map<string, Fraction[]>();
  readonly #profits = new Map<string, Fraction[]>();
  unmatched = 0;

  enter(transaction: Transaction): void {
    const { kind, quantity, price, fee, currency, at } = transaction;
    const key = keyOf(transaction);
    const pieces = this.#pieces.get(key) ?? [];
    const profits = this.#profits.get(key) ?? [];
    this.#pieces.set(key, pieces);
    this.#profits.set(key, profits);
    const sign = kind === 'buy' ? 1 : -1;
    const total = BigInt(perDollar(currency, at)((price ?? 0) * quantity + sign * fee));
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

function sums(amounts: readonly (readonly [key: string, amount: number])[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [key, amount] of amounts) found.set(key, (found.get(key) ?? 0) + amount);
  return found;
}

/** The keys whose amounts, in thousandths, differ by half a cent or more. */
const centsApart = (some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] =>
  [...new Set([...some.keys(), ...others.keys()])].filter(
    (key) => Math.abs((some.get(key) ?? 0) - (others.get(key) ?? 0)) >= 5,
  );

const profitOf = ({ cost, proceeds }: SoldLot): number => (proceeds ?? 0) - (cost ?? 0);

const rates = { USD: 1, EUR: 0.9, CNY: 7.1, RUB: 88 };
const perDollar = (currency: Transaction['currency'], at: number) => (amount: number) =>
  Math.round(amount / (rates[currency] * (1 + ((at / dayMs) % 7) / 100)));

it('keeps 10,000 transactions to the cent, whatever they are and in whatever order they were recorded', () => {
  const draw = seededNumbers();
  const whole = (below: number): number => Math.floor(draw() * below);
  const oneOf = <One>(all: readonly One[]): One => all[whole(all.length)] as One;
  const transactions = Array.from(
    { length: 10_000 },
    (_, at): Transaction => ({
      ...base,
      id: String(at),
      kind: draw() < 0.6 ? 'buy' : 'sell',
      name: `Item ${whole(200)}`,
      variant: draw() < 0.2 ? oneOf(phases) : null,
      quantity: 1 + whole(9),
      currency: oneOf(currencies),
      price: whole(3_000_000),
      fee: draw() < 0.5 ? 0 : whole(50_000),
      // No two at once, so that there is one order
      at: whole(700) * dayMs + at,
    }),
  );
  const { holdings, sold } = ledgerOf(transactions, (amount, from, at) => perDollar(from, at)(amount));

  const clerk = new Clerk();
  for (const one of [...transactions].sort((a, b) => a.at - b.at)) clerk.enter(one);
  const profits = sums(sold.map((one) => [keyOf(one.sell), one.buy === null ? 0 : profitOf(one)]));
  const costs = sums(holdings.flatMap((one) => one.lots.map(({ cost }) => [keyOf(one), cost ?? 0])));
  expect(centsApart(profits, clerk.profits())).toEqual([]);
  expect(centsApart(costs, clerk.costs())).toEqual([]);
  expect(sold.reduce((total, { buy, quantity }) => total + (buy === null ? quantity : 0), 0)).toBe(clerk.unmatched);
  const held = new Map(holdings.map((one) => [keyOf(one), one.quantity]));
  expect(held).toEqual(clerk.held());
});
