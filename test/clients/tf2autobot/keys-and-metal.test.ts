import { createRequire } from 'node:module';
import { join } from 'node:path';
import type TheirCurrencies from '@tf2autobot/tf2-currencies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNative } from '../../../src/api/wire/full/full-fields.ts';
import { tf2Amount } from '../../../src/schema/index.ts';
import { exampleFolder } from '../../support/tf2autobot/pricer.ts';

const { inScrap, scrapWorthOf, toKeysAndMetal, toMetal } = await import(join(exampleFolder, 'keys-and-metal.mjs'));

// Its types declare a default export, but the module itself is the export
const Currencies: typeof TheirCurrencies.default = createRequire(import.meta.url)('@tf2autobot/tf2-currencies');

/** A key is 58.83 refined, a refined 0.0275 dollars. */
const rates = [
  { currency: 'KEY', perUSD: 1 / (58.83 * 0.0275) },
  { currency: 'REF', perUSD: 1 / 0.0275 },
];
const worth = scrapWorthOf(rates) ?? expect.fail('no worth');

/** As the service writes it, in keys and metal of two decimals. */
const scrapOf = (keys: number, weapons: number): number =>
  inScrap({ native: toNative({ amount: tf2Amount(keys, weapons) ?? 1, currency: 'TF2' }), priceUSD: 1 }, worth);

describe('a price in keys and metal', () => {
  it.each([
    [20, 0, { keys: 20, metal: 0 }],
    [0, 24, { keys: 0, metal: 1.33 }],
    [3, 222, { keys: 3, metal: 12.33 }],
    [0, 1058, { keys: 0, metal: 58.77 }],
  ])('%i keys and %i weapons stay what they are', (keys, weapons, price) => {
    expect(toKeysAndMetal(scrapOf(keys, weapons), worth, 'buy')).toEqual(price);
    expect(toKeysAndMetal(scrapOf(keys, weapons), worth, 'sell')).toEqual(price);
  });

  it('of more metal than a key is worth is told in whole keys and the rest', () => {
    expect(toKeysAndMetal(scrapOf(0, 120 * 18), worth, 'buy')).toEqual({ keys: 2, metal: 2.33 });
    expect(toKeysAndMetal(scrapOf(0, 120 * 18), worth, 'sell')).toEqual({ keys: 2, metal: 2.44 });
  });

  it('of half a scrap is rounded so that no bot loses by it', () => {
    expect([toKeysAndMetal(scrapOf(0, 3), worth, 'buy'), toKeysAndMetal(scrapOf(0, 3), worth, 'sell')]).toEqual([
      { keys: 0, metal: 0.11 },
      { keys: 0, metal: 0.22 },
    ]);
    expect(toKeysAndMetal(scrapOf(0, 1), worth, 'buy')).toBeNull();
  });

  it('of a key is in metal alone', () => {
    expect(toMetal(scrapOf(0, 1059), 'buy')).toEqual({ keys: 0, metal: 58.77 });
    expect(toMetal(scrapOf(0, 1059), 'sell')).toEqual({ keys: 0, metal: 58.88 });
  });
});

it('a price in dollars is told at what metal and keys are worth now', () => {
  const scrap = inScrap({ native: { amount: 2, currency: 'USD', metal: null }, priceUSD: 2 }, worth);
  expect(toKeysAndMetal(scrap, worth, 'buy')).toEqual({ keys: 1, metal: 13.88 });
  expect(toKeysAndMetal(scrap, worth, 'sell')).toEqual({ keys: 1, metal: 14 });
});

it('any price is worth the same within a scrap to the reckoning of the bot itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 2, max: 1_000 }), (keys, weapons) => {
      const scrap = scrapOf(keys, weapons);
      for (const side of ['buy', 'sell'] as const) {
        const price = toKeysAndMetal(scrap, worth, side) ?? expect.fail('no price');
        const bot = new Currencies(price);
        expect([bot.keys, bot.metal]).toEqual([price.keys, price.metal]);
        const value = bot.keys * worth.perKey + new Currencies({ keys: 0, metal: bot.metal }).toValue();
        expect(side === 'buy' ? scrap - value : value - scrap).toBeGreaterThan(-0.001);
        expect(Math.abs(value - scrap)).toBeLessThan(1);
      }
    }),
  );
});

it('is not known where either worth is missing', () => {
  expect([scrapWorthOf([]), scrapWorthOf(rates.slice(1)), scrapWorthOf(rates.slice(0, 1))]).toEqual([null, null, null]);
});
