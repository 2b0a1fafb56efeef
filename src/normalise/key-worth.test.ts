import { describe, expect, it } from 'vitest';
import { keyRates, parseBackpackCurrencies, parsePricedbKey, parseStnKey } from './key-worth.ts';

const currencies = (metal: unknown, keys: unknown) =>
  JSON.stringify({ response: { success: 1, currencies: { metal: { price: metal }, keys: { price: keys } } } });
const inMetal = { value: 60, value_high: 61, currency: 'metal' };

describe('what a key is worth', () => {
  it('is read of backpack.tf as the middle of a range, with metal in dollars', () => {
    expect(parseBackpackCurrencies(currencies({ value: 0.03, currency: 'usd' }, inMetal))).toEqual({
      refPerKey: 60.5,
      usdPerRef: 0.03,
      since: null,
    });
  });

  it('is not in dollars where metal is priced in something else', () => {
    expect(parseBackpackCurrencies(currencies({ value: 0.016, currency: 'keys' }, inMetal)).usdPerRef).toBeNull();
    expect(parseBackpackCurrencies(currencies([], inMetal)).usdPerRef).toBeNull();
  });

  it('is read of PriceDB between both sides, from when it says', () => {
    const item = { sku: '5021;6', time: 1_768_478_400, buy: { keys: 0, metal: 60 }, sell: { metal: 60.22 } };
    expect(parsePricedbKey(JSON.stringify(item))).toEqual({
      refPerKey: 60.11,
      usdPerRef: null,
      since: Date.UTC(2026, 0, 15, 12),
    });
    for (const wrong of [{ sku: '5022;6' }, { time: null }, { buy: { keys: 1, metal: 0.11 } }, { sell: [] }])
      expect(() => parsePricedbKey(JSON.stringify({ ...item, ...wrong }))).toThrow('PriceDB');
  });

  it('is read of STN.tf in scrap', () => {
    const answer = { success: 1, result: { pricing: { buyPrice: 540, sellPrice: 558 } } };
    expect(parseStnKey(JSON.stringify(answer)).refPerKey).toBe(61);
  });

  it.each(['', '<html></html>', 'null', '[]', '{"success":0,"error":"x"}', currencies([], [])])(
    'is not made out of %j',
    (text) => {
      for (const parse of [parseBackpackCurrencies, parsePricedbKey, parseStnKey])
        expect(() => parse(text)).toThrow(Error);
    },
  );

  it('is a pair of rates by one publisher, and none where it is absurd', () => {
    expect(keyRates(60, 1.5, 7, 'test')).toEqual([
      { currency: 'KEY', perUsd: 1 / 1.5, ratedAt: 7, source: 'test' },
      { currency: 'REF', perUsd: 40, ratedAt: 7, source: 'test' },
    ]);
    expect(() => keyRates(540, 0.05, 7, 'test')).toThrow('a key cannot cost 0.05 dollars');
    expect(() => keyRates(6, 1.5, 7, 'test')).toThrow('a key cannot cost 6 refined metal');
  });
});
