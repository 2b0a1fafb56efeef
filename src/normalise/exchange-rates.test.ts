import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { noPrices, type Rate, tf2Amount } from '../schema/index.ts';
import { ExchangeRates } from './exchange-rates.ts';
import { parseCbrTable, parseEcbTable } from './rate-tables.ts';

const today = Date.parse('2026-09-12T10:00:00Z');
const day = 86_400_000;

const rate = (currency: Rate['currency'], perUsd: number, ratedAt = Date.parse('2026-09-12T00:00:00Z')): Rate => ({
  currency,
  perUsd,
  ratedAt,
  source: 'test',
});

const ratesAt = (clock: { at: number }) => {
  const rates = new ExchangeRates({ now: () => clock.at });
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

  it('round to the nearest thousandth', () => {
    const rates = ratesAt({ at: today });

    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' }).USD).toBe(5_770);
    expect(rates.toPrices({ amount: 5_002, currency: 'EUR' }).USD).toBe(5_773);
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

  it('convert any other currency into the four, and leave them null once its rate is too old', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);
    const price = { amount: 42_265, currency: 'PLN' } as const;
    expect(rates.toPrices(price)).toEqual(noPrices);
    const before = rates.basis();
    rates.accept([rate('PLN', 4.2265), { ...rate('KZT', 520), source: 'cbr' }]);

    expect(rates.basis()).toBeGreaterThan(before);
    expect(rates.toPrices(price)).toEqual({ USD: 10_000, EUR: 8_665, CNY: 67_599, RUB: 829_977 });
    rates.accept([{ ...rate('RUB', 83), source: 'cbr' }]);
    clock.at = Date.parse('2026-09-19T00:00:00Z') + 1;
    expect(rates.toPrices(price)).toEqual(noPrices);
    // The Bank of Russia's are valid longer
    expect(rates.toPrices({ amount: 5_200_000, currency: 'KZT' })).toMatchObject({ USD: 10_000, EUR: null });
  });

  it('leave the rouble null once its rate is older than sixteen days', () => {
    const clock = { at: Date.parse('2026-09-28T00:00:00Z') };
    const rates = ratesAt(clock);
    expect(rates.toPrices({ amount: 10_000, currency: 'USD' }).RUB).toBe(829_977);

    clock.at += 1;
    expect(rates.toPrices({ amount: 10_000, currency: 'USD' }).RUB).toBeNull();
  });

  it('are in force again when a clock that ran ahead is set right', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);
    const before = rates.basis();
    clock.at += 30 * day;
    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' }).USD).toBeNull();

    clock.at = today;
    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' }).USD).toBe(5_770);
    expect(rates.trouble('EUR')).toBeNull();
    expect(rates.basis()).toBeGreaterThan(before);
  });

  it('convert nothing before the first rate', () => {
    const rates = new ExchangeRates({ now: () => today });

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

  it('are dated at most five days ahead, as before a long weekend', () => {
    const rates = new ExchangeRates({ now: () => today });

    expect(rates.accept([rate('EUR', 0.8665, today + 5 * day + 1)]).refused).toMatchObject([
      { why: 'rate is dated in the far future' },
    ]);
    expect(rates.accept([rate('EUR', 0.8665, today + 5 * day)]).accepted).toHaveLength(1);
  });

  it('are never older than the one in force of the same bank, even if that is dated ahead', () => {
    const rates = new ExchangeRates({ now: () => today });
    rates.accept([rate('EUR', 0.867, today + day)]);

    expect(rates.accept([rate('EUR', 0.8665, today)]).refused).toMatchObject([
      { why: 'rate is older than the one in force' },
    ]);
  });

  it('are refused with a table that has an impossible one, but not with another table of the bank', () => {
    const rates = new ExchangeRates({ now: () => today });
    const { accepted } = rates.accept([rate('EUR', 0.8665), rate('CNY', 0.148, today - day)]);

    expect(accepted).toMatchObject([{ currency: 'EUR' }]);
  });

  it('change by up to a fifth at once', () => {
    const rates = new ExchangeRates({ now: () => today });
    rates.accept([rate('CNY', 5)]);

    expect(rates.accept([rate('CNY', 6.001)]).accepted).toEqual([]);
    expect(rates.accept([rate('CNY', 6)]).accepted).toHaveLength(1);
  });

  it('accept an earlier date from the other bank', () => {
    const rates = new ExchangeRates({ now: () => today });
    rates.accept([{ ...rate('EUR', 0.867, today + day), source: 'cbr' }]);

    expect(rates.accept([{ ...rate('EUR', 0.8665, today - day), source: 'ecb' }]).accepted).toHaveLength(1);
    expect(rates.current()).toMatchObject([{ source: 'ecb' }]);
  });

  it('accept a large step, once the last good rate has lapsed, when a later table confirms it', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);

    clock.at = today + 20 * day;
    const { refused } = rates.accept([rate('RUB', 150, clock.at)]);
    expect(refused.map(({ why }) => why)).toEqual([
      'rate 150 is more than 20 % off the last good one, 82.9977; it is accepted once a later table agrees',
    ]);
    expect(rates.accept([rate('RUB', 150, clock.at)]).accepted).toEqual([]);
    expect(rates.accept([rate('RUB', 90, clock.at + 1)]).accepted).toHaveLength(1);
    expect(rates.accept([rate('CNY', 10, clock.at)]).accepted).toEqual([]);
    expect(rates.accept([rate('CNY', 9.9, clock.at + day)]).accepted).toHaveLength(1);
  });

  it('need a new confirmation each time that the last good rate has lapsed', () => {
    const clock = { at: today };
    const rates = ratesAt(clock);
    clock.at = today + 20 * day;
    expect(rates.accept([rate('RUB', 150, clock.at)]).accepted).toEqual([]);
    expect(rates.accept([rate('RUB', 90, clock.at + 1)]).accepted).toHaveLength(1);

    clock.at = today + 40 * day;
    expect(rates.accept([rate('RUB', 150, clock.at)]).accepted).toEqual([]);
  });

  it.each([
    ['turned round', { EUR: 1 / 0.8665, CNY: 1 / 6.7599 }, ['EUR', 'CNY']],
    ['moved by a line', { EUR: 6.7599, CNY: 141.3 }, ['EUR', 'CNY']],
    ['turned round for roubles', { RUB: 0.011 }, ['RUB']],
  ])('are not begun with a table that is %s', (_, perUsd, refusedOf) => {
    const rates = new ExchangeRates({ now: () => today });
    const table = Object.entries(perUsd).map(([currency, one]) => rate(currency as 'EUR', one));
    const { accepted, refused } = rates.accept(table);

    expect(accepted).toEqual([]);
    expect(refused.map((one) => one.rate.currency)).toEqual(refusedOf);
    for (const { why } of refused) expect(why).toMatch(/per dollar is not between|the same table has an impossible/);
    expect(rates.toPrices({ amount: 1000, currency: 'USD' })).toEqual({ ...noPrices, USD: 1000 });
  });

  it('are usable as long as money is converted at them', () => {
    const clock = { at: Date.parse('2026-01-01T12:00:00Z') };
    const rates = new ExchangeRates({ now: () => clock.at });
    const rate = { currency: 'EUR', perUsd: 0.87, ratedAt: clock.at, source: 'ecb' } as const;
    rates.accept([rate]);
    clock.at += 7 * day;
    expect(rates.usable()).toEqual([rate]);
    clock.at += 1;
    expect(rates.usable()).toEqual([]);
    expect(rates.toPrices({ amount: 1000, currency: 'USD' }).EUR).toBeNull();
  });

  it('know the rouble throughout the first weeks of a year, in which the Bank of Russia sets no rates', () => {
    const clock = { at: Date.parse('2025-12-30T12:00:00Z') };
    const rates = new ExchangeRates({ now: () => clock.at });
    const daily = (name: string, recorded: string): string => {
      const file = join(sharedFolder, 'marketplaces/fixtures/fx', name);
      return existsSync(file) ? readFileSync(file, 'latin1') : recorded;
    };
    const european = daily(
      'ecb-daily-2025-12-30.xml',
      "<Cube><Cube time='2025-12-30'><Cube currency='USD' rate='1.1757'/><Cube currency='CNY' rate='8.22'/></Cube></Cube>",
    );
    const russian = (date: string, usd: string) =>
      `<ValCurs Date="${date}" name="x"><Valute><CharCode>USD</CharCode><Nominal>1</Nominal><Value>${usd}</Value></Valute></ValCurs>`;
    const unknownOn: string[] = [];
    for (; clock.at < Date.parse('2026-01-15T00:00:00Z'); clock.at += day / 24) {
      const today = new Date(clock.at).toISOString().slice(0, 10);
      // European rates continue, except on New Year's Day
      if (today !== '2026-01-01') rates.accept(parseEcbTable(european.replace('2025-12-30', today)));
      rates.accept(
        parseCbrTable(today < '2026-01-13' ? russian('31.12.2025', '78,2267') : russian('13.01.2026', '79,0')),
      );
      const prices = rates.toPrices({ amount: 10_000, currency: 'RUB' });
      if (Object.values(prices).includes(null)) unknownOn.push(new Date(clock.at).toISOString());
    }

    expect(unknownOn).toEqual([]);
    expect(rates.toPrices({ amount: 1000, currency: 'USD' }).RUB).toBe(79_000);
  });
});

describe('prices in keys and metal', () => {
  const pair = (key: number, refined: number, ratedAt = today, source = 'test'): Rate[] => [
    { currency: 'KEY', perUsd: 1 / key, ratedAt, source },
    { currency: 'REF', perUsd: 1 / refined, ratedAt, source },
  ];
  const withKeys = (clock: { at: number }) => {
    const rates = ratesAt(clock);
    rates.accept(pair(1.8, 0.03));
    return rates;
  };
  const money = (keys: number, weapons: number) => {
    const amount = tf2Amount(keys, weapons);
    return amount === null ? null : { amount, currency: 'TF2' as const };
  };

  it('are the sum of both at their rates, in four currencies', () => {
    const rates = withKeys({ at: today });

    expect(rates.toPrices(money(2, 0))).toMatchObject({ USD: 3600 });
    expect(rates.toPrices(money(0, 18))).toMatchObject({ USD: 30 });
    expect(rates.toPrices(money(2, 180))).toEqual({ USD: 3900, EUR: 3379, CNY: 26_364, RUB: 323_691 });
  });

  it('are never worth less for another key or weapon, and never nothing', () => {
    const rates = withKeys({ at: today });
    const count = fc.integer({ min: 1, max: 99_999 });
    fc.assert(
      fc.property(count, count, (keys, weapons) => {
        const usd = rates.toPrices(money(keys, weapons)).USD ?? 0;
        expect(rates.toPrices(money(keys + 1, weapons)).USD).toBeGreaterThan(usd);
        expect(rates.toPrices(money(keys, weapons + 1)).USD).toBeGreaterThanOrEqual(usd);
        const [alone, metal] = [rates.toPrices(money(keys, 0)).USD ?? 0, rates.toPrices(money(0, weapons)).USD ?? 0];
        expect(Math.abs(usd - alone - metal)).toBeLessThanOrEqual(1);
        expect(metal).toBeGreaterThan(0);
      }),
    );
  });

  it('are never nothing, however little metal is worth', () => {
    const rates = new ExchangeRates({ now: () => today });
    rates.accept(pair(0.5, 0.005));

    expect(rates.toPrices(money(0, 1)).USD).toBe(1);
  });

  it('stay unknown without the rate of what they are paid with, and where a currency has none', () => {
    const clock = { at: today };
    const bare = new ExchangeRates({ now: () => clock.at });
    expect(bare.toPrices(money(1, 1))).toEqual(noPrices);
    expect(bare.trouble('KEY')).toBe('no KEY rate has been read yet');

    bare.accept(pair(1.8, 0.03).slice(0, 1));
    expect(bare.toPrices(money(1, 1))).toEqual(noPrices);
    expect(bare.toPrices(money(0, 1))).toEqual(noPrices);
    expect(bare.toPrices(money(1, 0))).toEqual({ ...noPrices, USD: 1800 });
  });

  it('become unknown once their rates are older than two days', () => {
    const clock = { at: today };
    const rates = withKeys(clock);

    clock.at = today + 2 * day;
    expect(rates.toPrices(money(1, 0)).USD).toBe(1800);
    clock.at += 1;
    expect(rates.toPrices(money(1, 0))).toEqual(noPrices);
    expect(rates.toPrices({ amount: 5_000, currency: 'EUR' }).USD).toBe(5_770);
    expect(rates.trouble('REF')).toBe('the REF rate is 2 days old');
  });

  it('change their two rates together or not at all, and refuse an absurd step of either', () => {
    const rates = withKeys({ at: today });

    const { accepted, refused } = rates.accept(pair(1.8, 0.05));
    expect(accepted).toEqual([]);
    expect(refused.map(({ why }) => why)).toEqual([
      'the other rate of the pair was refused',
      'rate 20 is more than 20 % off the last good one, 33.333333333333336',
    ]);
    expect(rates.accept(pair(1.9, 0.031)).accepted).toHaveLength(2);
  });

  it('follow the newest of several publishers, in any order of arrival', () => {
    for (const inOrder of [(rows: Rate[]) => rows, (rows: Rate[]) => rows.toReversed()]) {
      const rates = new ExchangeRates({ now: () => today });
      rates.accept(inOrder([...pair(1.6, 0.03, today - day, 'backpack.tf'), ...pair(2.4, 0.04, today - 5, 'book')]));

      expect(rates.current().map(({ source }) => source)).toEqual(['book', 'book']);
      expect(rates.accept(pair(2.4, 0.04, today - day, 'backpack.tf')).accepted).toEqual([]);
    }
  });
});
