import { describe, expect, it } from 'vitest';
import { hasPhases, phaseIn } from '../phase-in.ts';
import { ageText } from './age.ts';
import { priceIn, priceText, rangeText } from './currency.ts';

describe('an age', () => {
  it.each([
    [null, 'never'],
    [1_000, '0 s'],
    [1_010, '0 s'],
    [941, '59 s'],
    [940, '1 min'],
    [1_000 - 3_600, '1 h'],
    [1_000 - 200_000, '2 d'],
  ])('since %s at 1000 reads %s', (at, text) => {
    expect(ageText(at, 1_000)).toBe(text);
  });
});

describe('the phase that a search names', () => {
  const doppler = { game: 'CS2', name: '★ Karambit | Doppler (Factory New)' };

  it.each([
    ['karambit doppler phase 2', 'Phase 2'],
    ['P3 karambit', 'Phase 3'],
    ['phase-1', 'Phase 1'],
    ['karambit Sapphire', 'Sapphire'],
    ['blackpearl', 'Black Pearl'],
    ['karambit doppler', null],
    ['phase 5', null],
  ])('by %s is %s', (words, phase) => {
    expect(phaseIn(doppler, words)).toBe(phase);
  });

  it('is none for an item without phases', () => {
    expect(phaseIn({ game: 'CS2', name: 'P250 | Ruby Poison Dart (Factory New)' }, 'ruby')).toBeNull();
    expect(phaseIn({ game: 'Rust', name: 'Doppler Door' }, 'ruby')).toBeNull();
  });
});

describe('phases', () => {
  it.each([
    ['★ Karambit | Doppler (Factory New)', true],
    ['★ M9 Bayonet | Gamma Doppler (Minimal Wear)', true],
    ['Sticker | Doppler Poison Frog (Foil)', false],
    ['AK-47 | Redline (Field-Tested)', false],
  ])('of %s are there: %s', (name, has) => {
    expect([hasPhases({ game: 'CS2', name }), hasPhases({ game: 'Rust', name })]).toEqual([has, false]);
  });
});

describe('a range of prices', () => {
  it.each([
    [null, '–'],
    [{ lowest: 155.73, highest: 763.51 }, '$155.73 – $763.51'],
    [{ lowest: 9, highest: 9 }, '$9.00'],
    [{ lowest: null, highest: null }, '–'],
  ])('of %o reads %s', (range, text) => {
    expect(rangeText(range, 'USD')).toBe(text);
  });
});

describe('a price', () => {
  it.each([
    [null, 'USD', '–'],
    [0.005, 'USD', '$0.005'],
    [1234.5, 'USD', '$1,234.50'],
    [28.1, 'EUR', '€28.10'],
    [204.2, 'CNY', '¥204.20'],
    [3, 'RUB', '₽3.00'],
  ] as const)('of %s in %s reads %s', (price, currency, text) => {
    expect(priceText(price, currency)).toBe(text);
  });

  it('is taken in the currency that is shown', () => {
    expect(priceIn({ priceUSD: 1, priceEUR: 2, priceCNY: 3, priceRUB: null }, 'CNY')).toBe(3);
  });
});
