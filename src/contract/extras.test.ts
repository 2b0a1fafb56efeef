import { expect, it } from 'vitest';
import { certifiedExtras, charmsOf, nameTagOf } from './extras.ts';

it('charms have their whole names, and the pattern where it is told', () => {
  const told = [{ name: "Lil' Ava", pattern: '48213' }, { name: 'Charm | Big Kev', pattern: 100_001 }];
  expect(charmsOf(told)).toEqual({
    charms: [
      { name: "Charm | Lil' Ava", pattern: 48_213 },
      { name: 'Charm | Big Kev', pattern: null },
    ],
  });
  expect(charmsOf([{ name: 'Sticker Slab | Crown (Foil)' }, { name: 'Sticker Slab' }]).charms).toMatchObject([
    { name: 'Sticker Slab | Crown (Foil)' },
    { name: 'Sticker Slab' },
  ]);
});

it('charms are none where the list is empty, and not known where it is missing or one has no name', () => {
  expect([charmsOf([]), charmsOf(null), charmsOf(undefined)]).toEqual([{ charms: [] }, {}, {}]);
  expect([charmsOf([{ name: '' }]), charmsOf([null])]).toEqual([{}, {}]);
});

it('a name tag is a text of a length that a player can have written', () => {
  expect([nameTagOf(' Mine '), nameTagOf(''), nameTagOf(null), nameTagOf('x'.repeat(200))]).toEqual([
    { nameTag: 'Mine' },
    { nameTag: '' },
    {},
    {},
  ]);
});

const certificate = {
  ...{ itemId: null, defIndex: 7, paintIndex: null, rarity: null, quality: null, float: null, paintSeed: null },
  ...{ stickers: [], statTrakCount: 0, nameTag: null, charms: [] },
};
const charm = { charmId: 83, pattern: 7, stickerId: null, highlightId: null };

it('a certificate tells that there is no tag and no charm, and nothing of charms that it cannot name', () => {
  expect(certifiedExtras(certificate)).toEqual({ nameTag: '', statTrakCount: 0, charms: [] });
  expect(certifiedExtras({ ...certificate, charms: [charm] })).not.toHaveProperty('charms');
  expect(certifiedExtras({ ...certificate, charms: null })).not.toHaveProperty('charms');
  expect(certifiedExtras(null)).toEqual({});
});
