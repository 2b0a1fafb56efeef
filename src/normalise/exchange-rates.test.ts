import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Currency, Rate } from '../schema/index.ts';
import { createExchangeRates } from './exchange-rates.ts';

const today = Date.parse('2026-09-12T10:00:00Z');
const day = 86_400_000;

const rate = (currency: Currency, perUsd: number, ratedAt = Date.parse('2026-09-12T00:00:00Z')): Rate => ({
  currency,
  perUsd,
  ratedAt,
  source: 'test',
});

const ratesAt = (clock: { at: number }) => {
  const rates = createExchangeRates({ now: () => clock.at });
  rates.accept([rate('EUR', 0.8665), rate('CNY', 6.7599), rate('RUB', 82.9977)]);
  return rates;
};

describe('exchange rates', () => {
  it('make four prices of one amount', () => {
    const rates = ratesAt({ at: today });

    expect(rates.toPrices({ amount: 10_000, currency: 'USD' })).toEqual({
      USD: 10_000,
      EUR: 8_665,
      CNY: 67_599,
      RUB: 829_977,
    });
  });

  it('never touch the amount in its own currency', () => {
    const rates = ratesAt({ at: today });

    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 50 }),
        fc.constantFrom('USD', 'EUR', 'CNY', 'RUB'),
        (amount, currency) => {
          expect(rates.toPrices({ amount, currency })[currency]).toBe(amount);
        },
      ),
    );
  });

  it('turn no positive amount into zero', () => {
    expect(ratesAt({ at: today }).toPrices({ amount: 1, currency: 'RUB' }).USD).toBe(1);
  });

  it('leave a currency null once its rate is older than seven days, and the native one as it is', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);

    clock.at = Date.parse('2026-09-19T00:00:00Z');
    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' }).USD).toBe(5_770);

    clock.at += 1;
    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' })).toEqual({ USD: null, EUR: 5_000, CNY: null, RUB: null });
    expect(rates.trouble('EUR')).toBe('the EUR rate is 7 days old');
  });

  it('convert nothing before the first rate', () => {
    const rates = createExchangeRates({ now: () => today });

    expect(rates.toPrices({ amount: 5_000, currency: 'USD' })).toEqual({ USD: 5_000, EUR: null, CNY: null, RUB: null });
    expect(rates.trouble('RUB')).toBe('no RUB rate has been read yet');
  });

  it('refuse a zero, an absurd step and an older table, and keep the last good rate', () => {
    const rates = ratesAt({ at: today });

    const { refused } = rates.accept([
      rate('EUR', 0),
      rate('RUB', 60),
      rate('CNY', 6.7, today - 3 * day),
      rate('CNY', 7, today + 30 * day),
    ]);

    expect(refused).toHaveLength(4);
    expect(rates.current()).toEqual(ratesAt({ at: today }).current());
  });

  it('take an earlier day from the publisher that stood in for another', () => {
    const rates = createExchangeRates({ now: () => today });
    rates.accept([{ ...rate('EUR', 0.867, today + day), source: 'cbr' }]);

    expect(rates.accept([{ ...rate('EUR', 0.8665, today - day), source: 'ecb' }]).accepted).toHaveLength(1);
    expect(rates.current()).toMatchObject([{ source: 'ecb' }]);
  });

  it('take any step once the last good rate has expired', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);

    clock.at = today + 10 * day;
    expect(rates.accept([rate('RUB', 150, clock.at)]).accepted).toHaveLength(1);
  });
});
