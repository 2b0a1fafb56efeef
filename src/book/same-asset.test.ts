import { expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import type { NormalOffer } from '../schema/index.ts';
import { leavesOut, withKnown } from './same-asset.ts';

const inspectLink = 'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S7656A123D45';
const seen = {
  purchaseLink: null,
  name: '★ Karambit | Doppler (Factory New)',
  phase: 'Ruby',
  inspectLink,
  float: 0.012,
  paintIndex: 415,
  paintSeed: 7,
  stickers: [],
  tradableAt: 0,
  ownerId: 'someone',
} as unknown as NormalOffer;
const extras = {
  charms: [{ name: 'Charm | Lil’ Ava', pattern: 7 }],
  nameTag: 'Old friend',
  statTrakCount: 12,
  patches: [{ name: 'Patch | Crazy Banana', wear: 0, slot: 1 }],
};
const whole = { ...seen, ...extras } as NormalOffer;
const bare = { ...seen, ...unknownTraits, phase: null } as NormalOffer;

it('fills in what a record of the same asset leaves out', () => {
  expect([leavesOut(whole), leavesOut(bare)]).toEqual([false, true]);
  expect(withKnown(whole, bare)).toEqual(whole);
});

it('takes the word of a record that says that nothing is on the asset', () => {
  const stripped = { ...bare, ...extras, charms: [], nameTag: '' };
  expect(leavesOut({ ...whole, charms: [] })).toBe(false);
  expect(withKnown(whole, stripped)).toMatchObject({ charms: [], nameTag: '', statTrakCount: 12 });
});

it('fills in no variant where the paint index decides that there is none', () => {
  expect(withKnown(whole, { ...bare, paintIndex: 415 })).toEqual({ ...whole, phase: null });
});

it.each<[string, Partial<NormalOffer>]>([
  ['name', { name: '★ Karambit | Lore (Factory New)' }],
  ['variant', { phase: 'Sapphire' }],
  ['paint index', { paintIndex: 416 }],
  ['seed', { paintSeed: 8 }],
  ['asset', { inspectLink: inspectLink.replace('A123D', 'A124D') }],
  ['float', { float: 0.0131 }],
])('takes nothing from another asset, as told by its %s', (_, other) => {
  const record = { ...bare, ...other };
  expect(withKnown(whole, record)).toBe(record);
});

it('takes a float rounded by another source, and the same asset in another form of link, for the same', () => {
  const rounded = { ...bare, float: 0.0121, inspectLink: inspectLink.replace('S7656A', 'M9A') };
  expect(withKnown(whole, rounded)).toEqual({ ...whole, float: 0.0121, inspectLink: rounded.inspectLink });
});
