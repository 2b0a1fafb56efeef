import { describe, expect, it } from 'vitest';
import { addToRow, rowsAtPath, rowsByName } from './rows.ts';

describe('rowsAtPath', () => {
  it('finds the payload itself, a property, or every value of a map or array', () => {
    expect(rowsAtPath('', [1, 2])).toEqual([1, 2]);
    expect(rowsAtPath('data.items', { data: { items: [1] } })).toEqual([1]);
    expect(rowsAtPath('data.*', { data: { a: 1, b: 2 } })).toEqual([1, 2]);
    expect(rowsAtPath('*', [1, 2])).toEqual([1, 2]);
  });

  it('keeps rows that are null, to be rejected and counted', () => {
    expect(rowsAtPath('items', { items: [null, 1] })).toEqual([null, 1]);
    expect(rowsAtPath('data.*', { data: [null] })).toEqual([null]);
  });

  it('gives null where nothing can hold rows', () => {
    expect(rowsAtPath('', {})).toBeNull();
    expect(rowsAtPath('items', [])).toBeNull();
    expect(rowsAtPath('items', { items: 'text' })).toBeNull();
    expect(rowsAtPath('a.b.c', { a: null })).toBeNull();
    expect(rowsAtPath('toString', {})).toBeNull();
    expect(rowsAtPath('length.*', [])).toBeNull();
    expect(rowsAtPath('data.*', { data: 7 })).toBeNull();
  });
});

describe('rowsByName', () => {
  it('gives each row the name of its key, whatever name the row has itself', () => {
    expect(rowsByName({ a: { name: 'b', have: 1 }, c: null, d: 'text' })).toEqual([
      { name: 'a', have: 1 },
      null,
      'text',
    ]);
  });
});

describe('addToRow', () => {
  it('overwrites a property of the row, and leaves anything but an object as it is', () => {
    expect(addToRow({ key: 1, price: 2 }, 'key', 3)).toEqual({ key: 3, price: 2 });
    expect([null, 'text', 7].map((one) => addToRow(one, 'key', 3))).toEqual([null, 'text', 7]);
  });
});
