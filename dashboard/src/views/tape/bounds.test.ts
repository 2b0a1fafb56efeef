import { expect, it } from 'vitest';
import { boundsIn } from './bounds.ts';

it.each([
  ['', '', null, {}],
  ['', '', 0.87, {}],
  ['1.15', '2.3', 1, { minPriceUSD: 1.15, maxPriceUSD: 2.3 }],
  ['10', '20', 0.87, { minPriceUSD: 11.49, maxPriceUSD: 22.99 }],
  ['0', '20', 0.5, { maxPriceUSD: 40 }],
  ['10', '', null, null],
  ['', '10', null, null],
])('from %j up to %j at the rate %j is %j in dollars', (least, max, rate, expected) => {
  expect(boundsIn(least, max, rate)).toEqual(expected);
});
