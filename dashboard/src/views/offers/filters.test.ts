import { describe, expect, it } from 'vitest';
import { parameterOf } from './defaults.ts';
import { filtersOf, requestOf, stickersIn } from './filters.ts';

const requestAt = (address: string) => requestOf(filtersOf(new URLSearchParams(address), { shown: 'EUR' }), 'EUR');

const all = { game: 'CS2', currency: 'EUR', limit: 100, sort: 'newest' };
const defaults = { ...all, minPrice: 1, belowOthersPercent: 10 };

describe('what is asked of the offers', () => {
  it.each([
    ['', defaults],
    ['game=TF2', { ...defaults, game: 'TF2' }],
    [
      'q=ak redline&phase=Ruby&marketplace=CSFloat',
      { ...defaults, query: 'ak redline', phase: 'Ruby', marketplaces: ['CSFloat'] },
    ],
    ['min=1.5&max=20&below=5', { ...defaults, minPrice: 1.5, maxPrice: 20, belowOthersPercent: 5 }],
    ['fmin=0&fmax=0.07&seeds=661, 4', { ...defaults, minFloat: 0, maxFloat: 0.07, paintSeeds: [661, 4] }],
    ["charm= lil' ava &fade=95", { ...defaults, charm: "lil' ava", minFade: 95 }],
    ['lock=0&sort=floatDown&after=WyJ', { ...defaults, maxDaysTradeLocked: 0, sort: 'floatDown', after: 'WyJ' }],
    // Paint filters do not apply to other games, and invalid numbers and orders are ignored
    ['game=Rust&fmax=0.07&seeds=4&stickers=Crown (Foil)&sort=float', { ...defaults, game: 'Rust' }],
    ['min=0&max=x&fmax=2&below=-1&seeds=x&sort=best', all],
    ['below=0&sort=price', { ...all, minPrice: 1, sort: 'price' }],
  ])('by %j is %j', (address, expected) => {
    expect(requestAt(address)).toEqual(expected);
  });

  it('begins at about a dollar in each currency', () => {
    const minOf = (shown: 'USD' | 'RUB') => filtersOf(new URLSearchParams(), { shown }).min;
    expect([minOf('USD'), minOf('RUB')]).toEqual(['1', '80']);
  });

  it('is written to the address only where it is not the default', () => {
    expect([parameterOf('1', '1'), parameterOf('', '1'), parameterOf('2.5', '1')]).toEqual(['', '0', '2.5']);
  });

  it('is stickers by their whole names, each as often as it is to be there', () => {
    expect(stickersIn('Crown (Foil); Sticker | Crown (Foil);;Patch | Howl ')).toEqual([
      'Sticker | Crown (Foil)',
      'Sticker | Crown (Foil)',
      'Patch | Howl',
    ]);
  });
});
