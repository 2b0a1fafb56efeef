import fc from 'fast-check';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { currencies, keysIn, Money, weaponsIn } from '../schema/index.ts';
import { isCurrency, keysAndMetal, money } from './money.ts';

const thousandths = fc.integer({ min: 1, max: 9_000_000_000_000 });
const usd = (amount: number) => ({ amount, currency: 'USD' });
const decimalOf = (amount: number) => `${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}`;

describe('money', () => {
  it('reads decimal texts, cents and thousandths', () => {
    expect(money('31.076', 'USD')).toEqual(usd(31_076));
    expect(money('12', 'USD')).toEqual(usd(12_000));
    expect(money(' 12.5 ', 'EUR')).toEqual({ amount: 12_500, currency: 'EUR' });
    expect(money('5.', 'USD')).toEqual(usd(5000));
    expect(money('949', 'USD', 100)).toEqual(usd(9490));
    expect(money(69_900, 'USD', 1000)).toEqual(usd(69_900));
  });

  it('reads binary fractions as the decimals they are printed as', () => {
    expect(money(1.005, 'USD')).toEqual(usd(1005));
    expect(money(0.1 + 0.2, 'USD')).toEqual(usd(300));
    expect(money(7364.79, 'USD')).toEqual(usd(7_364_790));
  });

  it('rounds half a thousandth up, and a positive price never to zero', () => {
    expect(money('0.0015', 'USD')).toEqual(usd(2));
    expect(money('0.0014', 'USD')).toEqual(usd(1));
    expect(money('0.0001', 'USD')).toEqual(usd(1));
    expect(money(4e-7, 'USD')).toEqual(usd(1));
    expect(money(Number.MIN_VALUE, 'USD')).toEqual(usd(1));
    expect(money(0.2, 'USD', 1000)).toEqual(usd(1));
  });

  it.each([
    null,
    undefined,
    '',
    ' ',
    '0',
    0,
    '0.00',
    -1,
    '-5',
    'free',
    '1,234.00',
    '1e3',
    '0x10',
    Number.NaN,
    Infinity,
  ])('takes %j for no price', (value) => {
    expect(money(value, 'USD')).toBeNull();
  });

  it('rejects a price in an unknown currency', () => {
    expect(money('1', 'GBP')).toBeNull();
  });

  it.each([
    ['1000000000.001', 1],
    [1_000_000_000.001, 1],
    [1_768_478_400_000, 1],
    ['9007199254740.992', 1],
    [1e21, 1],
    [Number.MAX_VALUE, 1],
    ['9'.repeat(400), 1],
    ['100000000001', 100],
    [Number.MAX_VALUE, 100],
    [1_000_000_000_001, 1000],
    ['9'.repeat(400), 1000],
  ] as const)('lets no record have %s / %d, which is no price', (value, units) => {
    const large = money(value, 'USD', units);

    expect(Number.isSafeInteger(large?.amount)).toBe(true);
    expect(Check(Money, large)).toBe(false);
  });

  it('reads the largest price exactly', () => {
    expect(money('999999999.999', 'USD')).toEqual(usd(999_999_999_999));
  });

  it('reads every amount exactly from its decimal text or number, from thousandths and from cents', () => {
    fc.assert(
      fc.property(thousandths, fc.constantFrom(...currencies), (amount, currency) => {
        expect(money(decimalOf(amount), currency)).toEqual({ amount, currency });
        expect(money(amount / 1000, currency)).toEqual({ amount, currency });
        expect(money(amount / 10, currency, 100)).toEqual({ amount, currency });
        expect(money(amount, currency, 1000)).toEqual({ amount, currency });
        expect(money(String(amount), currency, 100)).toEqual({ amount: amount * 10, currency });
      }),
    );
  });

  it('reads a number and its text alike', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), (price) => {
        expect(money(price, 'USD')).toEqual(money(String(price), 'USD'));
        expect(Math.abs((money(price, 'USD')?.amount ?? 0) - price * 1000)).toBeLessThanOrEqual(0.5 + price * 1e-12);
      }),
    );
  });

  it('answers anything with null or a positive whole amount', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(1, 100, 1000), (value, unit) => {
        const read = money(value, 'USD', unit);
        expect(read === null || (Number.isSafeInteger(read.amount) && read.amount > 0)).toBe(true);
      }),
    );
  });
});

describe('keys and metal', () => {
  const inside = (keys: unknown, refined: unknown) => {
    const read = keysAndMetal(keys, refined);
    return read === null ? null : [keysIn(read.amount), weaponsIn(read.amount)];
  };

  it.each([
    [0.05, 1],
    [0.11, 2],
    [0.16, 3],
    [0.33, 6],
    [0.88, 16],
    [1, 18],
    [9.55, 172],
    [21.77, 392],
    [58.83, 1059],
  ])('reads %s refined, as it prints, for %i weapons', (refined, weapons) => {
    expect(inside(undefined, refined)).toEqual([0, weapons]);
  });

  it('reads every price that can be paid, however its two decimals were rounded', () => {
    const keys = fc.nat(999_999);
    const weapons = fc.nat(999_999);
    fc.assert(
      fc.property(keys, weapons, fc.constantFrom(Math.floor, Math.round, Math.ceil), (k, w, round) => {
        const printed = round((w / 18) * 100) / 100;
        expect(inside(k, printed)).toEqual(k + w === 0 ? null : [k, w]);
      }),
    );
  });

  it('are no price without both, with a part of a key, or with what is no amount', () => {
    expect(inside(3, null)).toEqual([3, 0]);
    expect([inside(null, undefined), inside(0, 0), inside(0, 0.01)]).toEqual([null, null, null]);
    expect([inside(1.5, 1), inside(-1, 5), inside(1, -0.11), inside('1', 1), inside(1e6, 0)]).toEqual(
      Array(5).fill(null),
    );
    expect([inside(1, Number.NaN), inside(0, 1e6), inside(0, Number.POSITIVE_INFINITY)]).toEqual(Array(3).fill(null));
  });

  it('answer anything with null or a positive whole amount', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (keys, refined) => {
        const read = keysAndMetal(keys, refined);
        expect(read === null || (Number.isSafeInteger(read.amount) && read.amount > 0)).toBe(true);
      }),
    );
  });
});

describe('isCurrency', () => {
  it('knows the currencies by their exact codes', () => {
    expect(currencies.every(isCurrency)).toBe(true);
    expect(isCurrency('usd')).toBe(false);
  });
});
