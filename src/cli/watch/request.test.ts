import { describe, expect, it } from 'vitest';
import { wishOf } from './request.ts';

const wish = (flags: Readonly<Record<string, string | true>>) => wishOf({ flags, positionals: [] });

describe('what a watch asks for', () => {
  it('is of offers unless a channel is named or a search is', () => {
    expect(wish({ 'max-float': '0.07', seed: '661,670', phase: 'Ruby' })).toEqual({
      marketplaces: 'all',
      games: 'all',
      newFloorOnly: false,
      maxFloat: 0.07,
      paintSeeds: [661, 670],
      phases: ['Ruby'],
    });
    expect(wish({ query: 'redline', channel: 'best' }).channels).toEqual(['best']);
    for (const [flag, value] of [
      ['query', 'redline'],
      ['sticker', 'Crown (Foil);Howl'],
      ['max-lock', '0'],
      ['below-others', '5'],
      ['sort', 'newest'],
      ['limit', '10'],
    ] as const)
      expect(wish({ [flag]: value }).channels, flag).toEqual(['found']);
    expect(wish({ sticker: 'Crown (Foil);Howl' })).toMatchObject({ stickers: ['Crown (Foil)', 'Howl'] });
  });

  it('refuses what is no number', () => {
    expect(() => wish({ 'below-others': 'ten' })).toThrow('--below-others is "ten"');
  });
});
