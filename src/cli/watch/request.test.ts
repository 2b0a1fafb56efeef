import { describe, expect, it } from 'vitest';
import { valuesOf } from '../flags.ts';
import { filterFlags, printFlags, searchFlags } from './flags.ts';
import { subscriptionOf } from './request.ts';

const flagsOfWatch = { ...filterFlags, ...searchFlags, ...printFlags };
const subscriptionFor = (given: Readonly<Record<string, string | true>>) =>
  subscriptionOf({ flags: valuesOf(flagsOfWatch, given), positionals: [] });

describe('what a watch asks for', () => {
  it('covers offers unless a channel or a search filter is given', () => {
    expect(subscriptionFor({ 'max-float': '0.07', seed: '661,670', phase: 'Ruby' })).toEqual({
      marketplaces: 'all',
      games: 'all',
      newFloorOnly: false,
      maxFloat: 0.07,
      paintSeeds: [661, 670],
      phases: ['Ruby'],
    });
    expect(subscriptionFor({ query: 'redline', channel: 'best' }).channels).toEqual(['best']);
    for (const [flag, value] of [
      ['query', 'redline'],
      ['sticker', 'Crown (Foil);Howl'],
      ['max-lock', '0'],
      ['below-others', '5'],
      ['sort', 'newest'],
      ['limit', '10'],
    ] as const)
      expect(subscriptionFor({ [flag]: value }).channels, flag).toEqual(['found']);
    expect(subscriptionFor({ sticker: 'Crown (Foil);Howl' })).toMatchObject({ stickers: ['Crown (Foil)', 'Howl'] });
  });

  it('says what deals must pay out and for how long money may be held', () => {
    expect(subscriptionFor({ channel: 'deals', payout: 'ANY', 'max-hold-days': '8' })).toMatchObject({
      channels: ['deals'],
      payout: 'any',
      maxHoldDays: 8,
    });
    expect(() => subscriptionFor({ payout: 'gold' })).toThrow('--payout is "gold", but must be one of money');
  });

  it('refuses values that are not numbers', () => {
    expect(() => subscriptionFor({ 'below-others': 'ten' })).toThrow('--below-others is "ten"');
  });
});
