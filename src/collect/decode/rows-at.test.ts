import { describe, expect, it } from 'vitest';
import { NoRows, rowsOf, valueAt } from './rows-at.ts';

const payload = {
  items: [1, 2],
  one: { id: 1 },
  nothing: null,
  count: 5,
  data: { a: { offers: [1] }, b: { offers: [2, 3] } },
};

describe('rows of a payload', () => {
  it.each([
    ['', [1, 2], [1, 2]],
    ['', { id: 1 }, [{ id: 1 }]],
    ['items', payload, [1, 2]],
    ['one', payload, [{ id: 1 }]],
    ['data.a.offers', payload, [1]],
    ['data.*', payload, [{ offers: [1] }, { offers: [2, 3] }]],
    ['data.*.offers', payload, [1, 2, 3]],
    ['items.*', payload, [1, 2]],
    ['items?', payload, [1, 2]],
    ['items?', [3], [3]],
  ])('at "%s"', (rowsAt, from, expected) => {
    expect([...rowsOf(from, rowsAt)]).toEqual(expected);
  });

  it.each(['missing', 'nothing', 'count', 'nothing.*', 'count.*', 'data.*.missing', 'items.length', 'constructor'])(
    'are not read as an empty list where "%s" holds none',
    (rowsAt) => {
      expect(() => [...rowsOf(payload, rowsAt)]).toThrow(NoRows);
    },
  );

  it('are whatever a function finds', () => {
    expect([...rowsOf(payload, () => new Set([7]))]).toEqual([7]);
  });
});

describe('a value at a path', () => {
  it('is undefined where the path leaves the payload', () => {
    expect([valueAt(payload, 'data.a.offers'), valueAt(payload, 'data.x.y'), valueAt(payload, 'count.x')]).toEqual([
      [1],
      undefined,
      undefined,
    ]);
  });
});
