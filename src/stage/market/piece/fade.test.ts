import { expect, it } from 'vitest';
import { catalogue } from '../../catalogue/catalogue.ts';
import { fadeOf } from './fade.ts';

const skin = (name: string) => {
  const item = catalogue.CS2.find((one) => one.name === name);
  if (item === undefined) throw new Error(`the catalogue has no "${name}"`);
  return item;
};

it('computes the percentages that marketplaces show for knives and for an amber fade', () => {
  const kukri = { ...skin('★ Karambit | Fade (Factory New)'), weapon: 'Kukri Knife' };
  const pistol = { ...kukri, name: 'P2000 | Amber Fade (Minimal Wear)', weapon: 'P2000' };

  expect(fadeOf(kukri, 819)).toBeCloseTo(92.567093, 5);
  expect(fadeOf(kukri, 390)).toBeCloseTo(93.101773, 5);
  expect(fadeOf(pistol, 952)).toBeCloseTo(88.98303, 5);
});

it('begins at the other end on a Karambit', () => {
  const karambit = skin('★ Karambit | Fade (Factory New)');

  expect(fadeOf({ ...karambit, weapon: 'Bayonet' }, 7)).toBeCloseTo(180 - (fadeOf(karambit, 7) ?? 0), 9);
});

it('has none for other finishes, for what has no seed, and where the finish is also moved', () => {
  const karambit = skin('★ Karambit | Fade (Factory New)');

  expect(fadeOf(skin('★ Karambit | Doppler (Factory New)'), 5)).toBeNull();
  expect(fadeOf({ ...karambit, weapon: 'MP7' }, 5)).toBeNull();
  expect(fadeOf(karambit, null)).toBeNull();
});
