import { describe, expect, it } from 'vitest';
import { addToRow, rowsAtPath, rowsByName } from './rows.ts';

describe('rowsAtPath', () => {
  it('takes the payload itself, a property, or every value of a map or list', () => {
    expect(rowsAtPath('', [1, 2])).toEqual([1, 2]);
    expect(rowsAtPath('data.items', { data: { items: [1] } })).toEqual([1]);
    expect(rowsAtPath('data.*', { data: { a: 1, b: 2 } })).toEqual([1, 2]);
    expect(rowsAtPath('*', [1, 2])).toEqual([1, 2]);
  });

  it('keeps rows that are null, to be rejected and counted', () => {
    expect(rowsAtPath('items', { items: [null, 1] })).toEqual([null, 1]);
    expect(rowsAtPath('data.*', { data: [null] })).toEqual([null]);
  });

  it('gives null where nothing that holds rows stands', () => {
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
  it('gives each row the name it stands under, whatever it says of itself', () => {
    expect(rowsByName({ a: { name: 'b', have: 1 }, c: null, d: 'text' })).toEqual([
      { name: 'a', have: 1 },
      null,
      'text',
    ]);
  });
});

describe('addToRow', () => {
  it('writes over what the row says of itself, and makes no row of what is none', () => {
    expect(addToRow({ key: 1, price: 2 }, 'key', 3)).toEqual({ key: 3, price: 2 });
    expect([null, 'text', 7].map((one) => addToRow(one, 'key', 3))).toEqual([null, 'text', 7]);
  });
});
