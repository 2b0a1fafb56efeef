import { describe, expect, it } from 'vitest';
import type { Game } from '../schema/index.ts';
import { wearOf } from './wear.ts';

type Figures = readonly [float: number | null, paintIndex: number | null, paintSeed: number | null];

const none: Figures = [null, null, null];

const stored = (name: string, [float, paintIndex, paintSeed]: Figures, game: Game = 'CS2'): Figures => {
  const wear = wearOf(game, name, { float, paintIndex, paintSeed });
  return [wear.float, wear.paintIndex, wear.paintSeed];
};

const redline = 'AK-47 | Redline (Field-Tested)';

describe('the float, paint index and seed of an item', () => {
  it.each([
    "Charm | Lil' SAS",
    'Sticker | Crown (Foil)',
    'Sticker Slab | Crown (Foil)',
    "Special Agent Ava | FBI's Best",
    'Fracture Case',
    'StatTrak™ Music Kit | Daniel Sadowski, Crimson Assault',
  ])('are those of no "%s", whatever is stated without a paint index', (name) => {
    for (const index of [null, 0]) {
      expect(stored(name, [0, index, 0])).toEqual(none);
      expect(stored(name, [0.3, index, 1416])).toEqual(none);
      expect(stored(name, [null, index, 5])).toEqual(none);
    }
  });

  it('are as stated with a paint index, even where they are 0', () => {
    expect(stored(redline, [0, 282, 0])).toEqual([0, 282, 0]);
    expect(stored(redline, [null, 282, null])).toEqual([null, 282, null]);
  });

  it('are kept of a finish of which the marketplace does not say the index', () => {
    for (const index of [null, 0]) {
      expect(stored(redline, [0.2, index, 611])).toEqual([0.2, null, 611]);
      expect(stored(redline, [0.2, index, 0])).toEqual([0.2, null, 0]);
      expect(stored(redline, [0.2, index, null])).toEqual([0.2, null, null]);
      expect(stored(redline, [null, index, 611])).toEqual([null, null, 611]);
    }
  });

  it('are not known where everything is 0', () => {
    for (const index of [null, 0]) {
      expect(stored(redline, [0, index, 0])).toEqual(none);
      expect(stored(redline, [0, index, null])).toEqual(none);
      expect(stored(redline, [null, index, 0])).toEqual(none);
      expect(stored('★ Karambit', [0, index, 0])).toEqual(none);
    }
  });

  it('include the float and the seed of a knife without a finish', () => {
    expect(stored('★ Flip Knife', [0.363, 0, 418])).toEqual([0.363, null, 418]);
    expect(stored('★ StatTrak™ Karambit', [0.05, null, 0])).toEqual([0.05, null, 0]);
  });

  it('exist in TF2 with a wear band, and nowhere else', () => {
    expect(stored('Strange Night Owl Scattergun (Field-Tested)', [0.4, null, 7], 'TF2')).toEqual([0.4, null, 7]);
    expect(stored('Team Captain', [0, 0, 0], 'TF2')).toEqual(none);
    expect(stored('Big Grin', [0.4, 3, 7], 'Rust')).toEqual(none);
    expect(stored('Exalted Arms (Field-Tested)', [0.4, 3, 7], 'Dota2')).toEqual(none);
  });
});
