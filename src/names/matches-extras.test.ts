import { expect, it } from 'vitest';
import { anyExtras, type ExtrasFilter } from '../schema/index.ts';
import { matchesExtras } from './matches-extras.ts';

const bare = { name: '★ Karambit | Fade (Factory New)', paintSeed: 412 };
const offer = {
  ...bare,
  charms: [{ name: "Charm | Lil' Ava", pattern: 7 }],
  nameTag: 'Old friend',
  statTrakCount: 1_337,
  patches: [{ name: 'Patch | Crazy Banana', wear: 0, slot: 1 }],
};

it.each<[Partial<ExtrasFilter>, boolean]>([
  [{}, true],
  [{ charm: 'ava' }, true],
  [{ charm: 'lil AVA' }, true],
  [{ charm: 'ava zen' }, false],
  [{ patch: 'banana' }, true],
  [{ patch: 'ava' }, false],
  [{ nameTag: true }, true],
  [{ minStatTrakCount: 1_337 }, true],
  [{ minStatTrakCount: 1_338 }, false],
  [{ minFade: 80 }, true],
  [{ maxFade: 80 }, false],
  [{ minFade: 80, maxFade: 100 }, true],
])('an offer with a charm, a tag, a counter and a patch matches %j: %s', (asked, isFound) => {
  expect(matchesExtras(offer, { ...anyExtras, ...asked })).toBe(isFound);
});

it.each<Partial<ExtrasFilter>>([
  { charm: 'ava' },
  { patch: 'banana' },
  { nameTag: true },
  { minStatTrakCount: 0 },
  { minFade: 0 },
])('an offer of which it is not known does not match %j', (asked) => {
  expect(matchesExtras({ ...bare, paintSeed: null }, { ...anyExtras, ...asked })).toBe(false);
});
