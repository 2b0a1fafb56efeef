import { describe, expect, it } from 'vitest';
import { englishAmount, isConvertible, printedCurrency, steamCurrency, unconvertible } from './currency.ts';

const printed = (text: string, price: number) => printedCurrency({ sell_price_text: text, sell_price: price });

describe('the numbers of currencies on Steam', () => {
  it('all have a code, and those without a bank rate are named', () => {
    const numbers = Array.from({ length: 47 }, (_, at) => at + 1);
    expect(new Set(numbers.map(steamCurrency)).size).toBe(47);
    expect(numbers.every((number) => /^[A-Z]{3}$/.test(steamCurrency(number)))).toBe(true);
    const without = numbers.filter((number) => !isConvertible(number)).map(steamCurrency);
    expect(without).toEqual(['CLP', 'PEN', 'COP', 'TWD', 'ARS', 'KWD', 'CRC', 'UYU', 'BGN', 'HRK']);
    expect(unconvertible(30)).toContain('Steam answers in TWD');
    expect([isConvertible(0), isConvertible(48)]).toEqual([false, false]);
  });
});

describe('a printed price', () => {
  it.each([
    ['$5.72', 572, 'USD'],
    ['$1,204.05 USD', 120_405, 'USD'],
    ['5,72€', 572, 'EUR'],
    ['1 204,05€', 120_405, 'EUR'],
    ['5,--€', 500, 'EUR'],
    ['€0.04', 4, 'EUR'],
    ['£4.50', 450, 'GBP'],
    ['28,90zł', 2890, 'PLN'],
    ['1\u00a0028,90 zł', 102_890, 'PLN'],
    ['R$ 28,90', 2890, 'BRL'],
    ['R$ 1.028,90', 102_890, 'BRL'],
    ['₩ 5,000', 500_000, 'KRW'],
    ['₩ 5,000', 500_040, 'KRW'],
    ['CDN$ 7.50', 750, 'CAD'],
    ['Mex$ 7.50', 750, 'MXN'],
    ['P250.00', 25_000, 'PHP'],
    ['R 99.99', 9_999, 'ZAR'],
    ['RM12.30', 1_230, 'MYR'],
    ['Rp 12 000', 1_200_000, 'IDR'],
    ['415,23 pуб.', 41_523, 'RUB'],
    ['415 руб.', 41_500, 'RUB'],
    ['12.300₫', 1_230_000, 'VND'],
    ['₹ 1,23,456', 12_345_600, 'INR'],
    ['CHF 1 204.05', 120_405, 'CHF'],
    ['7.50 AED', 750, 'AED'],
    ['3,40 kr.', 340, 'DKK'],
    ['1 500₸', 150_000, 'KZT'],
    ['$0.00', 0, 'USD'],
    ['HK$7,281.49 HKD', 728_149, 'HKD'],
    ['¥ 8.50 CNY', 850, 'CNY'],
    ['RUB\u00a05.70', 570, 'RUB'],
  ])('"%s" for %i hundredths is in %3$s', (text, price, currency) => {
    expect(printed(text, price)).toBe(currency);
  });

  it.each([
    ['¥ 1,234', 123_400, 'yen and yuan'],
    ['¥ 8.50', 850, 'yen and yuan'],
    ['5,00 kr', 500, 'Norwegian and Swedish crowns'],
    ['NT$ 150', 15_000, 'no rate'],
    ['$U150', 15_000, 'no rate'],
    ['X$ 1.50', 150, 'an unknown sign'],
    ['1.50', 150, 'no sign'],
    ['', 0, 'nothing'],
    ['$', 0, 'no amount'],
    ['$5.72', 57_200, 'another amount'],
    ['₩ 5,000', 5_000, 'another amount'],
    ['$5.72 and €6', 572, 'two amounts'],
  ])('"%s" for %i hundredths is not read: %s', (text, price) => {
    expect(printed(text, price)).toBeNull();
  });
});

describe('a price written as in English', () => {
  it.each([
    ['RUB\u00a05.70', '5.70'],
    ['¥1,234', '1234'],
    ['CN¥8.50', '8.50'],
    ['$1,204.05', '1204.05'],
    ['€0.04', '0.04'],
  ])('"%s" is %s', (text, amount) => {
    expect(englishAmount(text)).toBe(amount);
  });

  it.each(['5,70 €', '1.234,56 €', '1 234,56 zł', '12.3', '', '$', '1.2.3'])('is not made out of "%s"', (text) => {
    expect(englishAmount(text)).toBeNull();
  });
});
