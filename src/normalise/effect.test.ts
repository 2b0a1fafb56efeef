import { describe, expect, it } from 'vitest';
import { effectOf } from './effect.ts';

describe('the effect of an unusual item', () => {
  it.each([
    ['Burning Flames', 'Burning Flames'],
    ['★ Unusual Effect: Burning Flames', 'Burning Flames'],
    ['Unusual Effect: Burning Flames', 'Burning Flames'],
    [' Nuts n’  Bolts ', "Nuts n' Bolts"],
    ['Purple Confetti', 'Purple Confetti'],
  ])('is read from "%s"', (phase, effect) => {
    expect(effectOf({ game: 'TF2', phase })).toBe(effect);
  });

  it.each([null, '', '  ', 'Ruby', 'x'.repeat(65)])('is not known from %j', (phase) => {
    expect(effectOf({ game: 'TF2', phase })).toBeNull();
  });

  it('exists in TF2 alone', () => {
    expect(effectOf({ game: 'Dota2', phase: 'Burning Flames' })).toBeNull();
  });
});
