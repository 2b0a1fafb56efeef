import { expect, it } from 'vitest';
import { anyOffer } from '../../../test/support/book/all-answers.ts';
import { anyExtras } from '../../schema/index.ts';
import { matchesQuery } from './matches-query.ts';
import type { OfferQuery } from './offer-query.ts';

const crown = { name: 'Crown (Foil)', slot: 0, wear: 0.1 };
type Asked = Parameters<typeof matchesQuery>[0];
const offer = { name: 'AK-47 | Case Hardened (Field-Tested)', float: 0.15, paintSeed: 661, stickers: [crown], tradableAt: 1_000 } as unknown as Asked;
const any: OfferQuery = { ...anyOffer, at: 0, sort: 'price' };

it.each<[Partial<OfferQuery>, boolean]>([
  [{}, true],
  [{ minFloat: 0.15 }, true],
  [{ minFloat: 0.1501 }, false],
  [{ maxFloat: 0.15 }, true],
  [{ maxFloat: 0.1499 }, false],
  [{ paintSeeds: [1, 661] }, true],
  [{ paintSeeds: [1] }, false],
  [{ tradableBy: 1_000 }, true],
  [{ tradableBy: 999 }, false],
  [{ stickers: [crown.name], maxStickerWear: 0.1 }, true],
  [{ stickers: [crown.name], maxStickerWear: 0.0999 }, false],
  [{ stickers: [crown.name, crown.name] }, false],
  [{ extras: { ...anyExtras, minFade: 80 } }, false],
])('an offer on the bounds of %j matches: %s', (change, isFound) => {
  expect(matchesQuery(offer, { ...any, ...change })).toBe(isFound);
});

it.each<[string, Partial<OfferQuery>]>([
  ['float', { minFloat: 0 }],
  ['float', { sort: 'float' }],
  ['float', { sort: 'floatDown' }],
  ['paintSeed', { paintSeeds: [661] }],
  ['tradableAt', { tradableBy: 2_000 }],
  ['stickers', { stickers: [crown.name] }],
])('an offer whose %s is not known does not match %j', (field, change) => {
  expect(matchesQuery({ ...offer, [field]: null }, { ...any, ...change })).toBe(false);
});
