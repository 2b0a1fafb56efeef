import type { CatalogueItem } from '../world.ts';

/** Weapons whose fade begins at the other end. */
const reversed = new Set(['AWP', 'Karambit', 'Talon Knife']);
/** Weapons whose finish is also moved, which no rule by rotation alone describes. */
const moved = new Set(['M4A1-S', 'MP7']);
/** A paint seed is less than this. */
export const seeds = 1000;
const minPercentage = 80;

const modulus = 2_147_483_647;
const multiplier = 16_807;
const tableSize = 32;
const warmUp = 8;

const next = (state: number): number => (state * multiplier) % modulus;

/** The third number of the game's own sequence for a seed: Park and Miller's, from a table as Bays and Durham shuffle it. */
const thirdOf = (seed: number): number => {
  let state = Math.max(1, seed);
  for (let count = 0; count < warmUp; count += 1) state = next(state);
  const table = new Array<number>(tableSize);
  for (let at = tableSize - 1; at >= 0; at -= 1) {
    state = next(state);
    table[at] = state;
  }
  let drawn = table[0] ?? 0;
  for (let count = 0; count < 3; count += 1) {
    state = next(state);
    const at = Math.floor(drawn / (1 + Math.floor((modulus - 1) / tableSize)));
    drawn = table[at] ?? 0;
    table[at] = state;
  }
  return drawn;
};

let turns: readonly number[] | null = null;

const percentages = (): readonly number[] => {
  if (turns !== null) return turns;
  // The first two numbers of a seed move the finish, the third turns it
  const raw = Array.from({ length: seeds }, (_, seed) => thirdOf(seed));
  const min = Math.min(...raw);
  const range = Math.max(...raw) - min;
  turns = raw.map((turn) => (turn - min) / range);
  return turns;
};

/** The percentage of a fade, from 80 to 100, which follows from the paint seed; null for other finishes. */
export const fadeOf = ({ name, weapon }: CatalogueItem, paintSeed: number | null): number | null => {
  if (weapon === null || paintSeed === null || moved.has(weapon) || !/\| (Amber )?Fade \(/.test(name)) return null;
  const turn = percentages()[paintSeed] ?? 0;
  return minPercentage + (100 - minPercentage) * (reversed.has(weapon) ? turn : 1 - turn);
};
