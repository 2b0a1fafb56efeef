import fc from 'fast-check';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { bankCurrencies, currencies, keysIn, Money, weaponsIn } from '../schema/index.ts';
import { isCurrency, keysAndMetal, keysAndMetalOrNone, money, moneyOrNone } from './money.ts';
import { Unreadable } from './unreadable.ts';

const thousandths = fc.integer({ min: 1, max: 9_000_000_000_000 });
const usd = (amount: number) => ({ amount, currency: 'USD' });

/** null where it cannot be read. */
function readOrNull(read: () => Money | null): Money | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

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
    undefined,
    '',
    ' ',
    -1,
    '-5',
    'free',
    '1,234.00',
    '1 234,50',
    '$12.50',
    '1e3',
    '0x10',
    Number.NaN,
    'NaN',
    Infinity,
    [5],
    5n,
  ])('cannot read %s, whether or not there may be none', (value) => {
    expect(() => money(value, 'USD')).toThrow(/^price is not an amount: /);
    expect(() => moneyOrNone(value, 'USD')).toThrow(Unreadable);
  });

  it.each([null, 0, -0, '0', '0.00'])('takes %j for none only where there may be none', (value) => {
    expect(() => money(value, 'USD')).toThrow(/^price is (?:not an amount: null|zero: )/);
    expect(moneyOrNone(value, 'USD')).toBeNull();
  });

  it('says which field cannot be read, and the beginning of what is in it', () => {
    expect(() => money('1,234.50', 'USD')).toThrow('price is not an amount: "1,234.50"');
    expect(() => moneyOrNone(-5, 'USD', 100, 'min_price')).toThrow('min_price is not an amount: -5');
    expect(() => money('x'.repeat(1000), 'USD')).toThrow(/^price is not an amount: "x{59}…$/);
  });

  it('is in any currency that a bank publishes a rate for, and in no other', () => {
    expect(money('28.9', 'PLN')).toEqual({ amount: 28_900, currency: 'PLN' });
    expect(money(123_400, 'JPY', 100)).toEqual({ amount: 1_234_000, currency: 'JPY' });
    expect(() => money('1', 'TWD')).toThrow('currency is not known: "TWD"');
    for (const currency of ['TF2', '']) expect(() => moneyOrNone(null, currency)).toThrow(Unreadable);
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

  it('answers anything with a positive whole amount, with none, or by saying that it cannot be read', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(1, 100, 1000), (value, unit) => {
        const read = readOrNull(() => moneyOrNone(value, 'USD', unit));
        expect(read === null || (Number.isSafeInteger(read.amount) && read.amount > 0)).toBe(true);
      }),
    );
  });
});

describe('keys and metal', () => {
  const inside = (keys: unknown, refined: unknown) => {
    const read = keysAndMetalOrNone(keys, refined);
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

  it('are no price without both, and cannot be read with a part of a key or with what is no amount', () => {
    expect(inside(3, null)).toEqual([3, 0]);
    expect([inside(null, undefined), inside(0, 0)]).toEqual([null, null]);
    expect(() => keysAndMetal(null, 0)).toThrow('price is zero: {"keys":null,"refined":0}');
    const odd: readonly (readonly [unknown, unknown])[] = [
      [1.5, 1],
      [-1, 5],
      [1, -0.11],
      ['1', 1],
      [1e6, 0],
      [0, 0.01],
      [1, Number.NaN],
      [0, 1e6],
      [0, Number.POSITIVE_INFINITY],
    ];
    for (const [keys, metal] of odd) expect(() => inside(keys, metal)).toThrow('price is not an amount');
  });

  it('answer anything with a positive whole amount, with none, or by saying that it cannot be read', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (keys, refined) => {
        const read = readOrNull(() => keysAndMetalOrNone(keys, refined));
        expect(read === null || (Number.isSafeInteger(read.amount) && read.amount > 0)).toBe(true);
      }),
    );
  });
});

describe('isCurrency', () => {
  it('knows the currencies by their exact codes', () => {
    expect(bankCurrencies.every(isCurrency)).toBe(true);
    expect([isCurrency('usd'), isCurrency('TF2')]).toEqual([false, false]);
  });
});
