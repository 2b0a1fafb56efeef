import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies } from '../schema/index.ts';
import { isCurrency, money } from './money.ts';

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

  it('takes no price in a currency it does not know, nor one too large to count', () => {
    expect(money('1', 'GBP')).toBeNull();
    expect(money('9007199254740.992', 'USD')).toBeNull();
    expect(money(1e21, 'USD')).toBeNull();
    expect(money('9007199254740.991', 'USD')).toEqual(usd(Number.MAX_SAFE_INTEGER));
  });

  it('brings every amount back exactly from its decimal text or number, from thousandths and from cents', () => {
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

describe('isCurrency', () => {
  it('knows the currencies by their exact codes', () => {
    expect(currencies.every(isCurrency)).toBe(true);
    expect(isCurrency('usd')).toBe(false);
  });
});
