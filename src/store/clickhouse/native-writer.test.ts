import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, RowsRefused } from '../engine.ts';
import { NativeBlock } from './native-block.ts';
import { NativeWriter } from './native-writer.ts';

const safe = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('x'.repeat(64), 'x'.repeat(200), 'é'.repeat(70)),
);

/** Cells that a column of each type can hold. */
const held = {
  UInt8: fc.nat(255),
  UInt32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  Int32: fc.integer(),
  Int64: fc.integer(safe),
  UInt64: fc.nat(safe.max),
  Float64: fc.double({ noNaN: true, noDefaultInfinity: false }),
  "DateTime64(3, 'UTC')": fc.integer({ min: 0, max: 10_413_791_999_999 }),
  String: text,
  "Enum8('' = 0, 'Phase 1' = 1, 'Ruby' = 5)": fc.constantFrom('', 'Phase 1', 'Ruby'),
};

const codes: Readonly<Record<string, number>> = { '': 0, 'Phase 1': 1, Ruby: 5 };

const writer = new NativeWriter();

/** The cells of a column as they are read back. */
function readBack(type: string, cells: readonly Cell[]): readonly Cell[] {
  const bytes = writer.block(
    [{ name: 'one', type }],
    cells.map((cell) => [cell]),
  );
  const block = new NativeBlock(bytes, 0);
  expect(block.rows).toBe(cells.length);
  const read = (): readonly Cell[] => {
    if (type.includes('Enum') || type === 'UInt8') return [...block.codes()];
    if (type.includes('String')) {
      const column = block.texts();
      return cells.map((_, row) => column(row));
    }
    return Array.from(block.numbers(), (number) => (Number.isNaN(number) ? null : number));
  };
  const found = read();
  expect(block.at).toBe(bytes.length);
  return found;
}

describe('rows in the Native format', () => {
  for (const [type, cell] of Object.entries(held)) {
    it(`are read back as they were written: ${type}`, () => {
      fc.assert(
        fc.property(fc.array(cell as fc.Arbitrary<Cell>), (cells) => {
          const expected = type.startsWith('Enum') ? cells.map((word) => codes[word as string] as number) : cells;
          expect(readBack(type, cells)).toEqual(expected);
        }),
      );
    });
  }

  it('can have null in nullable columns', () => {
    for (const type of ['Int64', 'UInt32', 'Float64', 'Int32'])
      expect(readBack(`Nullable(${type})`, [null, 7, null])).toEqual([null, 7, null]);
    expect(readBack('Nullable(String)', [null, '', 'a'])).toEqual([null, '', 'a']);
  });

  it('have lone surrogates replaced, and ids of up to twenty digits', () => {
    expect(readBack('String', ['a\ud800b', '\udc00'])).toEqual(['a\ufffdb', '\ufffd']);
    const bytes = writer.block([{ name: 'id', type: 'UInt64' }], [['18446744073709551615'], ['1']]);
    expect([...new NativeBlock(bytes, 0).halves()]).toEqual([-1, -1, 1, 0]);
  });

  it('can have many columns, in a block as long as needed', () => {
    const columns = [
      { name: 'a', type: 'UInt8' },
      { name: 'b', type: 'LowCardinality(String)' },
    ];
    const rows = Array.from({ length: 5000 }, (_, at) => [at % 256, `some text ${at}`]);
    const block = new NativeBlock(writer.block(columns, rows), 0);
    expect([...block.codes()]).toEqual(rows.map(([number]) => number));
    const texts = block.texts();
    expect(rows.map((_, row) => texts(row))).toEqual(rows.map(([, one]) => one));
  });

  it.each<[type: string, cell: Cell]>([
    ['UInt8', 256],
    ['UInt8', -1],
    ['Int32', 0.5],
    ['Int32', 2 ** 31],
    ['UInt32', 2 ** 32],
    ['Int64', 2 ** 53],
    ['Int64', Number.NaN],
    ['UInt64', '-1'],
    ['UInt64', 'x'],
    ['Float64', 'x'],
    ['String', 7],
    ['String', null],
    ["DateTime64(3, 'UTC')", '2026-01-01'],
    ["Enum8('USD' = 1)", 'GBP'],
  ])('are refused when %s would hold %j', (type, cell) => {
    expect(() => readBack(type, [cell])).toThrow(RowsRefused);
    expect(() => readBack(type, [cell])).toThrow(`cannot hold ${JSON.stringify(cell)} as one`);
  });
});
