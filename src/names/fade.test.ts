import { expect, it } from 'vitest';
import { fadeOf, fadesAhead } from './fade.ts';

// Recorded in the feeds of CSGOEmpire and at CSFloat
it.each([
  ['★ Kukri Knife | Fade (Factory New)', 819, 92.56709],
  ['★ Kukri Knife | Fade (Factory New)', 390, 93.10177],
  ['★ Nomad Knife | Fade (Factory New)', 372, 82.68757],
  ['M4A1-S | Fade (Factory New)', 308, 91.49997],
  ['P2000 | Amber Fade (Factory New)', 952, 88.98303],
])('a %s of seed %i has the percentage that marketplaces show', (name, seed, percent) => {
  expect(fadeOf(name, seed)).toBe(percent);
});

it('has one of guns for every seed, and of knives for all but the last', () => {
  expect(fadeOf('AWP | Fade (Factory New)', 1000)).toBeGreaterThanOrEqual(80);
  expect(fadeOf('★ Karambit | Fade (Factory New)', 999)).toBeGreaterThanOrEqual(80);
  expect(fadeOf('★ Karambit | Fade (Factory New)', 1000)).toBeNull();
});

it('is the same with a StatTrak counter and in every wear', () => {
  const plain = fadeOf('★ Karambit | Fade (Factory New)', 412);
  expect(plain).not.toBeNull();
  expect(fadeOf('★ StatTrak™ Karambit | Fade (Minimal Wear)', 412)).toBe(plain);
});

it.each([
  ['without a seed', 'AWP | Fade (Factory New)', null],
  ['of a weapon whose percentages are contested', 'MP7 | Fade (Factory New)', 5],
  ['of gloves', '★ Specialist Gloves | Fade (Field-Tested)', 5],
  ['of another finish', '★ Karambit | Marble Fade (Factory New)', 5],
  ['of another finish of the same weapon', 'AWP | Asiimov (Field-Tested)', 5],
])('is not known %s', (_, name, seed) => {
  expect(fadeOf(name, seed)).toBeNull();
});

it('can be made ahead, a finish at a time', () => {
  expect([...fadesAhead()]).toHaveLength(33);
});
