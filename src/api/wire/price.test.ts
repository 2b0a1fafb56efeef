import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceText, toPrice } from './price.ts';

it('writes a price as JSON would', () => {
  const isAsJson = (thousandths: number) => priceText(thousandths) === JSON.stringify(toPrice(thousandths));

  expect(Array.from({ length: 20_000 }, (_, thousandths) => thousandths + 1).filter((one) => !isAsJson(one))).toEqual(
    [],
  );
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e12 }), isAsJson));
  expect(priceText(null)).toBe('null');
});

it.each([
  [4, 0.004],
  [5, 0.01],
  [1_004, 1],
  [1_005, 1.01],
  [12_300, 12.3],
])('rounds %i thousandths to %d', (thousandths, price) => {
  expect(toPrice(thousandths)).toBe(price);
});
