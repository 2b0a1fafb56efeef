import { expect, it } from 'vitest';
import { ItemNumbers, ItemTable, itemOf, standings } from './item-table.ts';

it('numbers names once, whoever looks at them', () => {
  const numbers = new ItemNumbers();

  expect([numbers.of('a'), numbers.for('a'), numbers.for('b'), numbers.for('a'), numbers.of('b')]).toEqual([
    -1, 0, 1, 0, 1,
  ]);
  expect([numbers.name(0), numbers.name(1)]).toEqual(['a', 'b']);
});

it('distinguishes the last entry of each item from earlier ones, after tens of thousands of turns too', () => {
  const table = new ItemTable();
  for (const item of [0, 63, 64, 30_000]) table.add(item);
  const first = table.move(30_000, standings.due);
  let last = first;
  for (let turn = 0; turn < 50_000; turn += 1) last = table.move(30_000, standings.waiting);

  expect([table.isValid(first), table.isValid(last), itemOf(first), itemOf(last)]).toEqual([
    false,
    true,
    30_000,
    30_000,
  ]);
  expect(table.entryOf(30_000)).toBe(last);
  expect([0, 1, 63, 64, 65, 30_000, 40_000].map((item) => table.has(item))).toEqual([
    true,
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
});

it('drops what was not met in a round, and adds it again without reviving earlier entries', () => {
  const table = new ItemTable();
  for (const item of [0, 1]) table.add(item);
  const entry = table.move(1, standings.due);
  table.round[0] = 2;
  table.dropBut(2);
  const dropped = [table.size, table.has(0), table.has(1), table.isValid(entry)];
  table.add(1);

  expect(dropped).toEqual([1, true, false, false]);
  expect([table.size, table.has(1), table.isValid(entry)]).toEqual([2, true, false]);
});
