import { expect, it } from 'vitest';
import { Clerk, keyOf } from '../../test/support/holdings/clerk.ts';
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
const inDollars = (amount: number, currency: Transaction['currency'], at: number): number =>
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
  const { holdings, sold } = ledgerOf(transactions, inDollars);

  const clerk = new Clerk(inDollars);
  for (const one of [...transactions].sort((a, b) => a.at - b.at)) clerk.enter(one);
  const profits = sums(sold.map((one) => [keyOf(one.sell), one.buy === null ? 0 : profitOf(one)]));
  const costs = sums(holdings.flatMap((one) => one.lots.map(({ cost }) => [keyOf(one), cost ?? 0])));
  expect(centsApart(profits, clerk.profits())).toEqual([]);
  expect(centsApart(costs, clerk.costs())).toEqual([]);
  expect(sold.reduce((total, { buy, quantity }) => total + (buy === null ? quantity : 0), 0)).toBe(clerk.unmatched);
  const held = new Map(holdings.map((one) => [keyOf(one), one.quantity]));
  expect(held).toEqual(clerk.held());
});
