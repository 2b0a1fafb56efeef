import { describe, expect, it } from 'vitest';
import { createShapeSample } from './shape.ts';

const shapeOf = (...rows: readonly unknown[]) => {
  const sample = createShapeSample();
  for (const row of rows) sample.see(row);
  return sample.shape();
};
const digestOf = (...rows: readonly unknown[]) => shapeOf(...rows)?.digest;

const row = { name: 'AK-47 | Redline', price: 12.5, bids: [{ id: 1, count: 2 }], seller: null };

describe('the shape of rows', () => {
  it('is null before the first row', () => {
    expect(shapeOf()).toBeNull();
  });

  it('is the same whatever the rows hold, in whatever order', () => {
    const other = { seller: null, bids: [{ count: 9, id: 7 }], price: 3, name: 'x' };

    expect(shapeOf(row, other)).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{16}$/), fields: 7, rows: 2 });
    expect(digestOf(row)).toBe(digestOf(other));
    expect(digestOf(row, other)).toBe(digestOf(other, row));
  });

  it.each([
    ['a field is renamed', { ...row, price: undefined, cost: 12.5 }],
    ['a field is new', { ...row, lock: 0 }],
    ['a type is another', { ...row, price: '12.5' }],
    ['a field within a list is another', { ...row, bids: [{ id: '1', count: 2 }] }],
  ])('is another when %s', (_, changed) => {
    expect(digestOf(JSON.parse(JSON.stringify(changed)))).not.toBe(digestOf(row));
  });

  it('does not depend on fields that some rows lack, nor on values that are null', () => {
    expect(digestOf(row, { ...row, note: 'rare' })).toBe(digestOf(row));
    expect(digestOf({ ...row, price: null }, row)).toBe(digestOf(row));
  });

  it('takes keys that are names or ids of items for data', () => {
    expect(digestOf({ prices: { 'AK-47 | Redline': 1, 'AWP | Asiimov': 2 } })).toBe(
      digestOf({ prices: { 'M4A4 | Howl': 3 } }),
    );
    expect(digestOf({ by: { 730: 1 } })).toBe(digestOf({ by: { 440: 1, 570: 2 } }));
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`item${at}`, at]));
    expect(digestOf({ by: many })).toBe(digestOf({ by: { ...many, other: 1 } }));
  });

  it('has rows that are texts, numbers or lists', () => {
    expect(digestOf('x')).not.toBe(digestOf(1));
    expect(digestOf([1, 'x'])).toBe(digestOf([2, 'y']));
  });

  it('looks at a bounded part of what there is', () => {
    const sample = createShapeSample();
    for (let count = 0; count < 1_000; count += 1) sample.see(row);
    let deep: unknown = 1;
    for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };

    expect(sample.shape()?.rows).toBe(500);
    expect(shapeOf(deep, { list: Array(1_000_000).fill(0) })?.rows).toBe(2);
  });
});
