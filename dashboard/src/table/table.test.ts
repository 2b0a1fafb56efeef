import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/schema/published/csv-text.ts';
import { type Column, sorted, sortingIn, sortingText, turned } from './column.ts';
import { csvOf, pasteOf } from './csv.ts';

type Row = { readonly name: string; readonly price: number | null; readonly at: number };

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Name', value: ({ name }) => name, cell: ({ name }) => name },
  { id: 'price USD', head: 'Price', value: ({ price }) => price, cell: ({ price }) => price, isDownFirst: true },
  { id: 'read', head: 'Read', value: ({ at }) => at, isTime: true },
  { id: 'buy', head: 'Buy' },
];

const rows: readonly Row[] = [
  { name: 'Redline', price: 30.5, at: 1_790_000_000 },
  { name: 'Asiimov, "old"', price: null, at: 1_790_000_001 },
  { name: '=1+1', price: 4, at: 1_790_000_002 },
];

const oddRows: readonly Row[] = [
  { name: '"Quoted" and\tmore', price: 1, at: 1_790_000_000 },
  { name: '＝1＋1', price: 2, at: 1_790_000_000 },
  { name: 'a "b"', price: 3, at: 1_790_000_000 },
];

const namesIn = (id: string, isDown: boolean) => sorted(rows, columns, { id, isDown }).map(({ price }) => price);

describe('a table', () => {
  it('is sorted both ways, with what is not known at the end of either', () => {
    expect(namesIn('price USD', false)).toEqual([4, 30.5, null]);
    expect(namesIn('price USD', true)).toEqual([30.5, 4, null]);
    expect(sorted(rows, columns, null)).toBe(rows);
  });

  it('begins with the end of a column that people want to see', () => {
    const first = turned(null, { id: 'price USD', head: 'Price', isDownFirst: true });
    expect(first).toEqual({ id: 'price USD', isDown: true });
    expect(turned(first, { id: 'price USD', head: 'Price', isDownFirst: true }).isDown).toBe(false);
  });

  it('is sorted as an address says, in whatever currency that was written', () => {
    expect(sortingText({ id: 'price USD', isDown: true })).toBe('-price');
    expect(sortingIn('-price', columns)).toEqual({ id: 'price USD', isDown: true });
    expect(sortingIn('name', columns)).toEqual({ id: 'name', isDown: false });
    for (const text of [null, '', '-', 'read', 'buy', 'else']) expect(sortingIn(text, columns)).toBeNull();
  });

  it('is written with full values, quoted where it must be, and nothing that a spreadsheet would work out', () => {
    expect(csvOf(columns, rows)).toBe(
      '\ufeffname,price USD,read\r\n' +
        'Redline,30.5,2026-09-21T14:13:20.000Z\r\n' +
        '"Asiimov, ""old""",,2026-09-21T14:13:21.000Z\r\n' +
        "'=1+1,4,2026-09-21T14:13:22.000Z\r\n",
    );
  });

  it('writes texts as the lists of the service do', () => {
    const texts = ['=1+1', '＝1', "'=1", "''-1", '- 米克', "'Blueberries'", '@a, "b"', 'a;=1', 'a\tb', 'Redline'];
    const saved = csvOf([{ id: 'name', head: 'Name', value: (text: string) => text }], texts);
    expect(saved.trimEnd().split('\r\n').slice(1)).toEqual(texts.map(csvText));
  });

  it('is pasted cell by cell, whatever a cell begins with', () => {
    expect(pasteOf(columns.slice(0, 2), oddRows)).toBe(
      'name\tprice USD\n"""Quoted"" and more"\t1\n\'＝1＋1\t2\na "b"\t3',
    );
  });

  it('is pasted as cells', () => {
    expect(pasteOf(columns, rows.slice(0, 1))).toBe('name\tprice USD\tread\nRedline\t30.5\t2026-09-21T14:13:20.000Z');
  });
});
