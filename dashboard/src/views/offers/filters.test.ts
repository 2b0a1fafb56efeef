import { describe, expect, it } from 'vitest';
import { filtersOf, requestOf, stickersIn } from './filters.ts';

const requestAt = (address: string) => requestOf(filtersOf(new URLSearchParams(address)), 'EUR');

const defaults = { game: 'CS2', currency: 'EUR', limit: 100, sort: 'price' };

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
    ['lock=0&sort=floatDown&after=WyJ', { ...defaults, maxDaysTradeLocked: 0, sort: 'floatDown', after: 'WyJ' }],
    // Paint filters do not apply to other games, and invalid numbers and orders are ignored
    ['game=Rust&fmax=0.07&seeds=4&stickers=Crown (Foil)&sort=float', { ...defaults, game: 'Rust' }],
    ['min=0&max=x&fmax=2&below=-1&seeds=x&sort=best', defaults],
  ])('by %j is %j', (address, expected) => {
    expect(requestAt(address)).toEqual(expected);
  });

  it('is stickers by their whole names, each as often as it is to be there', () => {
    expect(stickersIn('Crown (Foil); Sticker | Crown (Foil);;Patch | Howl ')).toEqual([
      'Sticker | Crown (Foil)',
      'Sticker | Crown (Foil)',
      'Patch | Howl',
    ]);
  });
});
