import { isUnusual } from '../../schema/index.ts';
import { pick } from './seeded-random.ts';
import type { CatalogueItem, PlayedEffect } from './world.ts';

/** Numbers as in the game. */
const effects: readonly PlayedEffect[] = [
  { id: 13, name: 'Burning Flames', worth: 5.2 },
  { id: 14, name: 'Scorching Flames', worth: 4.1 },
  { id: 17, name: 'Sunbeams', worth: 3.4 },
  { id: 29, name: 'Stormy Storm', worth: 1 },
  { id: 31, name: "Nuts n' Bolts", worth: 0.85 },
  { id: 70, name: 'Time Warp', worth: 1.6 },
];

/** The effects that an item can have. */
export const effectsOf = ({ game, name }: CatalogueItem): readonly PlayedEffect[] =>
  isUnusual(game, name) ? effects : [];

/** The effect of a listing; `random` is from 0 to 1. */
export const effectFor = (item: CatalogueItem, random: number): PlayedEffect | null => {
  const possible = effectsOf(item);
  return possible.length === 0 ? null : pick(possible, random);
};
